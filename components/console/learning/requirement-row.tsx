"use client";

import { X } from "lucide-react";
import { useFormContext, useWatch } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Field, Input, Select } from "@/components/ui/field";
import type { GradableCallback } from "@/lib/learning/gradables/schema";
import { CALLBACK_LABELS, gradeChoices, operatorChoices } from "./grade-words";
import { defaultRequirement, type BuilderValues, type GradableChoice } from "./rule-values";

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
export function RequirementRow({ rule, row, gradables, onRemove }: RequirementRowProps) {
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
