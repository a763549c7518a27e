import { parseInstant } from "./dates";

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
};

const MAIL =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\s+)?(\d{1,2})\s+([a-z]{3})[a-z]*\s+(\d{4})\s+(\d{2}:\d{2}(?::\d{2})?)(?:\s*([+-]\d{4}|[a-z]{1,3}))?$/i;
const ISO_WITH_ZONE = /^(\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2})?)\s+([a-z]{1,3})$/i;

/** The `+` of a zone that stood unencoded in an address arrives as a space. */
const withPlus = (text: string): string => text.replace(/(:\d{2})\s+(\d{2}:?\d{2})$/, "$1 +$2");

const offsetOf = (zone = "utc"): string | null =>
  /^[+-]/.test(zone) ? zone : (ZONES[zone.toLowerCase()] ?? null);

function fromMail([, day = "", month = "", year = "", time = "", zone]: string[]): Date | null {
  const index = MONTHS.indexOf(month.toLowerCase());
  const offset = offsetOf(zone);
  if (index < 0 || offset === null) return null;
  const date = `${year}-${String(index + 1).padStart(2, "0")}-${day.padStart(2, "0")}`;
  return parseInstant(`${date} ${time} ${offset}`)?.at ?? null;
}

/**
 * Reads a Date of the learning edition (specification, "Parameter types"): `Fri, 01 Dec 2017 09:51:11 +0000`, whose
 * weekday may be left out, or `yyyy-mm-dd hh:mm:ss timezone`, the zone as an offset or as a name that mails use. What
 * `parseInstant` reads is taken too. Null for anything else.
 */
export function parseMailDate(given: string): Date | null {
  const text = withPlus(given.trim());
  const mail = MAIL.exec(text);
  if (mail) return fromMail(mail);
  const [, time, zone] = ISO_WITH_ZONE.exec(text) ?? [];
  if (time === undefined) return parseInstant(text)?.at ?? null;
  const offset = offsetOf(zone);
  return offset === null ? null : (parseInstant(`${time} ${offset}`)?.at ?? null);
}
