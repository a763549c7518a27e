import { compactVerify, CompactSign, decodeProtectedHeader, importJWK } from "jose";
import type { KeyObject } from "node:crypto";
import { HeadStatement } from "./schema";

const ALGORITHM = "EdDSA";
const TYPE = "audit-head+jws";

/** Signs the statement that a link has this position and this hash. `keyId` is the DID URL of the public key. */
export const signHead = (statement: HeadStatement, privateKey: KeyObject, keyId: string): Promise<string> =>
  new CompactSign(Buffer.from(JSON.stringify(statement)))
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: keyId })
    .sign(privateKey);

type ReadHead = { keyId: string; statement: HeadStatement };

/** Reads a head without verifying its signature; null for a text that is no head. */
export function readHead(token: string): ReadHead | null {
  try {
    const [, payload = ""] = token.split(".");
    const statement = HeadStatement.parse(JSON.parse(Buffer.from(payload, "base64url").toString()));
    return { keyId: decodeProtectedHeader(token).kid ?? "", statement };
  } catch {
    return null;
  }
}

/** Verifies the signature of a head. Returns false for a wrong one. */
export async function isSignedBy(token: string, publicKey: { x: string }): Promise<boolean> {
  const key = await importJWK({ kty: "OKP", crv: "Ed25519", x: publicKey.x }, ALGORITHM);
  return compactVerify(token, key, { algorithms: [ALGORITHM] }).then(
    ({ protectedHeader }) => protectedHeader.typ === TYPE,
    () => false,
  );
}
