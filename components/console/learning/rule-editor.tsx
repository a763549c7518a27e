"use client";

import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import { ApiFailure } from "@/components/api";
import { onDemand, useLoaded, usePreload } from "@/components/on-demand";
import type { LearningRuleDocument } from "@/lib/learning/rules/schema";
import { EvaluationPanel } from "./evaluation-panel";
import { RuleBuilder, useRuleForm } from "./rule-builder";
import { useRulePreview } from "./rule-hooks";
import { RulePreview } from "./rule-preview";
import { previewBody, type BuilderValues, type GradableChoice, type RuleTarget } from "./rule-values";

type RuleEditorProps = {
  target: RuleTarget;
  home: string;
  document: LearningRuleDocument;
  gradables: GradableChoice[];
  more: boolean;
};

const previewInput = onDemand(
  async () => (await import("@/lib/learning/eligibility/schema")).RulePreviewInput,
);

const DEBOUNCE_MS = 400;

/** Debounces a value, so that not every keystroke sends a request. */
function useDebounced<Value>(value: Value): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}

/** Whether all requirements are filled in. Enough for stored or default rules, before the schema is loaded. */
const isFilledIn = ({ rules }: BuilderValues): boolean =>
  rules
    .flatMap(({ requirements }) => requirements)
    .every(({ grade_object_id: gradable, value }) => gradable !== "" && value !== "");

/** Returns the body of the preview request as JSON; null while a rule is incomplete. Loads its schema on input. */
function usePreviewRequest(values: BuilderValues, badgeTemplateId: string): string | null {
  usePreload(previewInput, "input");
  const schema = useLoaded(previewInput);
  const body = previewBody(values, badgeTemplateId);
  const isComplete = schema ? schema.safeParse(body).success : isFilledIn(values);
  return useDebounced(isComplete ? JSON.stringify(body) : null);
}

/** Edits the rules of a badge, previews who qualifies, and issues the badge. */
export function RuleEditor({ home, ...props }: RuleEditorProps) {
  const { target, document } = props;
  const builder = useRuleForm(props);
  const { control, formState } = builder.form;
  const values = useWatch({ control }) as BuilderValues;
  const previewRequest = usePreviewRequest(values, target.badgeTemplateId);
  const { data, error } = useRulePreview(target, previewRequest === null ? null : JSON.parse(previewRequest));
  const isIncomplete = previewRequest === null;
  const preview = isIncomplete ? undefined : data;
  return (
    <div className="grid gap-x-14 gap-y-10 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <RuleBuilder {...props} {...builder} preview={preview} />
      <div className="flex flex-col gap-10 xl:sticky xl:top-10 xl:self-start">
        <RulePreview
          preview={preview}
          isIncomplete={isIncomplete}
          failure={error instanceof ApiFailure ? error.message : null}
        />
        <EvaluationPanel
          target={target}
          home={home}
          document={document}
          isChanged={formState.isDirty}
          dueCount={preview ? preview.total - preview.awarded : null}
        />
      </div>
    </div>
  );
}
