"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import type { EarnerExternalBadge } from "@/lib/credentials/external-badges/schema";
import { apiMe } from "@/components/api";
import { ConfirmButton } from "@/components/ui/overlay/dialog-button";
import { useWrite } from "@/components/ui/form/use-write";

const SMALL = { variant: "secondary", size: "small" } as const;

type ExternalActionsProps = {
  badge: { id: string; name: string; public: boolean; isRefreshable: boolean };
};

/** Buttons for a badge of another service: visibility, check again, remove. */
export function ExternalActions({ badge }: ExternalActionsProps) {
  const { id, name } = badge;
  const t = useTranslations("wallet.external");
  const words = useTranslations("wallet.common");
  const { write, isBusy } = useWrite();
  const path = `/external_badges/${id}`;
  const toggleVisibility = () =>
    write({
      send: () => apiMe<EarnerExternalBadge>("PATCH", path, { public: !badge.public }),
      done: (updated) => t(updated.public ? "made_public" : "made_private", { name }),
    });
  const refresh = () =>
    write({
      send: () => apiMe<EarnerExternalBadge>("POST", `${path}/refresh`, {}),
      done: (updated) => t(updated.revoked ? "refreshed_revoked" : "refreshed", { name }),
    });
  const remove = (close: () => void) =>
    write({ send: () => apiMe("DELETE", path), done: () => t("removed", { name }) }).then(close);
  return (
    <div role="group" aria-label={name} className="flex flex-wrap gap-2">
      <Button {...SMALL} busy={isBusy} onClick={() => void toggleVisibility()}>
        {t(badge.public ? "make_private" : "make_public")}
      </Button>
      {badge.isRefreshable ? (
        <Button {...SMALL} busy={isBusy} onClick={() => void refresh()}>
          {t("refresh")}
        </Button>
      ) : null}
      <ConfirmButton
        opener={words("remove")}
        look={{ variant: "quiet", size: "small" }}
        title={t("remove_title", { name })}
        text={t("remove_text")}
        confirm={words("remove_now")}
        isBusy={isBusy}
        onConfirm={(close) => void remove(close)}
      />
    </div>
  );
}
