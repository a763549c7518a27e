"use client";

import { useTranslations } from "next-intl";
import type { Me } from "@/lib/accounts/accounts/schema";
import { NewPasswordField, type PasswordMessages } from "./new-password-field";
import { apiMe } from "@/components/api";
import { parsePasswordFaultCode } from "@/lib/identity/users/choices";
import { TextField } from "@/components/ui/form/text-field";
import { Form } from "@/components/ui/form/form";
import { readUntrimmedField } from "@/components/ui/form/form-data";
import { newPasswordSchema } from "./schemas";

type PasswordFormProps = {
  hasPassword: boolean;
  email: string;
  words: PasswordMessages;
  /** Texts that the password must not contain (lib/identity/users/password-choice.ts). */
  personal: readonly string[];
};

/** A form to set or change the password. A change requires the current password. */
export function PasswordForm({ hasPassword, email, words, personal }: PasswordFormProps) {
  const t = useTranslations("wallet.account");
  const read = (form: FormData) => ({
    password: readUntrimmedField(form, "password"),
    ...(hasPassword ? { current_password: readUntrimmedField(form, "current_password") } : {}),
  });
  const explain = (code: string): string | undefined => {
    const fault = parsePasswordFaultCode(code);
    return fault && words.faults[fault];
  };
  return (
    <Form
      fields={["current_password", "password"]}
      schema={newPasswordSchema}
      read={read}
      send={(request) => apiMe<Me>("PUT", "/password", request)}
      done={() => t("password_said")}
      action={t(hasPassword ? "password_change" : "password_set")}
      explain={explain}
      isEmptied
    >
      {(problems) => (
        <>
          {hasPassword ? null : <p className="text-ink-soft">{t("password_none")}</p>}
          {/* Tells password managers which account the password belongs to. */}
          <input type="hidden" autoComplete="username" value={email} readOnly />
          {hasPassword ? (
            <TextField
              name="current_password"
              type="password"
              label={t("password_current")}
              autoComplete="current-password"
              problems={problems}
            />
          ) : null}
          <NewPasswordField
            name="password"
            label={t("password_new")}
            hint={t("password_hint")}
            error={problems.password}
            words={words}
            personal={personal}
          />
        </>
      )}
    </Form>
  );
}
