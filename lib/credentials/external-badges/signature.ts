import { createPublicKey, type KeyObject } from "node:crypto";
import { compactVerify, decodeProtectedHeader, errors, type CompactJWSHeaderParameters } from "jose";

/** The algorithms that are accepted; jose refuses RSA keys below 2048 bits, and keys of another kind than these name. */
const ALGORITHMS = ["RS256", "ES256", "EdDSA"];

/** Reads the header of a JWS in its compact form; null when it has none, or none that may be accepted. */
export function jwsHeader(jws: string): CompactJWSHeaderParameters | null {
  try {
    const header = decodeProtectedHeader(jws) as CompactJWSHeaderParameters;
    // jose understands the extension b64 (RFC 7797), which changes what the payload means. No badge needs one.
    return typeof header.alg === "string" && !("crit" in header) ? header : null;
  } catch {
    return null;
  }
}

function publicKeyOf(pem: string): KeyObject | null {
  try {
    return createPublicKey(pem);
  } catch {
    return null;
  }
}

/**
 * Says whether a JWS in its compact form (RFC 7515) was signed with the private half of this key (an object, or PEM);
 * null when that cannot be said: another algorithm, a key that is none, of another kind or too weak.
 */
export async function isSignedBy(jws: string, given: KeyObject | string): Promise<boolean | null> {
  const key = typeof given === "string" ? publicKeyOf(given) : given;
  if (!key || !jwsHeader(jws)) return null;
  try {
    await compactVerify(jws, key, { algorithms: ALGORITHMS });
    return true;
  } catch (error) {
    // After its header was read, a JWS is invalid only by a signature or a payload that is not base64url.
    const isWrong =
      error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JWSInvalid;
    return isWrong ? false : null;
  }
}
