"use client";

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
export const RulePreview = ({ preview, isIncomplete, failure }: RulePreviewProps) => (
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
