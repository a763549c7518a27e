const isRecord = (value: object): value is Record<string, unknown> => !Array.isArray(value);

function encodeScalar(value: unknown): string {
  if (typeof value === "number" && !Number.isFinite(value)) throw new TypeError("JSON has no such number.");
  if (typeof value === "string" && /\p{Surrogate}/u.test(value))
    throw new TypeError("Half of a character is no text.");
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new TypeError("JSON has no such value.");
  return text;
}

/**
 * Encodes a JSON value canonically (RFC 8785): no spaces, the names of an object in the order of their UTF-16 code
 * units, numbers and strings as ECMAScript writes them. Omits names whose value is undefined.
 *
 * @throws TypeError for values that I-JSON does not have: infinite numbers, and half a surrogate pair
 */
export function encodeCanonicalJson(value: unknown): string {
  if (typeof value !== "object" || value === null) return encodeScalar(value);
  if (!isRecord(value)) return `[${(value as unknown[]).map(encodeCanonicalJson).join(",")}]`;
  const members = Object.keys(value)
    .filter((name) => value[name] !== undefined)
    // The default order is by UTF-16 code units; a locale's order would not be.
    .toSorted()
    .map((name) => `${encodeScalar(name)}:${encodeCanonicalJson(value[name])}`);
  return `{${members.join(",")}}`;
}
