"use client";

import { useState } from "react";
import { ScopeCheckboxes } from "@/components/console/developer/scope-fields";
import { Fieldset } from "@/components/ui/choice";
import { CodeBox } from "@/components/ui/code-box";
import { SCOPE_NAMES, type Scope } from "@/lib/access/callers/choices";
import { requestLine, tokenLine } from "./curl-line";

/** Addresses that the lines ask: the token endpoint, and a list that most scopes may not read. */
export type CurlAddresses = { tokenUrl: string; listUrl: string };

type ScopedCurlProps = {
  uid: string;
  /** Known only to whoever just made it. */
  secret: string | null;
  /** Those that the application may ask for; null for all. */
  scopes: readonly Scope[] | null;
  urls: CurlAddresses;
};

const USUAL: readonly Scope[] = ["badge_templates", "issued_badges"];

/** The line that obtains an access token, for the scopes that are chosen, and the one that uses it. */
export function ScopedCurl({ uid, secret, scopes: own, urls }: ScopedCurlProps) {
  const grantable = own ?? SCOPE_NAMES;
  const usual = grantable.filter((scope) => USUAL.includes(scope));
  const [chosen, choose] = useState<readonly Scope[]>(usual.length > 0 ? usual : grantable);
  // Some may have been taken from the application meanwhile.
  const scopes = grantable.filter((scope) => chosen.includes(scope));
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <Fieldset legend="Scopes" hint="What the access token may do. Ask for what the program needs.">
        <ScopeCheckboxes scopes={grantable} chosen={scopes} onChange={choose} />
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
