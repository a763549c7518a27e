"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ApiFailure, apiWrite } from "@/components/api";
import { Button } from "@/components/ui/button";
import { LinkDocument, type LinkDocumentProps, type LinkStatus } from "./link-document";

/** The status that the page shows for each error code of the API. */
const STATUSES: Record<string, LinkStatus> = {
  invalid_link: "old",
  already_confirmed: "confirmed",
  belongs_to_another_account: "of_another",
  nothing_to_merge: "no_account",
  provider_required: "provider_required",
  not_found: "not_yours",
};

const failureStatus = (error: unknown): LinkStatus => {
  if (!(error instanceof ApiFailure)) return "failed";
  return STATUSES[error.errors[0]?.code ?? error.code] ?? STATUSES[error.code] ?? "failed";
};

type LinkActionProps = Omit<LinkDocumentProps, "status" | "action"> & { emailId: string; token: string };

/** Asks for confirmation, sends the request, and shows the result in the same place. */
export function LinkAction({ emailId, token, ...link }: LinkActionProps) {
  const t = useTranslations("accept.emails");
  const [status, setStatus] = useState<LinkStatus>("ready");
  const [isBusy, setIsBusy] = useState(false);
  const act = async (): Promise<void> => {
    setIsBusy(true);
    try {
      if (link.kind === "confirm") {
        await apiWrite("POST", `/v1/me/emails/${emailId}/confirm`, { token });
      } else {
        await apiWrite("POST", "/v1/me/merge", { email_id: emailId, token });
      }
      setStatus(link.kind === "confirm" ? "confirmed" : "merged");
    } catch (error) {
      setStatus(failureStatus(error));
    } finally {
      setIsBusy(false);
    }
  };
  const mayAct = status === "ready" || status === "failed";
  const button = (
    <Button busy={isBusy} onClick={() => void act()} className="min-h-11 py-2 whitespace-normal">
      {t(`${link.kind}.submit`)}
    </Button>
  );
  return <LinkDocument {...link} status={status} action={mayAct ? button : undefined} />;
}
