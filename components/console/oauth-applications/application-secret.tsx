"use client";

import { CodeBox } from "@/components/ui/code-box";
import { Notice } from "@/components/ui/notice";
import type { OAuthApplication } from "@/lib/applications/oauth-applications/schema";
import { ScopedCurl, type CurlUrls } from "./scoped-curl";

type ApplicationSecretProps = { application: OAuthApplication; urls: CurlUrls };

/** The client ID and secret of an application, right after its creation or rotation. The secret is shown only once. */
export const ApplicationSecret = ({ application, urls }: ApplicationSecretProps) => (
  <div className="flex flex-col gap-5">
    <Notice tone="caution">Copy the secret now. It is not shown again.</Notice>
    <CodeBox label="Client ID" text={application.uid} />
    <CodeBox label="Client secret" text={application.secret ?? ""} hint="Store it in a secret manager." />
    <ScopedCurl uid={application.uid} secret={application.secret} scopes={application.scopes} urls={urls} />
  </div>
);
