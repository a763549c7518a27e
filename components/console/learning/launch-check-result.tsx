"use client";

import { Check, Minus, X, type LucideIcon } from "lucide-react";
import { useEffect, useRef } from "react";
import { CodeBox } from "@/components/ui/code-box";
import { Section } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import type { CheckStep, LaunchCheck, CheckOutcome } from "@/lib/learning/launch-debugger/schema";

const STEP_LABELS: Record<CheckStep, string> = {
  parse: "The request is signed with OAuth 1.0a",
  parameters: "All required parameters are present",
  key: "The API key belongs to this app",
  timestamp: "The timestamp is within five minutes",
  signature: "The signature is valid",
  nonce: "The nonce has not been used",
  launch: "The app and the integration accept the launch",
};

const OUTCOME_STYLES: Record<CheckOutcome, { label: string; icon: LucideIcon; tone: string }> = {
  passed: { label: "Passed", icon: Check, tone: "text-positive" },
  failed: { label: "Failed", icon: X, tone: "text-negative" },
  not_reached: { label: "Not reached", icon: Minus, tone: "text-ink-faint" },
  not_checked: { label: "Not checked", icon: Minus, tone: "text-ink-faint" },
};

const Checks = ({ checks }: Pick<LaunchCheck, "checks">) => (
  <ol className="divide-y divide-line border-y border-line text-sm">
    {checks.map(({ step, outcome }) => {
      const { label, icon: Icon, tone } = OUTCOME_STYLES[outcome];
      return (
        <li key={step} className="flex items-center gap-3 py-2">
          <Icon className={`size-4.5 shrink-0 ${tone}`} aria-hidden="true" />
          <span className={outcome === "failed" ? "font-medium" : "text-ink-soft"}>{STEP_LABELS[step]}</span>
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
    <p className="text-sm text-ink-soft">Decoded and in signing order.</p>
    <div
      tabIndex={0}
      role="region"
      aria-label="Signed parameters"
      className="max-h-96 overflow-y-auto rounded-lg border border-line"
    >
      <dl className="divide-y divide-line font-mono text-[0.8125rem]">
        {parameters.map(({ name, value }, index) => (
          <div key={`${index} ${name}`} className="grid gap-x-4 px-3 py-1.5 sm:grid-cols-2">
            <dt className="wrap-anywhere text-ink-soft">{name}</dt>
            <dd className="wrap-anywhere">
              {value === "" ? <span className="text-ink-faint">empty</span> : value}
            </dd>
          </div>
        ))}
      </dl>
    </div>
    {hidden.length > 0 ? (
      <p className="text-[0.8125rem] text-ink-faint">Hidden because they are secret: {hidden.join(", ")}.</p>
    ) : null}
  </Section>
);

/** Shows the result of checking a pasted request. Takes the focus, because it is far below on narrow screens. */
export function LaunchCheckResult({ result }: { result: LaunchCheck | null }) {
  const resultRef = useRef<HTMLElement>(null);
  useEffect(() => {
    if (result) resultRef.current?.focus();
  }, [result]);
  return (
    <section
      ref={resultRef}
      tabIndex={-1}
      aria-label="Result"
      className="flex min-w-0 flex-col gap-8 outline-none"
    >
      {result ? (
        <>
          <Notice
            tone={result.accepted ? "positive" : "negative"}
            title={
              result.accepted ? "Request accepted" : `Request refused${result.code ? `: ${result.code}` : ""}`
            }
          >
            {result.message}
          </Notice>
          <Checks checks={result.checks} />
          <Hints hints={result.hints} />
          <CodeBox
            label="Base string"
            text={result.base_string}
            hint={`Signed as ${result.method} ${result.base_uri}. Compare it with the base string of the learning system.`}
          />
          {result.parameters.length > 0 ? <Parameters {...result} /> : null}
        </>
      ) : (
        <p className="text-ink-soft">
          The result appears here: which check failed, the likely cause and the signature base string. The
          secret is never shown.
        </p>
      )}
    </section>
  );
}
