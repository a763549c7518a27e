"use client";

import { useTranslations } from "next-intl";
import type { IssuedBadge } from "@/lib/badges/issued/schema";
import { apiOfMe } from "@/components/api";
import { AskFirst } from "./sheet";
import { useWrite } from "./use-write";

/** Declines a badge that was accepted. */
export function GiveBack({ badge: { id, name } }: { badge: { id: string; name: string } }) {
  const t = useTranslations("wallet");
  const { write, isBusy } = useWrite();
  return (
    <AskFirst
      opener={t("answer.decline")}
      look={{ variant: "danger" }}
      title={t("badge.decline_ask", { name })}
      text={t("badge.decline_ask_text")}
      confirm={t("answer.decline_now")}
      isBusy={isBusy}
      onConfirm={(close) =>
        void write({
          send: () => apiOfMe<IssuedBadge>("POST", `/badges/${id}/reject`, {}),
          done: () => t("answer.declined", { name }),
        }).then(close)
      }
    />
  );
}
