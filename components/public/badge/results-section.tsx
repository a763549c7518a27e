import { useTranslations } from "next-intl";
import type { IssuedBadge } from "@/lib/badges/issued/schema";
import { formatScore } from "@/components/launch/requirement-text";
import { BadgeSection } from "./badge-sections";

type BadgeResult = IssuedBadge["results"][number];

/** The grade types of results that are points or words. */
const CALLBACKS = {
  LetterGrade: "letterGrade",
  RawScore: "points",
  Status: "complete",
  Result: "pass",
} as const satisfies Record<BadgeResult["type"], string>;

/** The results of a badge, each with the name of what was measured. */
export function ResultList({ results }: { results: BadgeResult[] }) {
  const t = useTranslations("launch.requirement");
  return (
    <dl className="flex flex-col gap-2.5 sm:gap-1.5">
      {results.map(({ id, name, type, value }) => (
        <div key={id} className="grid gap-x-6 sm:grid-cols-[minmax(0,12rem)_minmax(0,1fr)]">
          <dt className="text-ink-faint">{name}</dt>
          <dd>{formatScore({ callback: CALLBACKS[type], score: value }, t)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What a badge that is not accepted yet contains of its earner's results. Renders nothing without results. */
export function ResultsNotice({ results, className = "" }: { results: BadgeResult[]; className?: string }) {
  const t = useTranslations("launch");
  return results.length === 0 ? null : (
    <div className={`max-w-prose rounded-lg border border-line bg-sunken px-4 py-3 text-sm ${className}`}>
      <p className="mb-2.5">{t("results_note")}</p>
      <ResultList results={results} />
    </div>
  );
}

/** The results section. Renders nothing without results. */
export function ResultsSection({ results }: { results: BadgeResult[] }) {
  const t = useTranslations("public.sections");
  return results.length === 0 ? null : (
    <BadgeSection title={t("results")}>
      <ResultList results={results} />
    </BadgeSection>
  );
}
