import { CompactSign } from "jose";
import type { SigningKey } from "@/lib/credentials/issuer-keys/service";

/** A credential, with or without its proofs, which a JWT does not contain. */
export type TokenContent = {
  id: string;
  issuer: string | { id: string };
  validFrom: string;
  validUntil?: string | undefined;
  credentialSubject: { id: string };
  proof?: unknown;
};

const toSeconds = (moment: string): number => Math.floor(Date.parse(moment) / 1_000);

/**
 * Builds the payload of a credential's JWT: the credential itself (Verifiable Credentials 2.0), with the claims of a JWT
 * (Open Badges 3.0, 8.2). Stored signatures depend on it: it must give the same bytes for ever.
 */
function buildPayload({ proof: _proof, ...credential }: TokenContent): string {
  return JSON.stringify({
    ...credential,
    iss: typeof credential.issuer === "string" ? credential.issuer : credential.issuer.id,
    sub: credential.credentialSubject.id,
    jti: credential.id,
    nbf: toSeconds(credential.validFrom),
    ...(credential.validUntil ? { exp: toSeconds(credential.validUntil) } : {}),
  });
}

/** The parts of a JWT that cannot be derived from its credential. */
export type TokenParts = { tokenHeader: string; tokenSignature: Uint8Array<ArrayBuffer> };

const encode = (text: string): string => Buffer.from(text).toString("base64url");

/** Signs a credential as a JWT (ES256). `kid` is the DID URL of the public key. */
export async function signToken(
  credential: TokenContent,
  { privateKey }: SigningKey,
  kid: string,
): Promise<TokenParts> {
  const token = await new CompactSign(Buffer.from(buildPayload(credential)))
    .setProtectedHeader({ alg: "ES256", typ: "JWT", kid })
    .sign(privateKey);
  const [header = "", , signature = ""] = token.split(".");
  return {
    tokenHeader: Buffer.from(header, "base64url").toString(),
    tokenSignature: new Uint8Array(Buffer.from(signature, "base64url")),
  };
}

/** Composes the JWT of a credential from the parts that are stored. */
export const composeToken = (credential: TokenContent, { tokenHeader, tokenSignature }: TokenParts): string =>
  [
    encode(tokenHeader),
    encode(buildPayload(credential)),
    Buffer.from(tokenSignature).toString("base64url"),
  ].join(".");
