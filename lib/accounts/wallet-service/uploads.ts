import { badRequest } from "@/lib/kernel/errors";
import type { SentCredential } from "./schema";

const TYPES = /(^|[:#/])(OpenBadgeCredential|AchievementCredential)$/;
const COMPACT_JWS = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const MAX_ID_LENGTH = 2_000;

const notCredential = (what: string) => badRequest("invalid_credential", what);

type Document = Record<string, unknown>;

const isDocument = (value: unknown): value is Document =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function parseDocument(text: string, what: string): Document {
  try {
    const value: unknown = JSON.parse(text);
    if (isDocument(value)) return value;
  } catch {
    // The message is the same for JSON of another kind.
  }
  throw notCredential(what);
}

/** The payload of a compact JWS: the credential itself, or in `vc` (Verifiable Credentials 1.1). */
function readPayload(text: string): Document {
  const payload = Buffer.from(text.split(".")[1] ?? "", "base64url").toString("utf8");
  const document = parseDocument(payload, "The payload of the compact JWS is not a JSON object.");
  const credential = isDocument(document.vc) ? document.vc : document;
  return {
    ...credential,
    id: credential.id ?? document.jti,
    issuer: credential.issuer ?? document.iss,
  };
}

function requireIdentifier(value: unknown, name: string): string {
  const text = isDocument(value) ? value.id : value;
  // PostgreSQL cannot store NUL.
  if (typeof text === "string" && text !== "" && text.length <= MAX_ID_LENGTH && !/\p{Cc}/u.test(text))
    return text;
  throw notCredential(`The credential has no ${name}.`);
}

/**
 * Reads what an application sent: an OpenBadgeCredential as JSON, or as a compact JWS (Open Badges 3.0,
 * "upsertCredential"). The text decides, because clients send either with any type. It is not verified here. Throws 400
 * when it is neither, and when it has no id or no issuer, by which it is found again.
 */
export function readSentCredential(body: string): SentCredential {
  const text = body.trim();
  const isToken = !text.startsWith("{");
  if (isToken && !COMPACT_JWS.test(text)) {
    throw notCredential("The body must be an OpenBadgeCredential as JSON, or a compact JWS.");
  }
  const document = isToken ? readPayload(text) : parseDocument(text, "The body is not valid JSON.");
  const types = [document.type].flat();
  if (!types.some((type) => typeof type === "string" && TYPES.test(type))) {
    throw notCredential("The credential is not an OpenBadgeCredential.");
  }
  const credentialId = requireIdentifier(document.id, "id");
  return { text, isToken, credentialId, issuerId: requireIdentifier(document.issuer, "issuer") };
}
