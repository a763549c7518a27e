/** The text that an OAuth 1.0a signature signs (RFC 5849, 3.4.1). */
import type { Parameter } from "./parameters";

const percentHex = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** Encodes everything except letters, digits, `-`, `.`, `_` and `~` as its UTF-8 bytes (RFC 5849, 3.6). */
export const percentEncode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, percentHex);

/** Compares encoded texts. They are ASCII, so the order of code units is the order of bytes. */
const compareText = (one: string, other: string): number => {
  if (one === other) return 0;
  return one < other ? -1 : 1;
};

/**
 * Sorts parameters by encoded name, then by encoded value, without `oauth_signature`, which is not signed (RFC 5849,
 * 3.4.1.3.2).
 */
export function sortParameters(parameters: readonly Parameter[]): Parameter[] {
  return parameters
    .filter(([name]) => name !== "oauth_signature")
    .map((parameter) => ({
      parameter,
      name: percentEncode(parameter[0]),
      value: percentEncode(parameter[1]),
    }))
    .sort((one, other) => compareText(one.name, other.name) || compareText(one.value, other.value))
    .map(({ parameter }) => parameter);
}

/** Joins parameters, in the given order, into the text that is signed. */
export const serializeParameters = (sorted: readonly Parameter[]): string =>
  sorted.map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`).join("&");

/**
 * Builds the address that is signed: scheme and host in lower case, without a default port, and the path as it was sent
 * (RFC 5849, 3.4.1.2). `new URL` normalizes the origin but must not see the path, because it would change its encoding.
 */
export const buildBaseUri = (origin: string, path: string): string => new URL(origin).origin + (path || "/");

/** Builds the signature base string (RFC 5849, 3.4.1.1). */
export const buildBaseString = (method: string, uri: string, parameters: string): string =>
  [method.toUpperCase(), uri, parameters].map(percentEncode).join("&");
