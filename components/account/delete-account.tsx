"use client";

import { useTranslations } from "next-intl";
import { apiMe } from "@/components/api";
import { ProofForm } from "./proof-form";
import { DialogButton } from "@/components/ui/overlay/dialog-button";

const goToSignIn = () => {
  location.assign("/sign-in?deleted=1");
  return null;
};

/** Deletes the account after a confirmation that asks for the password, if there is one. */
export function DeleteAccount({ hasPassword }: { hasPassword: boolean }) {
  const t = useTranslations("wallet.account");
  return (
    <DialogButton
      opener={t("delete_action")}
      look={{ variant: "danger" }}
      title={t("delete_title")}
      text={t("delete_ask")}
    >
      {(close) => (
        <ProofForm
          send={(proof) => apiMe("DELETE", "", proof)}
          done={goToSignIn}
          action={t("delete_now")}
          look="danger"
          needsPassword={hasPassword}
          onClose={close}
        />
      )}
    </DialogButton>
  );
}
