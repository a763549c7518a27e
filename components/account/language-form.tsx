"use client";

import { useTranslations } from "next-intl";
import { Field, Select } from "@/components/ui/form/field";
import type { Me } from "@/lib/accounts/accounts/schema";
import { LANGUAGE_COOKIE, LANGUAGE_NAMES, LOCALES } from "@/lib/kernel/locales";
import { apiMe } from "@/components/api";
import { Form } from "@/components/ui/form/form";
import { readField } from "@/components/ui/form/form-data";
import { languageSchema } from "./schemas";

const YEAR_SECONDS = 365 * 24 * 3_600;

/** Sets the same cookie as lib/http/server/language.ts, so that the pages use the language of the account. */
function setLanguageCookie(locale: string): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${LANGUAGE_COOKIE}=${locale}; Path=/; SameSite=Lax; Max-Age=${YEAR_SECONDS}${secure}`;
}

/** A form to choose the language of the account. */
export function LanguageForm({ locale }: { locale: string }) {
  const t = useTranslations("wallet.account");
  const words = useTranslations("wallet.common");
  const done = (me: Me) => {
    setLanguageCookie(me.locale);
    return words("saved");
  };
  return (
    <Form
      fields={["locale"]}
      schema={languageSchema}
      read={(form) => ({ locale: readField(form, "locale") })}
      send={(request) => apiMe<Me>("PATCH", "", request)}
      done={done}
      action={words("save")}
    >
      {(problems) => (
        <Field label={t("language_label")} hint={t("language_hint")} error={problems.locale}>
          {(control) => (
            <Select {...control} name="locale" defaultValue={locale}>
              {LOCALES.map((each) => (
                <option key={each} value={each} lang={each}>
                  {LANGUAGE_NAMES[each]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </Form>
  );
}
