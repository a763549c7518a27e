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

export const isHttps = (address: string): boolean => address.startsWith("https://");

export const isSameOrigin = (one: string, other: string): boolean =>
  new URL(one).origin === new URL(other).origin;
