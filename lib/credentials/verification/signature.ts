import { createPublicKey, type KeyObject } from "node:crypto";
import { compactVerify, errors, type CompactJWSHeaderParameters } from "jose";
import { clock } from "@/lib/kernel/clock";
import { unknown, type Check } from "./checks";
import { BadgeRefused } from "./refusal";
import { decodeUtf8, parseDocument, type Document } from "./statement";

/**
 * The accepted algorithms. jose rejects RSA keys below 2048 bits, and keys of other types than these algorithms use.
 */
const ALGORITHMS = ["RS256", "PS256", "ES256", "ES384", "EdDSA", "Ed25519"];

export const isSupportedAlgorithm = (algorithm: string): boolean => ALGORITHMS.includes(algorithm);

/** Reads the header of a compact JWS; null when it has none, or one that is not accepted. */
export function readJwsHeader(jws: string): CompactJWSHeaderParameters | null {
  const [encoded = ""] = jws.split(".");
  try {
    const header = parseDocument(decodeUtf8(Buffer.from(encoded, "base64url")));
    // Extensions change what is signed, such as b64 (RFC 7797). No badge needs one.
    const isPlain = !("crit" in header) && !("b64" in header);
    return typeof header.alg === "string" && isPlain ? (header as CompactJWSHeaderParameters) : null;
  } catch (error) {
    if (error instanceof BadgeRefused) return null;
    throw error;
  }
}

/**
 * The types of tokens that may be a badge: of Verifiable Credentials 1.1 (6.3.1) and Open Badges 3.0 (8.2.1), of "Securing
 * Verifiable Credentials using JOSE and COSE" (3.1.1) and its drafts, and of any signed text (RFC 7515, 4.1.9).
 */
const TOKEN_TYPES = new Set(["jwt", "jose", "vc+jwt", "vc-ld+jwt", "vc+ld+jwt", "vc+ld+json+jwt"]);

/**
 * Returns the type of a token that was made for another purpose, such as a key proof of a wallet (`openid4vci-proof+jwt`) or the
 * end of a session (`logout+jwt`); null for one that may be a badge. Such a token must not count as one, whatever is in it
 * (RFC 8725, 3.11).
 */
export function findForeignType({ typ }: CompactJWSHeaderParameters): string | null {
  if (typ === undefined) return null;
  const given: unknown = typ;
  const type = typeof given === "string" ? given : "";
  return TOKEN_TYPES.has(type.toLowerCase().replace(/^application\//, "")) ? null : type.slice(0, 100);
}

/** The claims by which a token says that its holder may have left out others (RFC 9901, 4.2.4.1 and 4.2.4.2), at any depth. */
const DISCLOSURES = /"(?:_sd|_sd_alg|\.\.\.)":/;

/** Whether the holder of a token may have left out claims: then nothing shows whether its badge is still valid. */
const mayWithhold = (claims: Document): boolean => DISCLOSURES.test(JSON.stringify(claims));

/** How far another clock may be ahead of ours. */
export const CLOCK_SKEW_MS = 5 * 60_000;

/** Finds why a token does not count now, by its own times (RFC 7519, 4.1.4 and 4.1.5); null when it does. */
export function findTimeProblem({ exp, nbf }: Document): "proof_expired" | "proof_from_future" | null {
  const now = clock.now().getTime();
  if (exp !== undefined && !(typeof exp === "number" && exp * 1_000 > now)) return "proof_expired";
  const isStarted = nbf === undefined || (typeof nbf === "number" && nbf * 1_000 <= now + CLOCK_SKEW_MS);
  return isStarted ? null : "proof_from_future";
}

/** Checks the moment at which a token says that it was signed (RFC 7519, 4.1.6); null when it is in order. */
function checkIssueTime({ iat }: Document): Check | null {
  if (iat === undefined) return null;
  if (typeof iat !== "number") return unknown("authenticity", "unprocessable", "iat");
  return iat * 1_000 <= clock.now().getTime() + CLOCK_SKEW_MS
    ? null
    : unknown("authenticity", "proof_from_future");
}

/** Checks the claims of a token that say nothing about its badge; null when they are in order. */
export function checkClaims(claims: Document): Check | null {
  if (mayWithhold(claims)) return unknown("authenticity", "partly_disclosed", "_sd");
  // A token for somebody else (RFC 7519, 4.1.3).
  if (claims.aud !== undefined) return unknown("authenticity", "claims_differ", "aud");
  return checkIssueTime(claims);
}

/** Reads the claims of a token. Throws `BadgeRefused` when its payload is no JSON object. */
export const readClaims = (jws: string): Document =>
  parseDocument(decodeUtf8(Buffer.from(jws.split(".")[1] ?? "", "base64url")));

function parsePublicKey(pem: string): KeyObject | null {
  try {
    return createPublicKey(pem);
  } catch {
    return null;
  }
}

/**
 * Whether a compact JWS (RFC 7515) was signed with the private half of this key (an object, or PEM). Null when this
 * cannot be checked: another algorithm, an invalid key, one of another type, or one that is too weak.
 */
export async function isSignedBy(jws: string, given: KeyObject | string): Promise<boolean | null> {
  const key = typeof given === "string" ? parsePublicKey(given) : given;
  if (!key || !readJwsHeader(jws)) return null;
  try {
    await compactVerify(jws, key, { algorithms: ALGORITHMS });
    return true;
  } catch (error) {
    // The header was valid, so a JWS can only be invalid by its signature, or by a payload that is not base64url.
    const isWrong =
      error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JWSInvalid;
    return isWrong ? false : null;
  }
}
