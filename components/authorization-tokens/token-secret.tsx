"use client";

import { CopyButton } from "@/components/ui/copy-button";

type TokenSecretProps = { token: string; listUrl: string };

/** A line for a terminal or a secret, to be selected or copied. */
const Code = ({ label, text }: { label: string; text: string }) => (
  <div className="flex flex-col gap-1.5">
    <div className="flex items-center justify-between gap-3">
      <span className="text-sm font-medium">{label}</span>
      <CopyButton text={text} />
    </div>
    <pre
      tabIndex={0}
      aria-label={label}
      className="rounded-lg border border-line bg-sunken p-3 font-mono text-[0.8125rem] leading-relaxed break-all whitespace-pre-wrap"
    >
      {text}
    </pre>
  </div>
);

/** The secret of a token, and a line that proves it works. */
export const TokenSecret = ({ token, listUrl }: TokenSecretProps) => (
  <div className="flex flex-col gap-5">
    <Code label="Token" text={token} />
    <Code label="Try it" text={`curl -u ${token}: ${listUrl}`} />
    <p className="text-[0.8125rem] text-ink-faint">
      The token is the user name of HTTP Basic; the password stays empty. Keep it where programs keep secrets.
    </p>
  </div>
);
