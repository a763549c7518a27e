import { createPublicKey, type KeyObject } from "node:crypto";
import { compactVerify, errors, type CompactJWSHeaderParameters } from "jose";
import { BadgeRefused } from "./refusal";
import { decodeUtf8, parseDocument } from "./statement";

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
