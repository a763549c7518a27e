import { writePlaceholder, type DesignedMail, type Placeholder } from "@/lib/delivery/mail-designs/choices";
import type { Locale } from "@/lib/kernel/locales";
import { loadMailTranslator, titleNameParameters } from "./mail-translator";

const placeholder = (name: Placeholder): string => writePlaceholder(name);

/** Returns the subject and the heading that an organization has without its own, with placeholders. */
export async function loadBuiltInTexts(kind: DesignedMail, locale: Locale) {
  const { t } = await loadMailTranslator(locale);
  return {
    subject: t(`${kind}.subject`, {
      issuer: placeholder("issuer_name"),
      badge: placeholder("badge_name"),
      date: placeholder("expires_on"),
    }),
    heading: t(`${kind}.title`, titleNameParameters(placeholder("recipient_first_name"))),
  };
}
