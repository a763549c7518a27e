"use client";

import { useState } from "react";
import { ScopeCheckboxes } from "@/components/console/developer/scope-fields";
import { Fieldset } from "@/components/ui/form/choice";
import { CodeBox } from "@/components/ui/code-box";
import { SCOPE_NAMES, type Scope } from "@/lib/access/callers/choices";

/** A shell variable in place of an unknown secret. */
const SECRET_VARIABLE = '"$CLIENT_SECRET"';

type Client = { tokenUrl: string; uid: string; secret: string | null };

/** Builds the command that gets an access token with these scopes (specification, "OAuth 2.0 client credentials"). */
const buildTokenCommand = ({ tokenUrl, uid, secret }: Client, scopes: readonly string[]): string =>
  [
    `curl -X POST ${tokenUrl}`,
    "-d grant_type=client_credentials",
    `-d client_id=${uid}`,
    `-d client_secret=${secret ?? SECRET_VARIABLE}`,
    `--data-urlencode 'scope=${scopes.join(" ")}'`,
  ].join(" ");

/** Builds the command that uses the access token. */
const buildRequestCommand = (url: string): string => `curl -H "Authorization: Bearer $ACCESS_TOKEN" ${url}`;

/** The URLs of the commands: the token endpoint, and the list of issued badges. */
export type CurlUrls = { tokenUrl: string; listUrl: string };

type ScopedCurlProps = {
  uid: string;
  /** Known only right after creation or rotation, otherwise null. */
  secret: string | null;
  /** The scopes that the application may request. Null for all. */
  scopes: readonly Scope[] | null;
  urls: CurlUrls;
};

const USUAL_SCOPES: readonly Scope[] = ["badge_templates", "issued_badges"];

/** The command that gets an access token for the selected scopes, and the command that uses it. */
export function ScopedCurl({ uid, secret, scopes: allowedScopes, urls }: ScopedCurlProps) {
  const grantable = allowedScopes ?? SCOPE_NAMES;
  const usual = grantable.filter((scope) => USUAL_SCOPES.includes(scope));
  const [chosen, choose] = useState<readonly Scope[]>(usual.length > 0 ? usual : grantable);
  // The application may have lost scopes in the meantime.
  const scopes = grantable.filter((scope) => chosen.includes(scope));
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <Fieldset legend="Scopes" hint="What the access token can do. Choose only what the program needs.">
        <ScopeCheckboxes scopes={grantable} chosen={scopes} onChange={choose} />
      </Fieldset>
      {scopes.length === 0 ? (
        <p className="text-sm text-ink-soft">Choose at least one scope.</p>
      ) : (
        <CodeBox
          label="Get an access token"
          text={buildTokenCommand({ tokenUrl: urls.tokenUrl, uid, secret }, scopes)}
          hint={
            secret
              ? "Access tokens expire after 2 hours. Request a new one before then."
              : "Set CLIENT_SECRET to the client secret. “read -rs CLIENT_SECRET” keeps it out of the shell history."
          }
        />
      )}
      <CodeBox
        label="Use the access token"
        text={buildRequestCommand(urls.listUrl)}
        hint="Set ACCESS_TOKEN to the access_token of the response. This list needs the scope issued_badges."
      />
    </div>
  );
}
