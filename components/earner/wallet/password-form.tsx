"use client";

import { useTranslations } from "next-intl";
import type { Me } from "@/lib/identity/accounts/schema";
import { NewPasswordField, type PasswordMessages } from "@/components/account/new-password-field";
import { apiMe } from "@/components/api";
import { parsePasswordFaultCode } from "@/lib/identity/users/choices";
import { TextField } from "./text-field";
import { WriteForm } from "./write-form";

const readUntrimmed = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

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
  const send = (form: FormData) =>
    apiMe<Me>("PUT", "/password", {
      password: readUntrimmed(form, "password"),
      ...(hasPassword ? { current_password: readUntrimmed(form, "current_password") } : {}),
    });
  const explain = (code: string): string | undefined => {
    const fault = parsePasswordFaultCode(code);
    return fault && words.faults[fault];
  };
  return (
    <WriteForm
      fields={["current_password", "password"]}
      send={send}
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
    </WriteForm>
  );
}
