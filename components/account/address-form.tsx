"use client";

import { useTranslations } from "next-intl";
import type { OwnEmail } from "@/lib/accounts/accounts/schema";
import { apiMe } from "@/components/api";
import { TextField } from "@/components/ui/form/text-field";
import { Form } from "@/components/ui/form/form";
import { readField } from "@/components/ui/form/form-data";
import { newAddressSchema } from "./schemas";

/** Adds an address. The service then sends a link to it. */
export function AddressForm() {
  const t = useTranslations("wallet.account");
  return (
    <Form
      fields={["email"]}
      schema={newAddressSchema}
      read={(form) => ({ email: readField(form, "email") })}
      send={(request) => apiMe<OwnEmail>("POST", "/emails", request)}
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
    </Form>
  );
}
