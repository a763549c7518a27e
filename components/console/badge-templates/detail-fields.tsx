"use client";

import { useFormContext } from "react-hook-form";
import { Checkbox, FormSection } from "@/components/ui/choice";
import { Field, Select } from "@/components/ui/field";
import { LEVELS } from "@/lib/badges/templates/choices";
import type { TemplateValues } from "./template-values";
import { TemplateText } from "./text-field";

/** What one compares badges by: level, time, cost, kind. */
export function DetailFields() {
  const { register, formState } = useFormContext<TemplateValues>();
  return (
    <FormSection title="Details">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Level" optional error={formState.errors.level?.message}>
          {(ids) => (
            <Select {...ids} {...register("level")}>
              <option value="">Not said</option>
              {LEVELS.map((level) => (
                <option key={level}>{level}</option>
              ))}
            </Select>
          )}
        </Field>
        <TemplateText name="type_category" label="Kind of badge" hint="Such as Learning or Experience." />
        <TemplateText name="time_to_earn" label="Time to earn" hint="Such as 6 weeks." />
        <TemplateText name="cost" label="Cost" hint="Such as Free, or 90 €." />
        <Checkbox
          {...register("certification")}
          className="sm:col-span-2"
          label="It is a certification"
          hint="Earned by an assessment that others recognise."
        />
      </div>
    </FormSection>
  );
}
