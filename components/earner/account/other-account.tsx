"use client";

import { useTranslations } from "next-intl";
import { endSession } from "@/components/account/sign-out";
import { Button } from "@/components/ui/button";

/** The way to another account and back here. The sign-in page leads whoever is signed in straight back, so this session ends. */
export function OtherAccount({ path }: { path: string }) {
  const t = useTranslations("accept.emails");
  const next = `/sign-in?${new URLSearchParams({ callbackUrl: path })}`;
  return (
    <Button className="min-h-11 py-2 whitespace-normal" onClick={() => void endSession(next)}>
      {t("other_account")}
    </Button>
  );
}
