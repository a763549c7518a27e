"use client";

import { useTranslations } from "next-intl";
import type { OwnEmail } from "@/lib/identity/accounts/schema";
import { apiMe } from "@/components/api";
import { TextField } from "./text-field";
import { readField, WriteForm } from "./write-form";

/** Adds an address. The service then sends a link to it. */
export function AddressForm() {
  const t = useTranslations("wallet.account");
  return (
    <WriteForm
      fields={["email"]}
      send={(form) => apiMe<OwnEmail>("POST", "/emails", { email: readField(form, "email") })}
      done={({ email }) => t("added", { email })}
      action={t("add")}
      look="secondary"
      isEmptied
    >
      {(problems) => (
        <TextField
          name="email"
          type="email"
          label={t("add_email")}
          autoComplete="email"
          maxLength={254}
          problems={problems}
        />
      )}
    </WriteForm>
  );
}
