import { z } from "zod";
import { line, name } from "@/lib/kernel/fields";
import { parseInstant, parseWrittenInstant } from "@/lib/kernel/dates";
import { decodeFile, describeChoices, type DecodedFile } from "@/lib/platform/files/decode-file";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** RFC 5322, 4.3: the names of zones that mails still carry. */
const ZONES: Record<string, string> = {
  ut: "+0000",
  utc: "+0000",
  gmt: "+0000",
  z: "+0000",
  est: "-0500",
  edt: "-0400",
  cst: "-0600",
  cdt: "-0500",
  mst: "-0700",
  mdt: "-0600",
  pst: "-0800",
  pdt: "-0700",
  // Other names of zones that are in use and unambiguous.
  akst: "-0900",
  hst: "-1000",
  wet: "+0000",
  west: "+0100",
  bst: "+0100",
  cet: "+0100",
  cest: "+0200",
  eet: "+0200",
  eest: "+0300",
  msk: "+0300",
  hkt: "+0800",
  jst: "+0900",
  kst: "+0900",
  aest: "+1000",
  aedt: "+1100",
  nzst: "+1200",
  nzdt: "+1300",
};

const MAIL_DATE =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\s+)?(\d{1,2})\s+([a-z]{3})[a-z]*\s+(\d{4})\s+(\d{2}:\d{2}(?::\d{2})?)(?:\s*([+-]\d{4}|[a-z]{1,3}))?$/i;
const ISO_WITH_ZONE = /^(\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2})?)\s+([a-z][\w+:/-]{0,39})$/i;
const UTC_OFFSET = /^(?:gmt|utc)([+-])(\d{1,2})(?::?(\d{2}))?$/i;

/** Restores the `+` of a zone, which becomes a space when a URL contains it unencoded. */
const restorePlus = (text: string): string => text.replace(/(:\d{2})\s+(\d{2}:?\d{2})$/, "$1 +$2");

function parseZoneOffset(zone = "utc"): string | null {
  if (/^[+-]/.test(zone)) return zone;
  const [, sign, hours = "", minutes = "00"] = UTC_OFFSET.exec(zone) ?? [];
  return sign ? sign + hours.padStart(2, "0") + minutes : (ZONES[zone.toLowerCase()] ?? null);
}

/** Computes the minutes that an IANA zone is ahead of UTC at a moment; null for an unknown zone. */
function minutesAhead(zone: string, at: Date): number | null {
  try {
    const format = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" });
    const name = format.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "";
    const [, sign, hours, minutes] = /^GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(name) ?? [];
    return (sign === "-" ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
  } catch {
    return null;
  }
}

/** Converts local time in an IANA zone (`Europe/Berlin`) to a moment; null for an unknown zone or an invalid time. */
function parseInZone(shown: string, zone: string): Date | null {
  const asUtc = parseInstant(shown)?.at;
  const first = asUtc ? minutesAhead(zone, asUtc) : null;
  if (!asUtc || first === null) return null;
  // The offset at the moment itself, which may be on the other side of a daylight-saving change.
  const ahead = minutesAhead(zone, new Date(asUtc.getTime() - first * 60_000)) ?? first;
  return new Date(asUtc.getTime() - ahead * 60_000);
}

function parseMailMatch([, day = "", month = "", year = "", time = "", zone]: string[]): Date | null {
  const index = MONTHS.indexOf(month.toLowerCase());
  const offset = parseZoneOffset(zone);
  if (index < 0 || offset === null) return null;
  const date = `${year}-${String(index + 1).padStart(2, "0")}-${day.padStart(2, "0")}`;
  return parseInstant(`${date} ${time} ${offset}`)?.at ?? null;
}

/**
 * Parses a Date of the learning edition (specification, "Parameter types"): `Fri, 01 Dec 2017 09:51:11 +0000`, with or
 * without the weekday, or `yyyy-mm-dd hh:mm:ss timezone`, with the zone as an offset, as a name used in mails or as an
 * IANA name. Also accepts what other requests accept (decision 0005). Null for anything else.
 */
export function parseMailDate(given: string): Date | null {
  const text = restorePlus(given.trim());
  const mail = MAIL_DATE.exec(text);
  if (mail) return parseMailMatch(mail);
  const written = parseWrittenInstant(text);
  if (written) return written.at;
  const [, time, zone = ""] = ISO_WITH_ZONE.exec(text) ?? [];
  if (time === undefined) return null;
  const offset = parseZoneOffset(zone);
  return offset === null ? parseInZone(time, zone) : (parseInstant(`${time} ${offset}`)?.at ?? null);
}

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

/** `array<string>`: `name[]=v`, once for each value; a single value may omit the brackets. */
export const textListParameter = (max = 1_000) =>
  z.preprocess(
    (value) => (Array.isArray(value) ? value.map(numberToText) : [numberToText(value)]),
    z.array(line()).max(max),
  );

/** A Date, in either form of the specification, or as other requests accept it. Unix time may be a number. */
export const dateParameter = () =>
  z.preprocess(numberToText, z.string({ error: "must be a date" })).transform((text, context) => {
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

/** Decodes base64. Tables contain separators, which base64 never does, so the two cannot be confused. */
function decodePacked(given: string): DecodedFile {
  const packed = given.replace(/^data:[^,]*;base64,/, "").replace(/\s/g, "");
  return BASE64.test(packed) && packed.length % 4 === 0
    ? decodeFile(Buffer.from(packed, "base64"))
    : { text: given };
}

function decodeTable(given: unknown): DecodedFile {
  if (typeof given === "string") return decodePacked(given);
  const decoded = given instanceof UploadedFile ? decodeFile(given.bytes) : null;
  return decoded && "text" in decoded ? decodePacked(decoded.text) : decoded;
}

/**
 * The text of a file with a table: part of a multipart body, plain or in base64, or a parameter. Bytes that are not
 * text give `invalid_csv`.
 */
export const fileParameter = () =>
  z.unknown().transform((value, context): string => {
    const decoded = decodeTable(value);
    if (decoded && "text" in decoded) return decoded.text;
    context.addIssue({
      code: "custom",
      message: decoded ? describeChoices(decoded.choices) : "must be a text file, plain or in base64",
      input: value,
      ...(value === undefined ? {} : { params: { error: "invalid_csv" } }),
    });
    return z.NEVER;
  });
