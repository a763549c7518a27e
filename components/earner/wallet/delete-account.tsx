"use client";

import { useTranslations } from "next-intl";
import { apiOfMe } from "@/components/api";
import { ProofForm } from "./proof-form";
import { Sheet } from "./sheet";

const leave = () => {
  location.assign("/sign-in?deleted=1");
  return null;
};

/** Deletes the account after a confirmation that asks for the password, if there is one. */
export function DeleteAccount({ hasPassword }: { hasPassword: boolean }) {
  const t = useTranslations("wallet.account");
  return (
    <Sheet
      opener={t("delete_action")}
      look={{ variant: "danger" }}
      title={t("delete_title")}
      text={t("delete_ask")}
    >
      {(close) => (
        <ProofForm
          send={(proof) => apiOfMe("DELETE", "", proof)}
          done={leave}
          action={t("delete_now")}
          look="danger"
          isAsked={hasPassword}
          onClose={close}
        />
      )}
    </Sheet>
  );
}
