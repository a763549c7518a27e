"use client";

import { CodeBox } from "@/components/ui/code-box";
import { Notice } from "@/components/ui/notice";
import type { OAuthApplication } from "@/lib/access/oauth-applications/schema";
import { ScopedCurl, type CurlAddresses } from "./scoped-curl";

type ApplicationSecretProps = { application: OAuthApplication; urls: CurlAddresses };

/** Client id and secret of an application, the one time that they can be seen together. */
export const ApplicationSecret = ({ application, urls }: ApplicationSecretProps) => (
  <div className="flex flex-col gap-5">
    <Notice tone="caution">Copy the secret now: it is not shown again.</Notice>
    <CodeBox label="Client ID" text={application.uid} />
    <CodeBox
      label="Client secret"
      text={application.secret ?? ""}
      hint="Keep it where programs keep secrets."
    />
    <ScopedCurl uid={application.uid} secret={application.secret} scopes={application.scopes} urls={urls} />
  </div>
);
