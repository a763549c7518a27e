import { hasWebScheme } from "@/lib/kernel/origins";

const MOST_CHARACTERS = 2_000;

const isWritten = (text: string, base: string | undefined): boolean =>
  !/\p{Cc}/u.test(text) && (base !== undefined || hasWebScheme(text)) && URL.canParse(text, base);

/**
 * Normalizes an http or https URL as the WHATWG parser does, without its fragment. Null for anything else, for a URL
 * with a user name or password, and for one that is too long to store.
 */
export function webUrl(text: unknown, base?: string): string | null {
  if (typeof text !== "string" || text.length > MOST_CHARACTERS) return null;
  if (!isWritten(text, base)) return null;
  const url = new URL(text, base);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return null;
  url.hash = "";
  return url.href.length > MOST_CHARACTERS ? null : url.href;
}

export const isHttps = (address: string): boolean => address.startsWith("https://");

export const isSameOrigin = (one: string, other: string): boolean =>
  new URL(one).origin === new URL(other).origin;
