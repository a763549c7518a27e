"use client";

import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import { ApiFailure } from "@/components/api";
import { onDemand, useLoaded, usePreload } from "@/components/on-demand";
import type { LearningRuleDocument } from "@/lib/learning/rules/schema";
import { EvaluationPanel } from "./evaluation-panel";
import { RuleBuilder, useRuleForm } from "./rule-builder";
import { useRulePreview } from "./rule-hooks";
import { previewBody, type BuilderValues, type GradableChoice, type RuleTarget } from "./rule-values";
import { Section } from "@/components/ui/facts";
import { Skeleton } from "@/components/ui/skeleton";
import type { RulePreview as Preview } from "@/lib/learning/eligibility/schema";

type RulePreviewProps = {
  preview: Preview | undefined;
  /** The rules are incomplete, so there is no preview yet. */
  isIncomplete: boolean;
  failure: string | null;
};

const MAX_NAMES = 12;

const formatStudentCount = (count: number): string =>
  `${count.toLocaleString("en")} ${count === 1 ? "student" : "students"}`;

function StudentNames({ preview }: { preview: Preview }) {
  const shown = preview.students.slice(0, MAX_NAMES);
  const more = preview.total - shown.length;
  return (
    <ul className="flex flex-wrap gap-1.5 text-[0.8125rem]">
      {shown.map(({ id, first, last, awarded }) => (
        <li
          key={id}
          className={`rounded-full border border-line px-2.5 py-0.5 ${awarded ? "text-ink-faint" : "bg-sunken"}`}
        >
          {first} {last.charAt(0)}
          {last ? "." : ""}
          {awarded ? " (has it)" : ""}
        </li>
      ))}
      {more > 0 ? <li className="px-1 py-0.5 text-ink-faint">and {more.toLocaleString("en")} more</li> : null}
    </ul>
  );
}

function PreviewFigures({ preview }: { preview: Preview }) {
  const dueCount = preview.total - preview.awarded;
  return (
    <div className="flex flex-col gap-3">
      <p>
        <span className="font-heading text-4xl tabular-nums">{preview.total.toLocaleString("en")}</span>{" "}
        <span className="text-ink-soft">
          {preview.total === 1 ? "student qualifies" : "students qualify"}
        </span>
      </p>
      {preview.awarded > 0 ? (
        <p className="text-sm text-ink-soft">
          {formatStudentCount(preview.awarded)} already {preview.awarded === 1 ? "has" : "have"} the badge.{" "}
          {dueCount === 0 ? "No one else would get it" : `${formatStudentCount(dueCount)} would get it`}.
        </p>
      ) : null}
      <StudentNames preview={preview} />
    </div>
  );
}

/** Shows who would qualify by the rules in the form. */
const RulePreview = ({ preview, isIncomplete, failure }: RulePreviewProps) => (
  <Section title="Qualifying students">
    <div aria-live="polite">
      {failure !== null ? <p className="text-sm text-negative">{failure}</p> : null}
      {failure === null && isIncomplete ? (
        <p className="text-sm text-ink-soft">Complete a rule to see who qualifies.</p>
      ) : null}
      {failure === null && !isIncomplete && preview ? <PreviewFigures preview={preview} /> : null}
      {failure === null && !isIncomplete && !preview ? <Skeleton className="h-10 w-40" /> : null}
    </div>
  </Section>
);

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
