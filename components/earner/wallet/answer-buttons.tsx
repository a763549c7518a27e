"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { Button } from "@/components/ui/button";
import type { IssuedBadge } from "@/lib/badges/issued/schema";
import { apiMe } from "@/components/api";
import { ConfirmButton } from "@/components/ui/overlay/dialog-button";
import { useWrite } from "@/components/ui/form/use-write";

type AnswerButtonsProps = { badge: { id: string; name: string } };

/** Buttons to accept or decline a pending badge. An accepted badge is shown with the ways to share it. */
export function AnswerButtons({ badge: { id, name } }: AnswerButtonsProps) {
  const t = useTranslations("wallet.answer");
  const { write, isBusy } = useWrite();
  const router = useRouter();
  const accept = (isPrivate: boolean) =>
    write({
      send: () => apiMe<IssuedBadge>("POST", `/badges/${id}/accept`, { private: isPrivate }),
      done: () => {
        router.push(`/wallet/badges/${id}?accepted=1`);
        return t(isPrivate ? "accepted_privately" : "accepted", { name });
      },
    });
  return (
    <div role="group" aria-label={name} className="flex flex-wrap gap-2">
      <Button busy={isBusy} onClick={() => void accept(false)}>
        {t("accept")}
      </Button>
      <Button variant="secondary" busy={isBusy} onClick={() => void accept(true)}>
        {t("accept_privately")}
      </Button>
      <ConfirmButton
        opener={t("decline")}
        look={{ variant: "quiet" }}
        title={t("decline_title", { name })}
        text={t("decline_text")}
        confirm={t("decline_now")}
        isBusy={isBusy}
        onConfirm={(close) =>
          void write({
            send: () => apiMe<IssuedBadge>("POST", `/badges/${id}/reject`, {}),
            done: () => t("declined", { name }),
          }).then(close)
        }
      />
    </div>
  );
}
