import { createHash } from "node:crypto";

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Serializes JSON with the members of each object sorted, so that equal documents give equal texts (JSON Canonicalization
 * Scheme, RFC 8785).
 */
export const canonicalizeJson = (document: unknown): string =>
  JSON.stringify(document, (_key, value: unknown) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );

/** The SHA-256 digest of the canonical text of a document. */
export const digestJson = (document: unknown): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash("sha256").update(canonicalizeJson(document)).digest());
