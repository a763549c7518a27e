"use client";

import { useRouter } from "next/navigation";
import { useDeferredValue, useState } from "react";
import { FormProvider, useFieldArray, useForm } from "react-hook-form";
import { toast } from "@/components/ui/toast";
import { showFailure, useRequestResolver } from "@/components/ui/request-resolver";
import { onDemand } from "@/components/on-demand";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/field";
import { FormBody } from "@/components/ui/form-body";
import { Notice } from "@/components/ui/notice";
import type { RulePreview as Preview } from "@/lib/learning/eligibility/schema";
import { MAX_RULES } from "@/lib/learning/rules/choices";
import type { LearningRuleDocument } from "@/lib/learning/rules/schema";
import { RuleCard } from "./rule-card";
import { useGradables, useSaveRules } from "./rule-hooks";
import {
  builderValues,
  emptyRule,
  rulesBody,
  type BuilderValues,
  type GradableChoice,
  type RuleTarget,
} from "./rule-values";

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
  const { mutateAsync } = useSaveRules(target);
  const submit = form.handleSubmit(async (values) => {
    try {
      const saved = await mutateAsync(rulesBody(values));
      form.reset(builderValues(saved));
      toast.success(saved.rules.length === 0 ? "Rules deleted." : "Rules saved.");
      router.refresh();
    } catch (failure) {
      showFailure(form, failure);
    }
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
