import { createPublicKey, type JsonWebKey, type KeyObject } from "node:crypto";
import * as ecdsa from "@digitalbazaar/ecdsa-multikey";
import * as ed25519 from "@digitalbazaar/ed25519-multikey";
import { calculateJwkThumbprint, type JWK } from "jose";
import { LRUCache } from "lru-cache";

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

/** The members in which a verification method may have its key. */
const MATERIALS = ["publicKeyMultibase", "publicKeyBase58", "publicKeyJwk"] as const;

/**
 * Whether a key may be read at all: it is there once (Controlled Identifiers 1.0, 2.2), its text is not longer than that of any
 * real key, and a JWK has no private half (2.2.3). A stranger's document may be made to take all the time of a process.
 */
function isReadable(method: JsonLdDocument): boolean {
  const { publicKeyMultibase, publicKeyBase58, publicKeyJwk } = method;
  const texts = [publicKeyMultibase, publicKeyBase58];
  if (MATERIALS.filter((name) => name in method).length > 1) return false;
  if (!texts.every((text) => isShort(text, MAX_TEXT_LENGTH))) return false;
  if (typeof publicKeyJwk !== "object" || publicKeyJwk === null) return true;
  return !("d" in publicKeyJwk) && Object.values(publicKeyJwk).every((text) => isShort(text, MAX_JWK_LENGTH));
}

/** A public key, and its algorithm as the suites name it. */
type SuiteKey = { algorithm: string; key: KeyObject };

/** Longest description of a key that is remembered. */
const MAX_REMEMBERED_LENGTH = 4_000;

/** Remembers the keys that were read last, by all that describes them: the badges of an issuer have few keys. */
function remember<Key extends object>(read: (method: JsonLdDocument) => Promise<Key | null>) {
  const known = new LRUCache<string, Key>({ max: 200 });
  return async (method: JsonLdDocument): Promise<Key | null> => {
    if (!isReadable(method)) return null;
    const description = JSON.stringify(pickKey(method));
    const key = known.get(description) ?? (await read(method));
    if (key && description.length <= MAX_REMEMBERED_LENGTH) known.set(description, key);
    return key;
  };
}

/**
 * Reads the public key of a verification method in a form that the suites support (Controlled Identifiers 1.0, 2.2, and
 * the older Ed25519VerificationKey2018 and 2020); null for any other.
 */
export const readSuiteKey = remember<SuiteKey>(async (method) => {
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
});

/** Reads the public key of a verification method, for tokens: also RSA as JWK. Null for one that cannot be read. */
export const readPublicKey = remember<KeyObject>(async (method) => {
  const { publicKeyJwk } = method;
  if (typeof publicKeyJwk !== "object" || publicKeyJwk === null)
    return (await readSuiteKey(method))?.key ?? null;
  try {
    return createPublicKey({ key: publicKeyJwk as JsonWebKey, format: "jwk" });
  } catch {
    return null;
  }
});

async function readThumbprintOnce(method: JsonLdDocument): Promise<string | null> {
  const key = await readPublicKey(method);
  return key && calculateJwkThumbprint(key.export({ format: "jwk" }) as JWK);
}

/** The thumbprints of the keys that were compared last: an issuer may list as many that have ended. */
const thumbprints = new LRUCache<string, Promise<string | null>>({ max: 5_000 });

/** The thumbprint of the key of a verification method (RFC 7638), by which keys are compared; null for one that cannot be read. */
export async function readThumbprint(method: JsonLdDocument): Promise<string | null> {
  const description = JSON.stringify(pickKey(method));
  if (description.length > MAX_REMEMBERED_LENGTH) return readThumbprintOnce(method);
  const known = thumbprints.get(description) ?? readThumbprintOnce(method);
  thumbprints.set(description, known);
  return known;
}

/** The thumbprints of all keys in a method, of which it should have one. */
export async function readThumbprints(method: JsonLdDocument): Promise<string[]> {
  const withOne = (kept: string): JsonLdDocument =>
    Object.fromEntries(
      Object.entries(method).filter(
        ([name]) => name === kept || !(MATERIALS as readonly string[]).includes(name),
      ),
    );
  const found = MATERIALS.filter((name) => name in method).map((name) => readThumbprint(withOne(name)));
  return (await Promise.all(found)).filter((one) => one !== null);
}
