"use client";

import { CodeBox } from "@/components/ui/code-box";

type TokenSecretProps = { token: string; listUrl: string };

/** The secret of a token, and a line that proves it works. */
export const TokenSecret = ({ token, listUrl }: TokenSecretProps) => (
  <div className="flex flex-col gap-5">
    <CodeBox label="Token" text={token} />
    <CodeBox label="Try it" text={`curl -u ${token}: ${listUrl}`} />
    <p className="text-[0.8125rem] text-ink-faint">
      The token is the user name of HTTP Basic; the password stays empty. Keep it where programs keep secrets.
    </p>
  </div>
);
