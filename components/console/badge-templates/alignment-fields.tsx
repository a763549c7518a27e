"use client";

import { useFieldArray, useFormContext } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { FormSection } from "@/components/ui/choice";
import { Field, FieldError, Input, Select } from "@/components/ui/field";
import { ALIGNMENT_TYPE_NAMES, ALIGNMENT_TYPES } from "@/lib/badges/templates/choices";
import type { TemplateValues } from "./template-values";

const MAX_ALIGNMENTS = 50;

/** Where the standard is listed, and what it is there. */
function AlignmentTargetFields({ row }: { row: number }) {
  const { register, formState } = useFormContext<TemplateValues>();
  const errors = formState.errors.alignments?.[row];
  const name = `alignments.${row}` as const;
  return (
    <>
      <Field label="Framework" optional error={errors?.framework?.message}>
        {(ids) => <Input {...ids} {...register(`${name}.framework`)} maxLength={255} />}
      </Field>
      <Field label="Code" optional hint="The ID in the framework." error={errors?.code?.message}>
        {(ids) => <Input {...ids} {...register(`${name}.code`)} maxLength={255} />}
      </Field>
      <Field label="Type" optional error={errors?.type?.message}>
        {(ids) => (
          <Select {...ids} {...register(`${name}.type`)}>
            <option value="">Not specified</option>
            {ALIGNMENT_TYPES.map((type) => (
              <option key={type} value={type}>
                {ALIGNMENT_TYPE_NAMES[type]}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  );
}

function AlignmentRow({ row }: { row: number }) {
  const { register, formState } = useFormContext<TemplateValues>();
  const errors = formState.errors.alignments?.[row];
  const name = `alignments.${row}` as const;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Standard name" error={errors?.name?.message}>
        {(ids) => <Input {...ids} {...register(`${name}.name`)} maxLength={255} />}
      </Field>
      <Field label="Link" optional error={errors?.url?.message}>
        {(ids) => <Input {...ids} {...register(`${name}.url`)} type="url" placeholder="https://" />}
      </Field>
      <AlignmentTargetFields row={row} />
      <Field label="Description" optional className="sm:col-span-2" error={errors?.description?.message}>
        {(ids) => <Input {...ids} {...register(`${name}.description`)} maxLength={5000} />}
      </Field>
    </div>
  );
}

/** Standards and frameworks that the badge aligns with. */
export function AlignmentFields() {
  const { control, formState } = useFormContext<TemplateValues>();
  const { fields, append, remove } = useFieldArray({ control, name: "alignments" });
  const error = formState.errors.alignments;
  return (
    <FormSection title="Standards" hint="Frameworks and standards that the badge aligns with, such as ESCO.">
      <div className="flex flex-col gap-4">
        {fields.map(({ id }, row) => (
          <fieldset key={id} className="min-w-0 rounded-xl border border-line p-4">
            <legend className="sr-only">Standard {row + 1}</legend>
            <AlignmentRow row={row} />
            <Button variant="quiet" size="small" className="mt-3 -ms-2.5" onClick={() => remove(row)}>
              Remove standard {row + 1}
            </Button>
          </fieldset>
        ))}
        <FieldError>{error?.root?.message ?? error?.message}</FieldError>
        {fields.length < MAX_ALIGNMENTS ? (
          <Button
            variant="secondary"
            size="small"
            className="self-start"
            onClick={() => append({ name: "", url: "", description: "", framework: "", code: "", type: "" })}
          >
            {" "}
            Add standard{" "}
          </Button>
        ) : null}
      </div>
    </FormSection>
  );
}
