import { createPublicKey, type JsonWebKey, type KeyObject } from "node:crypto";
import * as ecdsa from "@digitalbazaar/ecdsa-multikey";
import * as ed25519 from "@digitalbazaar/ed25519-multikey";
import { base58 } from "@scure/base";
import { LRUCache } from "lru-cache";

/** The members in which a verification method may have its key. */
const MATERIALS = ["publicKeyMultibase", "publicKeyBase58", "publicKeyJwk"] as const;

const KEY_MEMBERS = ["id", "type", "controller", ...MATERIALS] as const;

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

const readJwk = remember<KeyObject>(({ publicKeyJwk }) => {
  try {
    return Promise.resolve(createPublicKey({ key: publicKeyJwk as JsonWebKey, format: "jwk" }));
  } catch {
    return Promise.resolve(null);
  }
});

/** Reads the public key of a verification method, for tokens: also RSA as JWK. Null for one that cannot be read. */
export async function readPublicKey(method: JsonLdDocument): Promise<KeyObject | null> {
  const isJwk = typeof method.publicKeyJwk === "object" && method.publicKeyJwk !== null;
  return isJwk ? readJwk(method) : ((await readSuiteKey(method))?.key ?? null);
}

/** The first bytes of a Multikey by the curve of its key (Controlled Identifiers 1.0, 2.2.2). */
const MULTIKEY_PREFIXES = new Map([
  ["Ed25519", [0xed, 0x01]],
  ["P-256", [0x80, 0x24]],
  ["P-384", [0x81, 0x24]],
  ["P-521", [0x82, 0x24]],
]);

/** One key in each form in which a document may list it. `number` is what tells it from others of its kind. */
export type KeyForms = { multibase: string | null; base58: string; kind: string; number: Buffer };

const bytesOf = (text: unknown): Buffer => Buffer.from(typeof text === "string" ? text : "", "base64url");
const kindOf = ({ kty, crv }: JsonWebKey): string => `${String(kty)} ${String(crv)}`;
const numberOf = ({ x, n }: JsonWebKey): Buffer => bytesOf(x ?? n);

/** The text of a Multikey: an elliptic point in its compressed form. */
function toMultibase({ crv = "", x, y }: JsonWebKey): string | null {
  const prefix = MULTIKEY_PREFIXES.get(crv);
  if (!prefix) return null;
  const sign = y === undefined ? [] : [2 + ((bytesOf(y).at(-1) ?? 0) & 1)];
  return `z${base58.encode(Buffer.concat([Buffer.from([...prefix, ...sign]), bytesOf(x)]))}`;
}

/**
 * Reads the key of a verification method to compare it with others, which is much faster than to read them all; null for one that
 * cannot be read.
 */
export async function readKeyForms(method: JsonLdDocument): Promise<KeyForms | null> {
  const key = await readPublicKey(method);
  if (!key) return null;
  const jwk = key.export({ format: "jwk" });
  const number = numberOf(jwk);
  return { multibase: toMultibase(jwk), base58: base58.encode(number), kind: kindOf(jwk), number };
}

/** A text in base58 as it is compared: the libraries ignore spaces. */
const withoutSpaces = (text: unknown): unknown => (typeof text === "string" ? text.replace(/\s/g, "") : text);

/** Whether a verification method has this key, in any of its members. */
export function hasKey(
  method: JsonLdDocument,
  { multibase, base58: plain, kind, number }: KeyForms,
): boolean {
  const { publicKeyMultibase, publicKeyBase58, publicKeyJwk } = method;
  if (multibase !== null && withoutSpaces(publicKeyMultibase) === multibase) return true;
  if (withoutSpaces(publicKeyBase58) === plain) return true;
  if (typeof publicKeyJwk !== "object" || publicKeyJwk === null) return false;
  const jwk = publicKeyJwk as JsonWebKey;
  return kindOf(jwk) === kind && numberOf(jwk).equals(number);
}
