"use client";

import type { ReactNode } from "react";
import { CopyButton } from "./copy-button";

type CodeBoxProps = { label: string; text: string; hint?: ReactNode };

/** Text to select or copy: a secret, an address or a terminal command. */
export const CodeBox = ({ label, text, hint }: CodeBoxProps) => (
  <div className="flex min-w-0 flex-col gap-1.5">
    <div className="flex items-center justify-between gap-3">
      <span className="text-sm font-medium">{label}</span>
      <CopyButton text={text} copies={label} />
    </div>
    <pre
      tabIndex={0}
      aria-label={label}
      className="max-h-112 overflow-y-auto rounded-lg border border-line bg-sunken p-3 font-mono text-[0.8125rem] leading-relaxed break-all whitespace-pre-wrap"
    >
      {text}
    </pre>
    {hint ? <p className="text-[0.8125rem] text-ink-faint">{hint}</p> : null}
  </div>
);
