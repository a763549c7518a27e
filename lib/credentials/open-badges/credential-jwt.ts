import type { KeyObject } from "node:crypto";
import { SignJWT } from "jose";
import type { UnsignedCredential } from "./schema";

const toSeconds = (moment: string): number => Math.floor(Date.parse(moment) / 1_000);

/**
 * Signs a credential as a JWT of its issuer (Open Badges 3.0, 8.2; the payload is the credential itself, as in
 * Verifiable Credentials 2.0). `kid` is the URL of the public key.
 */
export function signCredentialJwt(
  credential: UnsignedCredential,
  key: KeyObject,
  kid: string,
): Promise<string> {
  const claims = {
    ...credential,
    iss: credential.issuer.id,
    jti: credential.id,
    nbf: toSeconds(credential.validFrom),
    ...(credential.validUntil ? { exp: toSeconds(credential.validUntil) } : {}),
  };
  return new SignJWT(claims).setProtectedHeader({ alg: "EdDSA", typ: "JWT", kid }).sign(key);
}
