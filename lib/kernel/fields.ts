import { z } from "zod";
import { parseWrittenInstant, throughDay } from "./dates";
import { hasNonAsciiLocalPart, normalizeEmailAddress } from "./email-address";
import { hasWebScheme } from "./origins";

/** Building blocks of the API schemas. The limits of decision 0018 are defined here only. Safe in the browser. */

const MAX_LINE_LENGTH = 255;
const MAX_TEXT_LENGTH = 5_000;

// PostgreSQL cannot store NUL, and a lone surrogate has no UTF-8: both are rejected here, before they reach the
// database.
const CONTROL = /\p{Cc}/u;
const CONTROL_EXCEPT_LINE_BREAKS = /(?![\t\n\r])\p{Cc}/u;
const LONE_SURROGATE = /\p{Surrogate}/u;

const isCleanText = (forbidden: RegExp) => (value: string) =>
  !forbidden.test(value) && !LONE_SURROGATE.test(value);

/** A single line to the letter: addresses, and ids of other systems. */
const exactLine = (max = MAX_LINE_LENGTH) =>
  z.string().trim().max(max).refine(isCleanText(CONTROL), "contains characters that are not allowed");

/**
 * A single line of at most 255 characters, composed (NFC) as almost all systems write text: two spellings of one name in Unicode
 * are the same name.
 */
export const line = (max = MAX_LINE_LENGTH) =>
  z
    .string()
    .trim()
    .normalize("NFC")
    .max(max)
    .refine(isCleanText(CONTROL), "contains characters that are not allowed");

/** A single line that is not empty. */
export const name = (max = MAX_LINE_LENGTH) => line(max).min(1, "can't be blank");

const wholeNumber = () => z.int().transform(String);

/**
 * The id of a thing in the caller's own system. Systems whose ids are whole numbers send numbers. Larger ones than JSON carries
 * exactly are refused.
 */
export const ownId = (schema: z.ZodType<string, string> = exactLine()) =>
  z.union([schema, wholeNumber().pipe(schema)], { error: "must be text or a whole number" });

/** An id of the caller's own system that is not empty. */
export const givenOwnId = () => ownId(exactLine().min(1, "can't be blank"));

/** Multi-line text of at most 5,000 characters, composed (NFC). */
export const text = (max = MAX_TEXT_LENGTH) =>
  z
    .string()
    .normalize("NFC")
    .max(max)
    .refine(isCleanText(CONTROL_EXCEPT_LINE_BREAKS), "contains characters that are not allowed");

/** An http or https URL. `javascript:`, `data:`, credentials and control characters are rejected. */
export const webAddress = () =>
  exactLine(2_000).refine((value) => {
    try {
      const url = new URL(value);
      return hasWebScheme(value) && !url.username && !url.password && !/\s/.test(value);
    } catch {
      return false;
    }
  }, "must be an http or https address");

const MAX_EMAIL_LENGTH = 254;

// Before the @ a dot-string of RFC 5321 (4.1.2); quoted strings are refused. Top-level domains may be internationalized ones,
// which in ASCII are `xn--` and may contain digits.
const EMAIL_PATTERN =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|xn--[A-Za-z0-9-]*[A-Za-z0-9])$/;

const emailAddressError = ({ input }: { input?: unknown }): string =>
  typeof input === "string" && hasNonAsciiLocalPart(input)
    ? "must have only unaccented Latin letters, digits and signs before the @"
    : "must be an e-mail address";

/** An e-mail address in its normalized form, so that different spellings are the same person everywhere. */
export const emailAddress = () =>
  z
    .string()
    .trim()
    .max(MAX_EMAIL_LENGTH)
    .overwrite(normalizeEmailAddress)
    .pipe(z.email({ pattern: EMAIL_PATTERN, error: emailAddressError }).max(MAX_EMAIL_LENGTH));

export const uuid = () => z.string().trim().toLowerCase().pipe(z.guid("must be a UUID"));

const TRUE_TEXTS = ["true", "True", "TRUE", "1"] as const;
const FALSE_TEXTS = ["false", "False", "FALSE", "0"] as const;

/** False as forms, query strings and spreadsheets send it: the words of JSON, Python and Excel, and PHP's number. */
export const falseText = () => z.enum(FALSE_TEXTS).transform(() => false as const);

const trueText = () => z.enum(TRUE_TEXTS).transform(() => true as const);

/** The number for false. */
export const zero = () => z.literal(0).transform(() => false as const);

const oneOrZero = () => z.literal([1, 0]).transform((value) => value === 1);

/** True or false. Forms and query strings send text; some languages and databases send 1 and 0 (decision 0007). */
export const flag = () =>
  z.union([z.boolean(), trueText(), falseText(), oneOrZero()], { error: "must be true or false" });

/** A date or date-time (decision 0005), as the moment and the calendar date that was written. */
export const instant = () =>
  z
    // Unix time comes as a number.
    .union([z.string(), wholeNumber()], { error: "must be a date-time string" })
    .transform((value, context) => {
      const parsed = parseWrittenInstant(value);
      if (parsed) return parsed;
      context.addIssue({ code: "custom", message: "must be a date-time such as 2030-04-01T09:41:00Z" });
      return z.NEVER;
    });

/** When something ends: like `instant`, but a date without a time is valid through that day. */
export const expirationInstant = () => instant().transform(throughDay);

/** An optional field. Null and an empty string, which forms send, also mean "not given". */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === "" || value === undefined ? null : value), schema.nullable()).optional();

/** Like `optional`, for fields that cannot be empty (flags, lists): null and an empty string mean "not given". */
export const optionalNotNull = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === "" || value === null ? undefined : value), schema.optional()).optional();

/** The body of a request that has no parameters. */
export const EmptyInput = z.object({}).meta({ id: "NothingInput" });

/** In responses: ISO 8601 with milliseconds and Z, and a calendar date. */
export const timestamp = () => z.iso.datetime({ precision: 3 });
export const calendarDate = () => z.iso.date();

/** In responses: text or null. */
export const nullable = () => z.string().nullable();
