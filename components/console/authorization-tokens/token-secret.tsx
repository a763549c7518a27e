"use client";

import { CodeBox } from "@/components/ui/code-box";

type TokenSecretProps = { token: string; listUrl: string };

/** The secret of a token and a command to test it. */
export const TokenSecret = ({ token, listUrl }: TokenSecretProps) => (
  <div className="flex flex-col gap-5">
    <CodeBox label="Token" text={token} />
    <CodeBox label="Try it" text={`curl -u ${token}: ${listUrl}`} />
    <p className="text-[0.8125rem] text-ink-faint">
      Use the token as the user name for HTTP Basic authentication and leave the password empty. Store it in a
      secret manager.
    </p>
  </div>
);
