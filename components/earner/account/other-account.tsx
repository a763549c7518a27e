"use client";

import { useTranslations } from "next-intl";
import { endSession } from "@/components/account/sign-out";
import { Button } from "@/components/ui/button";

/**
 * A button to sign in with another account and return here. It ends the session first, because the sign-in page
 * redirects people who are signed in.
 */
export function OtherAccount({ path }: { path: string }) {
  const t = useTranslations("accept.emails");
  const next = `/sign-in?${new URLSearchParams({ callbackUrl: path })}`;
  return (
    <Button className="min-h-11 py-2 whitespace-normal" onClick={() => void endSession(next)}>
      {t("other_account")}
    </Button>
  );
}
