"use client";

import { useFormContext, useWatch } from "react-hook-form";
import { FormSection, Radio } from "@/components/ui/form/choice";
import { Field, FieldError, Input, Select } from "@/components/ui/form/field";
import { UNITS } from "./expiration-words";
import type { TemplateValues } from "./template-values";

function DurationFields() {
  const { register, control, formState, clearErrors } = useFormContext<TemplateValues>();
  // Both fields form one value of the API, so a change of either clears its error.
  const clearingError = { onChange: () => clearErrors("default_expires_after") };
  const [unit, stored] = useWatch({ control, name: ["expires_unit", "default_expires_after"] });
  const isWrong = formState.errors.default_expires_after !== undefined;
  return (
    <div className="ms-7.5">
      <div className="flex gap-3">
        {unit === "stored" ? null : (
          <Field label="Length" className="w-24">
            {(ids) => (
              <Input
                {...ids}
                {...register("expires_amount", clearingError)}
                aria-invalid={isWrong || undefined}
                inputMode="numeric"
                maxLength={4}
              />
            )}
          </Field>
        )}
        <Field label="Unit" className="w-40">
          {(ids) => (
            <Select {...ids} {...register("expires_unit", clearingError)}>
              {Object.entries(UNITS).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
              {stored && !/^P\d+[DWMY]$/.test(stored) ? <option value="stored">{stored}</option> : null}
            </Select>
          )}
        </Field>
      </div>
      <FieldError>{isWrong ? "Enter a whole number, 1 or more." : undefined}</FieldError>
    </div>
  );
}

/** The default expiration of badges from this template. */
export function ExpirationFields() {
  const { register, control, formState } = useFormContext<TemplateValues>();
  const type = useWatch({ control, name: "default_expires_at_type" });
  return (
    <FormSection title="Expiration">
      <div className="flex flex-col gap-3">
        <Radio {...register("default_expires_at_type")} value="" label="Badges do not expire" />
        <Radio {...register("default_expires_at_type")} value="duration" label="A set time after issue" />
        {type === "duration" ? <DurationFields /> : null}
        <Radio {...register("default_expires_at_type")} value="date" label="On a fixed date" />
        {type === "date" ? (
          <Field label="Date" className="ms-7.5 w-48" error={formState.errors.default_expires_at?.message}>
            {(ids) => <Input {...ids} {...register("default_expires_at")} type="date" />}
          </Field>
        ) : null}
      </div>
    </FormSection>
  );
}
