"use client";

import { useTranslations } from "next-intl";
import { apiMe } from "@/components/api";
import { Button } from "@/components/ui/button";
import { useWrite } from "@/components/ui/form/use-write";
import type { IssuedBadge } from "@/lib/badges/issued/schema";

/** A button that makes a private badge public. The page passes its text, as messages of that group stay on the server. */
export function MakePublic({ badgeId, text }: { badgeId: string; text: string }) {
  const t = useTranslations("wallet.badge");
  const { write, isBusy } = useWrite();
  const makePublic = () =>
    write({
      send: () => apiMe<IssuedBadge>("PATCH", `/badges/${badgeId}`, { public: true }),
      done: () => t("now_public"),
    });
  return (
    <Button busy={isBusy} onClick={() => void makePublic()}>
      {text}
    </Button>
  );
}
