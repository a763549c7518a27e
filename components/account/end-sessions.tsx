"use client";

import { useTranslations } from "next-intl";
import { apiMe } from "@/components/api";
import { ConfirmButton } from "@/components/ui/overlay/dialog-button";
import { useWrite } from "@/components/ui/form/use-write";

/** Signs the person out in every browser, including this one. */
export function EndSessions() {
  const t = useTranslations("wallet.account");
  const { write, isBusy } = useWrite();
  const goToSignIn = () => {
    location.assign("/sign-in");
    return null;
  };
  return (
    <ConfirmButton
      opener={t("sessions_end")}
      look={{ variant: "secondary" }}
      title={t("sessions_title")}
      text={t("sessions_ask")}
      confirm={t("sessions_now")}
      isBusy={isBusy}
      onConfirm={() => void write({ send: () => apiMe("DELETE", "/sessions"), done: goToSignIn })}
    />
  );
}
