"use client";

import { useRouter } from "next/navigation";
import { useDeferredValue, useState } from "react";
import { FormProvider, useFieldArray, useForm, useFormContext, useWatch } from "react-hook-form";
import { toast } from "@/components/ui/overlay/toast";
import { useRequestResolver } from "@/components/ui/form/request-resolver";
import { useFormSubmit } from "@/components/ui/form/use-form-submit";
import { onDemand } from "@/components/on-demand";
import { Button } from "@/components/ui/button";
import { Input, Field, Select } from "@/components/ui/form/field";
import { FormBody } from "@/components/ui/form/form-body";
import { Notice } from "@/components/ui/notice";
import type { RulePreview as Preview } from "@/lib/learning/eligibility/schema";
import { MAX_RULES, MAX_REQUIREMENTS } from "@/lib/learning/rules/choices";
import type { LearningRuleDocument } from "@/lib/learning/rules/schema";
import { saveRules, useGradables } from "./rule-hooks";
import {
  builderValues,
  emptyRule,
  rulesBody,
  type BuilderValues,
  type GradableChoice,
  type RuleTarget,
  defaultRequirement,
} from "./rule-values";
import { ChevronRight, X } from "lucide-react";
import { Checkbox } from "@/components/ui/form/choice";
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
function RuleCard({ rule, total, gradables, onRemove }: RuleCardProps) {
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

const learningRuleDocumentInput = onDemand(
  async () => (await import("@/lib/learning/rules/schema")).LearningRuleDocumentInput,
);

type RuleBuilderProps = {
  target: RuleTarget;
  document: LearningRuleDocument;
  /** The first gradables by name, and those that the rules use. */
  gradables: GradableChoice[];
  /** There are more gradables than these. They can be searched. */
  more: boolean;
};

/** The form of the rules. A new document starts with one rule. */
export function useRuleForm({ target, document, gradables }: RuleBuilderProps) {
  const router = useRouter();
  const stored = builderValues(document);
  const form = useForm<BuilderValues>({
    defaultValues: stored.rules.length > 0 ? stored : { rules: [emptyRule(gradables[0])] },
    resolver: useRequestResolver(learningRuleDocumentInput, rulesBody),
  });
  const submit = useFormSubmit(form)(async (values) => {
    const saved = await saveRules(target, rulesBody(values));
    form.reset(builderValues(saved));
    toast.success(saved.rules.length === 0 ? "Rules deleted." : "Rules saved.");
    router.refresh();
  });
  return { form, submit, isPending: form.formState.isSubmitting };
}

/** Returns the given gradables and those that a search found. */
function useGradableChoices({ target, gradables }: RuleBuilderProps) {
  const [searchTerm, setSearchTerm] = useState("");
  const found = useGradables(target, useDeferredValue(searchTerm.trim()));
  const known = new Set(gradables.map(({ id }) => id));
  const choices = [...(found.data ?? []).filter(({ id }) => !known.has(id)), ...gradables];
  return { searchTerm, setSearchTerm, choices };
}

type BuilderFormProps = RuleBuilderProps & ReturnType<typeof useRuleForm> & { preview: Preview | undefined };

/** A form for the rules of one badge. A student has to meet only one of them. */
export function RuleBuilder(props: BuilderFormProps) {
  const { form, submit, isPending, more, preview } = props;
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "rules" });
  const { searchTerm, setSearchTerm, choices } = useGradableChoices(props);
  const { errors } = form.formState;
  const errorMessage = errors.root?.message ?? errors.rules?.message;
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <FormBody className="flex flex-col gap-4">
          {errorMessage ? (
            <Notice tone="negative" announce>
              {errorMessage}
            </Notice>
          ) : null}
          {more ? (
            <Input
              type="search"
              aria-label="Search gradables"
              placeholder="Search gradables"
              value={searchTerm}
              onChange={(event) => setSearchTerm(event.target.value)}
            />
          ) : null}
          {fields.length === 0 ? (
            <p className="text-ink-soft">No rules yet. Add a rule to issue this badge to students.</p>
          ) : null}
          {fields.map(({ id }, rule) => (
            <div key={id} className="flex flex-col gap-4">
              {rule > 0 ? <p className="font-heading text-center text-lg text-ink-soft">or</p> : null}
              <RuleCard
                rule={rule}
                total={preview?.rules[rule]?.total ?? null}
                gradables={choices}
                onRemove={() => remove(rule)}
              />
            </div>
          ))}
          <div className="flex flex-wrap justify-between gap-3 border-t border-line pt-5">
            {fields.length < MAX_RULES ? (
              <Button variant="secondary" onClick={() => append(emptyRule(choices[0]))}>
                {fields.length > 0 ? "Add alternative rule" : "Add rule"}
              </Button>
            ) : null}
            <Button type="submit" busy={isPending} className="ms-auto">
              Save rules
            </Button>
          </div>
        </FormBody>
      </form>
    </FormProvider>
  );
}
