"use client";

import { useFormContext } from "react-hook-form";
import { Checkbox, FormSection } from "@/components/ui/choice";
import { Field, Select } from "@/components/ui/field";
import { LEVELS } from "@/lib/organizations/badge-facts/choices";
import { ACHIEVEMENT_TYPE_NAMES, ACHIEVEMENT_TYPES } from "@/lib/badges/templates/choices";
import type { TemplateValues } from "./template-values";
import { TemplateTextField } from "./text-field";

/** Details of the badge: level, type, time to earn, cost. */
export function DetailFields() {
  const { register, formState } = useFormContext<TemplateValues>();
  return (
    <FormSection title="Details">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Level" optional error={formState.errors.level?.message}>
          {(ids) => (
            <Select {...ids} {...register("level")}>
              <option value="">Not specified</option>
              {LEVELS.map((level) => (
                <option key={level}>{level}</option>
              ))}
            </Select>
          )}
        </Field>
        <TemplateTextField
          name="type_category"
          label="Badge type"
          hint="For example, Learning or Experience."
        />
        <Field
          label="Achievement type"
          hint="How wallets and verifiers classify the badge. Accepted badges do not change."
          error={formState.errors.achievement_type?.message}
        >
          {(ids) => (
            <Select {...ids} {...register("achievement_type")}>
              {ACHIEVEMENT_TYPES.map((type) => (
                <option key={type} value={type}>
                  {ACHIEVEMENT_TYPE_NAMES[type]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <TemplateTextField name="time_to_earn" label="Time to earn" hint="For example, 6 weeks." />
        <TemplateTextField name="cost" label="Cost" hint="For example, Free or 90 €." />
        <Checkbox
          {...register("certification")}
          className="sm:col-span-2"
          label="This badge is a certification"
          hint="Earned by passing a recognized assessment."
        />
      </div>
    </FormSection>
  );
}
