import { z } from "zod";
import { line, name } from "@/lib/kernel/fields";
import { parseMailDate } from "./mail-date";

/**
 * Building blocks for parameters of the learning edition (specification, "Parameter types"). They arrive as text in a
 * query or a form, or as JSON, which may contain a number instead of a text.
 */

const INT_MAX = 2_147_483_647;

const numberToText = (value: unknown): unknown => (typeof value === "number" ? String(value) : value);

/** A line that is not blank. */
export const textParameter = (max?: number) => z.preprocess(numberToText, name(max));

const integer = (low: number, high: number) => {
  const error = `must be an integer from ${low} to ${high}`;
  return z.preprocess(
    (value) => (typeof value === "string" && /^-?\d{1,10}$/.test(value.trim()) ? Number(value) : value),
    z.int({ error }).min(low, error).max(high, error),
  );
};

/** An integer of 32 bits. */
export const integerParameter = (low = -INT_MAX - 1, high = INT_MAX) => integer(low, high);

/** The id of a resource of the learning edition. */
export const idParameter = () => integer(1, INT_MAX);

/** A boolean, as JSON or as forms write it. */
export const booleanParameter = () =>
  z.preprocess(
    (value) =>
      value === "true" || value === "1" ? true : value === "false" || value === "0" ? false : value,
    z.boolean({ error: "must be true or false" }),
  );

/** `array<string>`: `name[]=v`, once for each value; a single value may omit the brackets. */
export const textListParameter = (max = 1_000) =>
  z.preprocess(
    (value) => (Array.isArray(value) ? value.map(numberToText) : [numberToText(value)]),
    z.array(line()).max(max),
  );

/** A Date, in either form of the specification. */
export const dateParameter = () =>
  z.string({ error: "must be a date" }).transform((text, context) => {
    const at = parseMailDate(text);
    if (at) return at;
    const message = "must be a date such as Fri, 01 Dec 2017 09:51:11 +0000 or 2017-12-01 09:51:11 UTC";
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });

const parseJsonText = (value: unknown): unknown => {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
};

/** `JSONArray` and `JSON`: JSON as text, or the nested value of a form or JSON body. */
export const jsonParameter = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(parseJsonText, schema);

/** A file of a multipart body. */
export class UploadedFile {
  constructor(readonly bytes: Uint8Array) {}
}

const BASE64 = /^[0-9A-Za-z+/]+={0,2}$/;

/** Decodes bytes as UTF-8; null when they are not. A byte order mark, which spreadsheets write, is removed. */
function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Decodes base64. Tables contain separators, which base64 never does, so the two cannot be confused. */
function decodeFileText(given: string): string | null {
  const packed = given.replace(/^data:[^,]*;base64,/, "").replace(/\s/g, "");
  return BASE64.test(packed) && packed.length % 4 === 0 ? decodeUtf8(Buffer.from(packed, "base64")) : given;
}

/**
 * The text of a file with a table: part of a multipart body, plain or in base64, or a parameter. Bytes that are not
 * text give `invalid_csv`.
 */
export const fileParameter = () =>
  z.unknown().transform((value, context): string => {
    const given = value instanceof UploadedFile ? decodeUtf8(value.bytes) : value;
    const text = typeof given === "string" ? decodeFileText(given) : null;
    if (text !== null) return text;
    context.addIssue({
      code: "custom",
      message: "must be a file of UTF-8 text, plain or in base64",
      input: value,
      ...(value === undefined ? {} : { params: { error: "invalid_csv" } }),
    });
    return z.NEVER;
  });
