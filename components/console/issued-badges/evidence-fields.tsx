"use client";

import { Plus, X } from "lucide-react";
import { useFieldArray, useFormContext, type FieldErrors } from "react-hook-form";
import { Button, buttonClass } from "@/components/ui/button";
import { FormSection } from "@/components/ui/form/choice";
import { Field, Input, Textarea } from "@/components/ui/form/field";
import { Menu, MenuItem } from "@/components/ui/overlay/menu";
import {
  EVIDENCE_LABELS,
  emptyEvidence,
  type EvidenceType,
  type EvidenceValues,
  type IssueValues,
} from "./issue-values";

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
function ValueRows({ index, errors }: ValueRowsProps) {
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

const EVIDENCE_TYPES = Object.keys(EVIDENCE_LABELS) as EvidenceType[];

type EvidenceItemProps = { index: number; errors: FieldErrors<EvidenceValues> };

function LinkEvidence({ index, errors }: EvidenceItemProps) {
  const { register } = useFormContext<IssueValues>();
  return (
    <>
      <Field label="Name" error={errors.name?.message}>
        {(ids) => <Input {...ids} {...register(`evidence.${index}.name`)} />}
      </Field>
      <Field label="URL" error={errors.value?.message}>
        {(ids) => (
          <Input {...ids} {...register(`evidence.${index}.value`)} type="url" placeholder="https://" />
        )}
      </Field>
      <Field label="Description" optional error={errors.description?.message}>
        {(ids) => <Textarea {...ids} {...register(`evidence.${index}.description`)} rows={2} />}
      </Field>
    </>
  );
}

function TitledEvidence({ index, errors, label }: EvidenceItemProps & { label: string }) {
  const { register } = useFormContext<IssueValues>();
  return (
    <>
      <Field label="Title" error={errors.title?.message}>
        {(ids) => <Input {...ids} {...register(`evidence.${index}.title`)} />}
      </Field>
      <Field label={label} error={errors.description?.message}>
        {(ids) =>
          label === "Text" ? (
            <Textarea {...ids} {...register(`evidence.${index}.description`)} rows={3} />
          ) : (
            <Input {...ids} {...register(`evidence.${index}.description`)} />
          )
        }
      </Field>
    </>
  );
}

function EvidenceItem({ type, ...item }: EvidenceItemProps & { type: EvidenceType }) {
  switch (type) {
    case "UrlEvidence":
      return <LinkEvidence {...item} />;
    case "PlainTextEvidence":
      return <TitledEvidence {...item} label="Text" />;
    case "IdEvidence":
      return <TitledEvidence {...item} label="Identifier" />;
    case "KeyValueGroupEvidence":
      return <ValueRows {...item} />;
  }
}

/** Fields for any number of pieces of evidence of the four types. */
export function EvidenceFields() {
  const { control, formState } = useFormContext<IssueValues>();
  const { fields, append, remove } = useFieldArray({ control, name: "evidence" });
  return (
    <FormSection title="Evidence" hint="Shows how the badge was earned. It appears on the badge page.">
      <ul className="flex flex-col gap-4">
        {fields.map(({ id, type }, index) => (
          <li key={id} className="flex flex-col gap-4 rounded-xl border border-line p-4">
            <div className="flex items-center justify-between">
              <p className="text-sm font-semibold">{EVIDENCE_LABELS[type]}</p>
              <Button variant="quiet" size="small" onClick={() => remove(index)}>
                <X className="size-4" aria-hidden="true" />
                Remove<span className="sr-only"> {EVIDENCE_LABELS[type]}</span>
              </Button>
            </div>
            <EvidenceItem type={type} index={index} errors={formState.errors.evidence?.[index] ?? {}} />
          </li>
        ))}
      </ul>
      <div className={fields.length > 0 ? "mt-4" : ""}>
        <Menu
          triggerClass={buttonClass({ variant: "secondary", size: "small" })}
          trigger={
            <>
              <Plus className="size-4" aria-hidden="true" />
              Add evidence
            </>
          }
        >
          {EVIDENCE_TYPES.map((type) => (
            <MenuItem key={type} onSelect={() => append(emptyEvidence(type))}>
              {EVIDENCE_LABELS[type]}
            </MenuItem>
          ))}
        </Menu>
      </div>
    </FormSection>
  );
}
