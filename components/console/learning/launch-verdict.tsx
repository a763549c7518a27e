"use client";

import { Check, Minus, X, type LucideIcon } from "lucide-react";
import { useEffect, useRef } from "react";
import { CodeBox } from "@/components/ui/code-box";
import { Section } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import type { CheckStep, LaunchCheck, Outcome } from "@/lib/learning/launch-checks/schema";

const STEPS: Record<CheckStep, string> = {
  parse: "It is a request signed with OAuth 1.0a",
  parameters: "It has all parameters that it needs",
  key: "The API key is this app’s",
  timestamp: "It was signed within five minutes",
  signature: "The signature fits",
  nonce: "The nonce is unused",
  launch: "The person and the course can be served",
};

const OUTCOMES: Record<Outcome, { label: string; icon: LucideIcon; tone: string }> = {
  passed: { label: "yes", icon: Check, tone: "text-positive" },
  failed: { label: "no", icon: X, tone: "text-negative" },
  not_reached: { label: "not reached", icon: Minus, tone: "text-ink-faint" },
  not_checked: { label: "not checked here", icon: Minus, tone: "text-ink-faint" },
};

const Checks = ({ checks }: Pick<LaunchCheck, "checks">) => (
  <ol className="divide-y divide-line border-y border-line text-sm">
    {checks.map(({ step, outcome }) => {
      const { label, icon: Icon, tone } = OUTCOMES[outcome];
      return (
        <li key={step} className="flex items-center gap-3 py-2">
          <Icon className={`size-4.5 shrink-0 ${tone}`} aria-hidden="true" />
          <span className={outcome === "failed" ? "font-medium" : "text-ink-soft"}>{STEPS[step]}</span>
          <span className={`ms-auto shrink-0 text-[0.8125rem] ${tone}`}>{label}</span>
        </li>
      );
    })}
  </ol>
);

const Hints = ({ hints }: Pick<LaunchCheck, "hints">) =>
  hints.length === 0 ? null : (
    <Section title="What to do">
      <ul className="flex list-disc flex-col gap-2 ps-5">
        {hints.map((hint) => (
          <li key={hint} className="wrap-anywhere">
            {hint}
          </li>
        ))}
      </ul>
    </Section>
  );

const Parameters = ({ parameters, hidden }: Pick<LaunchCheck, "parameters" | "hidden">) => (
  <Section title="Signed parameters">
    <p className="text-sm text-ink-soft">Decoded, in the order in which they are signed.</p>
    <div
      tabIndex={0}
      role="region"
      aria-label="Signed parameters"
      className="max-h-96 overflow-y-auto rounded-lg border border-line"
    >
      <dl className="divide-y divide-line font-mono text-[0.8125rem]">
        {parameters.map(({ name, value }, place) => (
          <div key={`${place} ${name}`} className="grid gap-x-4 px-3 py-1.5 sm:grid-cols-2">
            <dt className="wrap-anywhere text-ink-soft">{name}</dt>
            <dd className="wrap-anywhere">
              {value === "" ? <span className="text-ink-faint">empty</span> : value}
            </dd>
          </div>
        ))}
      </dl>
    </div>
    {hidden.length > 0 ? (
      <p className="text-[0.8125rem] text-ink-faint">
        Hidden, because they are secrets: {hidden.join(", ")}.
      </p>
    ) : null}
  </Section>
);

/** What became of a pasted request, and why. Whoever asked is brought to it: on narrow screens it is far below. */
export function LaunchVerdict({ verdict }: { verdict: LaunchCheck | null }) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (verdict) box.current?.focus();
  }, [verdict]);
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label="Verdict"
      className="flex min-w-0 flex-col gap-8 outline-none"
    >
      {verdict ? (
        <>
          <Notice
            tone={verdict.accepted ? "positive" : "negative"}
            title={
              verdict.accepted ? "It would be served" : `Refused${verdict.code ? `: ${verdict.code}` : ""}`
            }
          >
            {verdict.message}
          </Notice>
          <Checks checks={verdict.checks} />
          <Hints hints={verdict.hints} />
          <CodeBox
            label="Base string"
            text={verdict.base_string}
            hint={`Signed as ${verdict.method} ${verdict.base_uri}. Compare it with the one that the learning system signs.`}
          />
          {verdict.parameters.length > 0 ? <Parameters {...verdict} /> : null}
        </>
      ) : (
        <p className="text-ink-soft">
          The verdict appears here: which check failed, what most likely is wrong, and the text that the
          signature signs. The secret is never shown.
        </p>
      )}
    </section>
  );
}
