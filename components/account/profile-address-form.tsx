"use client";

import { useTranslations } from "next-intl";
import { apiMe } from "@/components/api";
import { Form } from "@/components/ui/form";
import { readField } from "@/components/ui/form-data";
import { TextField } from "@/components/ui/text-field";
import type { Me } from "@/lib/identity/accounts/schema";
import { profileAddressSchema } from "./schemas";

/** A form to choose the address of the public profile. */
export function ProfileAddressForm({ url }: { url: string }) {
  const t = useTranslations("wallet.account");
  const words = useTranslations("wallet.common");
  const at = url.lastIndexOf("/") + 1;
  return (
    <Form
      fields={["profile_address"]}
      schema={profileAddressSchema}
      read={(form) => ({ profile_address: readField(form, "profile_address") })}
      send={(request) => apiMe<Me>("PATCH", "", request)}
      done={() => words("saved")}
      action={words("save")}
    >
      {(problems) => (
        <TextField
          name="profile_address"
          label={t("profile_address", { start: url.slice(0, at) })}
          hint={t("profile_address_hint")}
          defaultValue={url.slice(at)}
          maxLength={40}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          problems={problems}
        />
      )}
    </Form>
  );
}
