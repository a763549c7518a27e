"use client";

import { useTranslations } from "next-intl";
import { endSession } from "@/components/account/sign-out";

/** Ends the session in this browser. */
export function SignOut() {
  const t = useTranslations("common");
  return (
    <button
      type="button"
      onClick={() => void endSession()}
      className="flex min-h-9 w-full items-center rounded-lg px-3 text-start text-sm hover:bg-sunken"
    >
      {t("sign_out")}
    </button>
  );
}
