import type { ReactNode } from "react";

const TONES = {
  neutral: "border-line bg-sunken text-ink",
  positive: "border-positive bg-positive-soft text-ink",
  caution: "border-caution bg-caution-soft text-ink",
  negative: "border-negative bg-negative-soft text-ink",
} as const;

type NoticeProps = {
  tone?: keyof typeof TONES;
  title?: ReactNode;
  /** Announces the message at once, for the result of an action. */
  announce?: boolean;
  className?: string;
  children?: ReactNode;
};

/** A message in the page that does not disappear. */
export function Notice({ tone = "neutral", title, announce = false, className = "", children }: NoticeProps) {
  return (
    <div
      role={announce ? "alert" : undefined}
      className={`rounded-lg border-s-4 px-4 py-3 text-sm ${TONES[tone]} ${className}`}
    >
      {title ? <p className="font-semibold">{title}</p> : null}
      {children ? <div className={title ? "mt-1 text-ink-soft" : ""}>{children}</div> : null}
    </div>
  );
}
