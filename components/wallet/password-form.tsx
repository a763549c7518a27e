"use client";

import { useTranslations } from "next-intl";
import type { Me } from "@/lib/accounts/schema";
import { apiOfMe } from "@/components/api";
import { TextField } from "./text-field";
import { WriteForm } from "./write-form";

const asTyped = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

/** A new password; with the present one, if there is one. */
export function PasswordForm({ hasPassword, email }: { hasPassword: boolean; email: string }) {
  const t = useTranslations("wallet.account");
  const send = (form: FormData) =>
    apiOfMe<Me>("PUT", "/password", {
      password: asTyped(form, "password"),
      ...(hasPassword ? { current_password: asTyped(form, "current_password") } : {}),
    });
  return (
    <WriteForm
      fields={["current_password", "password"]}
      send={send}
      done={() => t("password_said")}
      action={t(hasPassword ? "password_change" : "password_set")}
      isEmptied
    >
      {(problems) => (
        <>
          {hasPassword ? null : <p className="text-ink-soft">{t("password_none")}</p>}
          {/* Password managers look for whose password it is. */}
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
          <TextField
            name="password"
            type="password"
            label={t("password_new")}
            hint={t("password_hint")}
            autoComplete="new-password"
            problems={problems}
          />
        </>
      )}
    </WriteForm>
  );
}
