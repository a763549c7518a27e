import { hasWebScheme } from "@/lib/kernel/origins";

const MAX_URL_LENGTH = 2_000;

const isParseable = (text: string, base: string | undefined): boolean =>
  !/\p{Cc}/u.test(text) && (base !== undefined || hasWebScheme(text)) && URL.canParse(text, base);

/**
 * Normalizes an http or https URL as the WHATWG parser does, without its fragment. Null for anything else, for a URL
 * with a user name or password, and for one that is too long to store.
 */
export function normalizeWebUrl(text: unknown, base?: string): string | null {
  if (typeof text !== "string" || text.length > MAX_URL_LENGTH) return null;
  if (!isParseable(text, base)) return null;
  const url = new URL(text, base);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return null;
  url.hash = "";
  return url.href.length > MAX_URL_LENGTH ? null : url.href;
}

/** The same with its fragment: a document names each of its keys by one. */
export function normalizeKeyUrl(text: unknown): string | null {
  const address = normalizeWebUrl(text);
  return address === null ? null : new URL(String(text)).href;
}

/**
 * One spelling of an id, by which ids are compared: of a URL as the WHATWG parser writes it, of a URN with its case-insensitive
 * parts in small letters (RFC 8141, 3.1; RFC 9562, 4). Any other text stays as it is.
 */
export function comparableId(id: string): string {
  const [urn, name = ""] = /^urn:([a-z\d][a-z\d-]*):/i.exec(id) ?? [];
  if (urn === undefined) return URL.canParse(id) ? new URL(id).href : id;
  return /^uuid$/i.test(name) ? id.toLowerCase() : urn.toLowerCase() + id.slice(urn.length);
}

export const isHttps = (address: string): boolean => address.startsWith("https://");

export const isSameOrigin = (one: string, other: string): boolean =>
  new URL(one).origin === new URL(other).origin;
