import { sign, type KeyObject } from "node:crypto";
import type { UnsignedCredential } from "./schema";

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value), "utf8").toString("base64url");

const seconds = (moment: string): number => Math.floor(Date.parse(moment) / 1_000);

/**
 * A credential as a JWT of its issuer (Open Badges 3.0, 8.2; the payload is the credential itself, as Verifiable
 * Credentials 2.0 have it). `kid` is the address of the public key.
 */
export function credentialJwt(credential: UnsignedCredential, key: KeyObject, kid: string): string {
  const header = { alg: "EdDSA", typ: "JWT", kid };
  const claims = {
    ...credential,
    iss: credential.issuer.id,
    jti: credential.id,
    nbf: seconds(credential.validFrom),
    ...(credential.validUntil ? { exp: seconds(credential.validUntil) } : {}),
  };
  const text = `${encoded(header)}.${encoded(claims)}`;
  return `${text}.${sign(null, Buffer.from(text), key).toString("base64url")}`;
}
