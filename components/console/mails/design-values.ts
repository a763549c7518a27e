import {
  DESIGNED_MAILS,
  MAIL_TEXTS,
  type DesignedMail,
  type MailText,
} from "@/lib/delivery/mail-designs/choices";
import type { MailDesign } from "@/lib/delivery/mail-designs/schema";
import { LOCALES, type Locale } from "@/lib/kernel/locales";

export type TextValues = Record<MailText, string>;

export type DesignValues = {
  sender_name: string;
  reply_to: string;
  texts: Record<Locale, Record<DesignedMail, TextValues>>;
};

/** Builds an object with a value for each key. */
const mapKeys = <Key extends string, Value>(keys: readonly Key[], build: (key: Key) => Value) =>
  Object.fromEntries(keys.map((key) => [key, build(key)])) as Record<Key, Value>;

/** The fields of the form: every text in every language, empty where the built-in one is used. */
export const designFormValues = (design: MailDesign): DesignValues => ({
  sender_name: design.sender_name ?? "",
  reply_to: design.reply_to ?? "",
  texts: mapKeys(LOCALES, (locale) =>
    mapKeys(DESIGNED_MAILS, (kind) =>
      mapKeys(MAIL_TEXTS, (name) => design.texts[locale]?.[kind]?.[name] ?? ""),
    ),
  ),
});

/** Returns the values that differ from the saved ones; undefined when none does. */
const pickChanged = (values: TextValues, saved: TextValues): Partial<TextValues> | undefined => {
  const changed = MAIL_TEXTS.filter((name) => values[name] !== saved[name]);
  return changed.length > 0 ? Object.fromEntries(changed.map((name) => [name, values[name]])) : undefined;
};

/** Removes the keys without a value, and the object itself when none is left. */
const compact = <Value>(all: Record<string, Value | undefined>): Record<string, Value> | undefined => {
  const given = Object.entries(all).filter((entry): entry is [string, Value] => entry[1] !== undefined);
  return given.length > 0 ? Object.fromEntries(given) : undefined;
};

/**
 * Builds the body of PUT: only what differs from the saved design, so that texts which someone else saved meanwhile stay
 * as they are.
 */
export const designBody = (values: DesignValues, saved: DesignValues) =>
  compact<unknown>({
    sender_name: values.sender_name === saved.sender_name ? undefined : values.sender_name,
    reply_to: values.reply_to === saved.reply_to ? undefined : values.reply_to,
    texts: compact(
      mapKeys(LOCALES, (locale) =>
        compact(
          mapKeys(DESIGNED_MAILS, (kind) =>
            pickChanged(values.texts[locale][kind], saved.texts[locale][kind]),
          ),
        ),
      ),
    ),
  }) ?? {};

/** Whether any text of this mail in this language is the organization's own. */
export const hasOwnTexts = (texts: TextValues): boolean =>
  MAIL_TEXTS.some((name) => texts[name].trim() !== "");
