import type { ReactNode } from "react";

const TONES = {
  neutral: "bg-sunken text-ink-soft border-line",
  accent: "bg-accent-soft text-accent border-transparent",
  positive: "bg-positive-soft text-positive border-transparent",
  caution: "bg-caution-soft text-caution border-transparent",
  negative: "bg-negative-soft text-negative border-transparent",
} as const;

export type Tone = keyof typeof TONES;

/** A short label for a state or a property. */
export const Tag = ({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) => (
  <span
    className={`inline-flex items-center rounded-full border px-2 py-0.5 text-2xs font-medium whitespace-nowrap ${TONES[tone]}`}
  >
    {children}
  </span>
);
