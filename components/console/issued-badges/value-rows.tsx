"use client";

import { X } from "lucide-react";
import { useFieldArray, useFormContext, type FieldErrors } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import type { EvidenceValues, IssueValues } from "./issue-values";

type ValueRowsProps = { index: number; errors: FieldErrors<EvidenceValues> };

type RowProps = ValueRowsProps & { row: number; onRemove: (() => void) | null };

function ValueRow({ index, row, errors, onRemove }: RowProps) {
  const { register } = useFormContext<IssueValues>();
  const rowErrors = errors.values?.[row] ?? {};
  return (
    <div className="grid items-start gap-3 sm:grid-cols-[1fr_1fr_1fr_auto]">
      <Field label="Key" error={rowErrors.key?.message}>
        {(ids) => <Input {...ids} {...register(`evidence.${index}.values.${row}.key`)} />}
      </Field>
      <Field label="Value" error={rowErrors.value?.message}>
        {(ids) => <Input {...ids} {...register(`evidence.${index}.values.${row}.value`)} />}
      </Field>
      <Field label="URL" optional error={rowErrors.url?.message}>
        {(ids) => <Input {...ids} {...register(`evidence.${index}.values.${row}.url`)} type="url" />}
      </Field>
      {onRemove ? (
        <Button variant="quiet" size="small" className="sm:mt-8" onClick={onRemove}>
          <X className="size-4" aria-hidden="true" />
          <span className="sr-only">Remove row {row + 1}</span>
        </Button>
      ) : null}
    </div>
  );
}

/** Fields for a named table of keys and values. */
export function ValueRows({ index, errors }: ValueRowsProps) {
  const { control, register } = useFormContext<IssueValues>();
  const { fields, append, remove } = useFieldArray({ control, name: `evidence.${index}.values` });
  return (
    <>
      <Field label="Name" error={errors.name?.message}>
        {(ids) => <Input {...ids} {...register(`evidence.${index}.name`)} />}
      </Field>
      {fields.map(({ id }, row) => (
        <ValueRow
          key={id}
          index={index}
          row={row}
          errors={errors}
          onRemove={fields.length > 1 ? () => remove(row) : null}
        />
      ))}
      <Button
        variant="quiet"
        size="small"
        className="self-start"
        onClick={() => append({ key: "", value: "", url: "" })}
      >
        Add row
      </Button>
    </>
  );
}
