"use client";

import { ChevronRight } from "lucide-react";
import { useFieldArray, useFormContext } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/choice";
import { Field, Input } from "@/components/ui/field";
import { MAX_REQUIREMENTS } from "@/lib/learning/rules/choices";
import { RequirementRow } from "./requirement-row";
import { defaultRequirement, type BuilderValues, type GradableChoice } from "./rule-values";

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
