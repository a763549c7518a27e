import { z } from "zod";
import { emailAddress, line, optional, optionalNotNull, text, timestamp } from "@/lib/kernel/fields";
import { LOCALES } from "@/lib/kernel/locales";
import {
  DESIGNED_MAILS,
  MAX_SENDER_NAME_LENGTH,
  MAX_TEXT_LENGTHS,
  PLACEHOLDERS,
  type DesignedMail,
} from "./choices";
import { findPlaceholderProblem } from "./placeholders";

/** Line separators, and the characters that reverse the direction of text, which can disguise a name. */
const HIDDEN = /[\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;
const LINK = /:\/\/|\bwww\./iu;
const TAG = /<\/?[a-z!][^>]*>/iu;

/** Brings variants of the same character, such as those of full width, to the form that mail programs link. */
const normalize = (text: string): string => text.normalize("NFKC").replace(/\p{Cf}/gu, "");

/** Returns why a text of an organization cannot be in a mail, as the end of a sentence; null if it can. */
export function findWordProblem(text: string): string | null {
  if (HIDDEN.test(text)) return "contains characters that are not allowed";
  const plain = normalize(text);
  if (LINK.test(plain)) return "must not contain links. The e-mail has its own";
  return TAG.test(plain) ? "must not contain HTML" : null;
}

/** Returns why a name cannot be that of a sender: also if it looks like an address. */
export const findSenderNameProblem = (name: string): string | null =>
  findWordProblem(name) ?? (/[@<>]/u.test(normalize(name)) ? "must not contain @, < or >" : null);

/** Builds the fields of an object, one for each name. */
const fieldsOf = <Name extends string, Schema extends z.ZodType>(
  names: readonly Name[],
  build: (name: Name) => Schema,
) => Object.fromEntries(names.map((name) => [name, build(name)])) as Record<Name, Schema>;

export const TextsOfMail = z.strictObject({
  subject: z.string().nullable(),
  heading: z.string().nullable(),
  opening: z.string().nullable(),
});
/** The texts of one kind of mail in one language. Null: the built-in one. */
export type TextsOfMail = z.infer<typeof TextsOfMail>;

const TextsOfLanguage = z
  .strictObject(fieldsOf(DESIGNED_MAILS, () => TextsOfMail.optional()))
  .meta({ id: "MailTexts" });
export type TextsOfLanguage = z.infer<typeof TextsOfLanguage>;

/** The texts as they are stored: only those that the organization has written. */
export const StoredTexts = z.strictObject(fieldsOf(LOCALES, () => TextsOfLanguage.optional()));
export type StoredTexts = z.infer<typeof StoredTexts>;

export const MailDesign = z
  .strictObject({
    sender_name: z.string().nullable(),
    /** The address of the installation, from which all mails are sent. */
    sender_address: z.string(),
    reply_to: z.string().nullable(),
    texts: StoredTexts,
    /** Null while the organization uses the built-in texts. */
    updated_at: timestamp().nullable(),
  })
  .meta({ id: "MailDesign" });
export type MailDesign = z.infer<typeof MailDesign>;

/** Adds a check that returns the end of a sentence for a value that is refused. */
const checked = <Schema extends z.ZodType<string>>(
  schema: Schema,
  ...checks: ((value: string) => string | null)[]
) =>
  schema.superRefine((value, context) => {
    const message = checks.map((check) => check(value)).find((found) => found !== null);
    if (message) context.addIssue({ code: "custom", message });
  });

const textsInput = (kind: DesignedMail) => {
  const findProblem = (value: string) => findPlaceholderProblem(value, PLACEHOLDERS[kind]);
  const { subject, heading, opening } = MAX_TEXT_LENGTHS;
  return z.strictObject({
    subject: optional(checked(line(subject), findWordProblem, findProblem)),
    heading: optional(checked(line(heading), findWordProblem, findProblem)),
    opening: optional(checked(text(opening), findWordProblem, findProblem)),
  });
};

const TextsOfLanguageInput = z
  .strictObject(fieldsOf(DESIGNED_MAILS, (kind) => optionalNotNull(textsInput(kind))))
  .meta({ id: "MailTextsInput" });
export type TextsOfLanguageInput = z.infer<typeof TextsOfLanguageInput>;

/** The fields of a design to change. A text that is null becomes the built-in one again. */
export const MailDesignInput = z
  .object({
    sender_name: optional(checked(line(MAX_SENDER_NAME_LENGTH), findSenderNameProblem)),
    reply_to: optional(emailAddress()),
    texts: optionalNotNull(z.strictObject(fieldsOf(LOCALES, () => optionalNotNull(TextsOfLanguageInput)))),
  })
  .meta({ id: "MailDesignInput" });
export type MailDesignInput = z.infer<typeof MailDesignInput>;
export type TextsInput = NonNullable<MailDesignInput["texts"]>;
