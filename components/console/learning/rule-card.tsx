"use client";

import { ChevronRight, X } from "lucide-react";
import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/choice";
import { Field, Input, Select } from "@/components/ui/field";
import { MAX_REQUIREMENTS } from "@/lib/learning/rules/choices";
import { defaultRequirement, type BuilderValues, type GradableChoice } from "./rule-values";
import type { GradableCallback } from "@/lib/learning/gradables/schema";
import { CALLBACK_LABELS, gradeChoices, operatorChoices } from "./grade-words";

type RequirementRowProps = {
  rule: number;
  row: number;
  gradables: GradableChoice[];
  onRemove: (() => void) | null;
};

const requirementPath = (rule: number, row: number) => `rules.${rule}.requirements.${row}` as const;

type GradeFieldProps = {
  name: ReturnType<typeof requirementPath>;
  callback: GradableCallback;
  error: string | undefined;
};

/** A field for the grade to compare with: a number, or one of the grades of the type. */
function GradeField({ name, callback, error }: GradeFieldProps) {
  const { register } = useFormContext<BuilderValues>();
  const grades = gradeChoices(callback);
  const field = register(`${name}.value`);
  return (
    <Field label={grades ? "Grade" : "Points"} error={error}>
      {(ids) =>
        grades ? (
          <Select {...ids} {...field}>
            {grades.map((grade) => (
              <option key={grade} value={grade}>
                {grade}
              </option>
            ))}
          </Select>
        ) : (
          <Input {...ids} {...field} inputMode="decimal" className="tabular-nums" />
        )
      }
    </Field>
  );
}

/** Fields for one requirement: the gradable, the operator and the grade. */
function RequirementRow({ rule, row, gradables, onRemove }: RequirementRowProps) {
  const name = requirementPath(rule, row);
  const { register, setValue, formState, control, getFieldState } = useFormContext<BuilderValues>();
  const fieldError = (field: "grade_object_id" | "operator" | "value") =>
    getFieldState(`${name}.${field}`, formState).error?.message;
  const { grade_object_id, operator } = useWatch({ control, name });
  const gradable = gradables.find(({ id }) => String(id) === grade_object_id);
  const callback = gradable?.callback ?? "points";
  const gradableField = register(`${name}.grade_object_id`, {
    onChange: (event: { target: { value: string } }) => {
      const next = gradables.find(({ id }) => String(id) === event.target.value);
      // The API refuses a grade of another type, so the requirement is reset to the passing grade.
      if (next && next.callback !== gradable?.callback) setValue(name, defaultRequirement(next));
    },
  });
  return (
    <div className="grid grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)_auto] items-start gap-3 sm:grid-cols-[minmax(0,1fr)_8.5rem_8.5rem_2rem]">
      <Field label="Gradable" className="max-sm:col-span-3" error={fieldError("grade_object_id")}>
        {(ids) => (
          <Select {...ids} {...gradableField}>
            {gradable ? null : <option value={grade_object_id}>Choose…</option>}
            {gradables.map(({ id, name: text, callback: type }) => (
              <option key={id} value={String(id)}>
                {text} ({CALLBACK_LABELS[type].toLowerCase()})
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Condition" error={fieldError("operator")}>
        {(ids) => (
          <Select {...ids} {...register(`${name}.operator`)}>
            {operatorChoices(callback, operator).map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <GradeField name={name} callback={callback} error={fieldError("value")} />
      {onRemove ? (
        <Button variant="quiet" size="smallIcon" className="mt-7.5" onClick={onRemove}>
          <X className="size-4" aria-hidden="true" />
          <span className="sr-only">Remove requirement {row + 1}</span>
        </Button>
      ) : null}
    </div>
  );
}

type RuleCardProps = {
  rule: number;
  /** The number of students who meet the rule; null if unknown. */
  total: number | null;
  gradables: GradableChoice[];
  onRemove: () => void;
};

function CustomDescription({ rule }: { rule: number }) {
  const { register, formState, getValues } = useFormContext<BuilderValues>();
  const name = `rules.${rule}.desc` as const;
  return (
    <details className="group" open={getValues(name) !== ""}>
      <summary className="inline-flex min-h-8 list-none items-center gap-1.5 text-sm font-medium [&::-webkit-details-marker]:hidden">
        <ChevronRight className="size-4 transition-transform group-open:rotate-90" aria-hidden="true" />
        Custom description
      </summary>
      <Field
        label="Description"
        className="mt-3"
        optional
        hint="Shown to students instead of the requirements."
        error={formState.errors.rules?.[rule]?.desc?.message}
      >
        {(ids) => <Input {...ids} {...register(name)} />}
      </Field>
    </details>
  );
}

const formatMatchCount = (total: number | null): string =>
  total === null
    ? ""
    : total === 1
      ? "1 student meets this rule"
      : `${total.toLocaleString("en")} students meet this rule`;

/** Fields for one rule. A student has to meet all its requirements. */
export function RuleCard({ rule, total, gradables, onRemove }: RuleCardProps) {
  const { control, formState, register } = useFormContext<BuilderValues>();
  const { fields, append, remove } = useFieldArray({ control, name: `rules.${rule}.requirements` });
  const requirementsError = formState.errors.rules?.[rule]?.requirements?.message;
  return (
    <fieldset className="min-w-0 rounded-xl border border-line p-4 sm:p-5">
      <legend className="sr-only">Rule {rule + 1}</legend>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="font-heading text-lg" aria-hidden="true">
          Rule {rule + 1}
        </p>
        <p className="text-[0.8125rem] text-ink-faint tabular-nums">{formatMatchCount(total)}</p>
      </div>
      <div className="flex flex-col gap-4">
        {fields.map(({ id }, row) => (
          <div key={id} className="flex flex-col gap-4">
            {row > 0 ? <p className="text-2xs font-medium text-ink-faint">and</p> : null}
            <RequirementRow
              rule={rule}
              row={row}
              gradables={gradables}
              onRemove={fields.length > 1 ? () => remove(row) : null}
            />
          </div>
        ))}
        {requirementsError ? (
          <p role="alert" className="text-[0.8125rem] text-negative">
            {requirementsError}
          </p>
        ) : null}
        <Checkbox
          {...register(`rules.${rule}.includes_results`)}
          label="Show grades on the badge"
          hint="Everyone who can see the badge sees its earner’s grades, under “Results”. The earner sees them before accepting."
        />
        <CustomDescription rule={rule} />
        <div className="flex flex-wrap justify-between gap-2">
          {fields.length < MAX_REQUIREMENTS ? (
            <Button variant="secondary" size="small" onClick={() => append(defaultRequirement(gradables[0]))}>
              Add requirement
            </Button>
          ) : null}
          <Button variant="quiet" size="small" onClick={onRemove}>
            Remove rule {rule + 1}
          </Button>
        </div>
      </div>
    </fieldset>
  );
}
