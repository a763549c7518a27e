import { parseStrictJson, StrictJsonError } from "@/lib/kernel/strict-json";
import { normalizeWebUrl } from "./addresses";
import { ambiguousBadge, unreadableBadge, type BadgeRefused } from "./refusal";

/** A JSON object from another service. */
export type Document = Record<string, unknown>;

/** The content of a badge: the URL of its assertion, the assertion, or the assertion with a signature. */
export type Statement =
  | { kind: "address"; address: string }
  | { kind: "document"; document: Document }
  | { kind: "signed"; jws: string; document: Document };

/** Longest text that is read as an assertion, a badge class or an issuer. They may contain pictures as data URLs. */
export const MAX_DOCUMENT_BYTES = 1024 * 1024;
/** Real documents have about six levels. Code that recurses into a deeper one could overflow the stack. */
const MAX_LEVELS = 24;

export const isDocument = (value: unknown): value is Document =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The objects of a member: itself, or those in its list. */
export const toDocuments = (value: unknown): Document[] => [value].flat().filter(isDocument);

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

function isShallow(value: unknown): boolean {
  let level = [value].filter(isObject);
  for (let depth = 0; depth < MAX_LEVELS; depth += 1) {
    if (level.length === 0) return true;
    level = level.flatMap((one) => Object.values(one).filter(isObject));
  }
  return level.length === 0;
}

const tooDeep = () => unreadableBadge("This JSON is nested too deeply.", "unprocessable");

/** Checks that a value is a JSON object and not too deep; throws `BadgeRefused` for anything else. */
export function requireDocument(value: unknown): Document {
  if (!isDocument(value)) throw unreadableBadge("This is not a JSON object.");
  if (!isShallow(value)) throw tooDeep();
  return value;
}

/** Parses JSON strictly (lib/kernel/strict-json.ts), and checks it as `requireDocument` does. */
export function parseDocument(text: string): Document {
  if (text.length > MAX_DOCUMENT_BYTES) throw unreadableBadge("This JSON is too long.", "too_large");
  try {
    return requireDocument(parseStrictJson(text, MAX_LEVELS));
  } catch (error) {
    throw error instanceof StrictJsonError ? toRefusal(error) : error;
  }
}

function toRefusal({ problem, detail }: StrictJsonError): BadgeRefused {
  if (problem === "malformed") return unreadableBadge("This is not valid JSON.");
  return problem === "too_deep" ? tooDeep() : ambiguousBadge(detail);
}

/** Decodes bytes that must be UTF-8. */
export function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes).trim();
  } catch {
    throw unreadableBadge("This is neither text nor a PNG.");
  }
}

const JWS = /^[\w-]+\.([\w-]+)\.[\w-]+$/;

/** Parses the content of a baked badge, or pasted text; null when it is none of the three forms. */
export function readStatement(text: string): Statement | null {
  const given = text.trim();
  if (given.startsWith("{")) return { kind: "document", document: parseDocument(given) };
  const payload = JWS.exec(given)?.[1];
  if (payload) {
    const document = parseDocument(decodeUtf8(Buffer.from(payload, "base64url")));
    return { kind: "signed", jws: given, document };
  }
  const address = normalizeWebUrl(given);
  return address === null ? null : { kind: "address", address };
}
