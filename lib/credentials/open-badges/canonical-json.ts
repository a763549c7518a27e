const isRecord = (value: object): value is Record<string, unknown> => !Array.isArray(value);

function scalar(value: unknown): string {
  if (typeof value === "number" && !Number.isFinite(value)) throw new TypeError("JSON has no such number.");
  if (typeof value === "string" && /\p{Surrogate}/u.test(value))
    throw new TypeError("Half of a character is no text.");
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new TypeError("JSON has no such value.");
  return text;
}

/**
 * The one spelling of a JSON value (RFC 8785): no blanks, the names of an object in the order of their UTF-16 code
 * units, numbers and texts as ECMAScript writes them. Names whose value is undefined are left out.
 *
 * @throws TypeError for what I-JSON cannot hold: numbers that are none, and half a surrogate pair
 */
export function canonicalJson(value: unknown): string {
  if (typeof value !== "object" || value === null) return scalar(value);
  if (!isRecord(value)) return `[${(value as unknown[]).map(canonicalJson).join(",")}]`;
  const members = Object.keys(value)
    .filter((name) => value[name] !== undefined)
    // The default order is by UTF-16 code units; one of a language would not be.
    .toSorted()
    .map((name) => `${scalar(name)}:${canonicalJson(value[name])}`);
  return `{${members.join(",")}}`;
}
