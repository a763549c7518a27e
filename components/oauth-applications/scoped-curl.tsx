"use client";

import { useState } from "react";
import { Checkbox, Fieldset } from "@/components/ui/choice";
import { CodeBox } from "@/components/ui/code-box";
import { SCOPES, type Scope } from "@/lib/kernel/scopes";
import { requestLine, tokenLine } from "./curl-line";

/** Addresses that the lines ask: the token endpoint, and a list that most scopes may not read. */
export type CurlAddresses = { tokenUrl: string; listUrl: string };

type ScopedCurlProps = {
  uid: string;
  /** Known only to whoever just made it. */
  secret: string | null;
  urls: CurlAddresses;
};

const ALL = Object.keys(SCOPES) as Scope[];

/** The line that obtains an access token, for the scopes that are chosen, and the one that uses it. */
export function ScopedCurl({ uid, secret, urls }: ScopedCurlProps) {
  const [chosen, choose] = useState<ReadonlySet<Scope>>(new Set<Scope>(["badge_templates", "issued_badges"]));
  const toggle = (scope: Scope) => {
    const next = new Set(chosen);
    if (!next.delete(scope)) next.add(scope);
    choose(next);
  };
  const scopes = ALL.filter((scope) => chosen.has(scope));
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <Fieldset legend="Scopes" hint="What the access token may do. Ask for what the program needs.">
        <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
          {ALL.map((scope) => (
            <Checkbox
              key={scope}
              name="scope"
              value={scope}
              label={<span className="font-mono text-[0.8125rem]">{scope}</span>}
              hint={SCOPES[scope]}
              checked={chosen.has(scope)}
              onChange={() => toggle(scope)}
            />
          ))}
        </div>
      </Fieldset>
      {scopes.length === 0 ? (
        <p className="text-sm text-ink-soft">Choose at least one scope.</p>
      ) : (
        <CodeBox
          label="Get an access token"
          text={tokenLine({ tokenUrl: urls.tokenUrl, uid, secret }, scopes)}
          hint={
            secret
              ? "It is good for 7,200 seconds; ask for the next one before it ends."
              : "CLIENT_SECRET is the secret that was shown when it was made; read -rs CLIENT_SECRET takes it without leaving it in the shell’s history."
          }
        />
      )}
      <CodeBox
        label="Use it"
        text={requestLine(urls.listUrl)}
        hint="ACCESS_TOKEN is the access_token of the answer. This list takes the scope issued_badges."
      />
    </div>
  );
}
