import { createPublicKey, type JsonWebKey, type KeyObject } from "node:crypto";
import * as ecdsa from "@digitalbazaar/ecdsa-multikey";
import * as ed25519 from "@digitalbazaar/ed25519-multikey";
import { calculateJwkThumbprint, type JWK } from "jose";

const KEY_MEMBERS = [
  "id",
  "type",
  "controller",
  "publicKeyMultibase",
  "publicKeyBase58",
  "publicKeyJwk",
] as const;

/** The members of a verification method that make up its key. The libraries choose the context themselves. */
export const pickKey = (method: JsonLdDocument): JsonLdDocument =>
  Object.fromEntries(KEY_MEMBERS.flatMap((name) => (name in method ? [[name, method[name]]] : [])));

/** Far above any key in base58, whose decoding takes time that grows with the square of its length. */
const MAX_TEXT_LENGTH = 500;
/** A modulus of 8,192 bits in base64url has 1,366 characters. */
const MAX_JWK_LENGTH = 2_000;

const isShort = (value: unknown, length: number): boolean =>
  typeof value !== "string" || value.length <= length;

/**
 * Whether a key may be read at all: its text is not longer than that of any real key, and a JWK has no private half
 * (Controlled Identifiers 1.0, 2.2.3). A stranger's document may be made to take all the time of a process.
 */
function isReadable({ publicKeyMultibase, publicKeyBase58, publicKeyJwk }: JsonLdDocument): boolean {
  const texts = [publicKeyMultibase, publicKeyBase58];
  if (!texts.every((text) => isShort(text, MAX_TEXT_LENGTH))) return false;
  if (typeof publicKeyJwk !== "object" || publicKeyJwk === null) return true;
  return !("d" in publicKeyJwk) && Object.values(publicKeyJwk).every((text) => isShort(text, MAX_JWK_LENGTH));
}

/** A public key, and its algorithm as the suites name it. */
type SuiteKey = { algorithm: string; key: KeyObject };

/**
 * Reads the public key of a verification method in a form that the suites support (Controlled Identifiers 1.0, 2.2, and
 * the older Ed25519VerificationKey2018 and 2020); null for any other.
 */
export async function readSuiteKey(method: JsonLdDocument): Promise<SuiteKey | null> {
  if (!isReadable(method)) return null;
  // In this order: the second library reads the keys of the first as its own.
  for (const { from, toJwk } of [ecdsa, ed25519]) {
    try {
      const keyPair = await from(method);
      const key = createPublicKey({ key: (await toJwk({ keyPair })) as JsonWebKey, format: "jwk" });
      return { algorithm: keyPair.verifier().algorithm, key };
    } catch {
      // Not a key of this kind.
    }
  }
  return null;
}

/** Reads the public key of a verification method, for tokens: also RSA as JWK. Null for one that cannot be read. */
export async function readPublicKey(method: JsonLdDocument): Promise<KeyObject | null> {
  const { publicKeyJwk } = method;
  if (typeof publicKeyJwk !== "object" || publicKeyJwk === null)
    return (await readSuiteKey(method))?.key ?? null;
  if (!isReadable(method)) return null;
  try {
    return createPublicKey({ key: publicKeyJwk as JsonWebKey, format: "jwk" });
  } catch {
    return null;
  }
}

/** The thumbprint of the key of a verification method (RFC 7638), by which keys are compared; null for one that cannot be read. */
export async function readThumbprint(method: JsonLdDocument): Promise<string | null> {
  const key = await readPublicKey(method);
  return key && calculateJwkThumbprint(key.export({ format: "jwk" }) as JWK);
}
