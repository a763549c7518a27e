"use client";

import { useTranslations } from "next-intl";
import type { IssuedBadge } from "@/lib/badges/issued/schema";
import { apiMe } from "@/components/api";
import { ConfirmButton } from "@/components/ui/overlay/dialog-button";
import { useWrite } from "@/components/ui/form/use-write";

/** Declines a badge that was accepted. */
export function DeclineAccepted({ badge: { id, name } }: { badge: { id: string; name: string } }) {
  const t = useTranslations("wallet");
  const { write, isBusy } = useWrite();
  return (
    <ConfirmButton
      opener={t("answer.decline")}
      look={{ variant: "danger" }}
      title={t("badge.decline_ask", { name })}
      text={t("badge.decline_ask_text")}
      confirm={t("answer.decline_now")}
      isBusy={isBusy}
      onConfirm={(close) =>
        void write({
          send: () => apiMe<IssuedBadge>("POST", `/badges/${id}/reject`, {}),
          done: () => t("answer.declined", { name }),
        }).then(close)
      }
    />
  );
}
