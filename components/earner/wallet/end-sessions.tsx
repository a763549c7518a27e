"use client";

import { useTranslations } from "next-intl";
import { apiOfMe } from "@/components/api";
import { AskFirst } from "./sheet";
import { useWrite } from "./use-write";

/** Signs the person out in every browser, including this one. */
export function EndSessions() {
  const t = useTranslations("wallet.account");
  const { write, isBusy } = useWrite();
  const leave = () => {
    location.assign("/sign-in");
    return null;
  };
  return (
    <AskFirst
      opener={t("sessions_end")}
      look={{ variant: "secondary" }}
      title={t("sessions_title")}
      text={t("sessions_ask")}
      confirm={t("sessions_now")}
      isBusy={isBusy}
      onConfirm={() => void write({ send: () => apiOfMe("DELETE", "/sessions"), done: leave })}
    />
  );
}
