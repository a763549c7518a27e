import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { fromJwk } from "@digitalbazaar/ecdsa-multikey";
import { newId } from "@/lib/kernel/ids";
import type { KeyAlgorithm } from "@/prisma/generated/client";
import { findActiveKeys, findPublicKeys, insertKeys, type SigningKeyRow } from "./queries";
import { presentPublicKey, privateKeys, type PublishedKey } from "./serializer";

/** A key that signs, with the forms in which it is published. */
export type SigningKey = PublishedKey & { privateKey: KeyObject };

/** The keys that sign for an organization: Ed25519 for proofs, P-256 for tokens. */
export type SigningKeys = { proofs: SigningKey; tokens: SigningKey };

const ALGORITHMS = ["Ed25519", "P256"] as const satisfies KeyAlgorithm[];
const RAW_BYTES = 32;

async function generateKey(
  algorithm: KeyAlgorithm,
): Promise<{ raw: Uint8Array<ArrayBuffer>; privateKey: KeyObject }> {
  if (algorithm === "Ed25519") {
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    // SPKI of Ed25519 ends with the 32 bytes of the key itself (RFC 8410, 4).
    const raw = publicKey.export({ format: "der", type: "spki" }).subarray(-RAW_BYTES);
    return { raw: new Uint8Array(raw), privateKey };
  }
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const keyPair = await fromJwk({ jwk: publicKey.export({ format: "jwk" }) });
  const exported = await keyPair.export({ publicKey: true, raw: true });
  return { raw: new Uint8Array(exported.publicKey), privateKey };
}

async function createKey(algorithm: KeyAlgorithm) {
  const id = newId();
  const { raw, privateKey } = await generateKey(algorithm);
  const secret = privateKey.export({ format: "der", type: "pkcs8" }).toString("base64");
  return { id, algorithm, publicKey: raw, privateKey: privateKeys.encrypt(secret, id) };
}

/**
 * Finds the active keys of an organization, and creates those that it lacks. If two processes create one at the same
 * moment, the first one is stored and both use it.
 */
async function ensureActiveKeys(organizationId: string): Promise<SigningKeyRow[]> {
  const known = await findActiveKeys(organizationId);
  const missing = ALGORITHMS.filter((algorithm) => known.every((key) => key.algorithm !== algorithm));
  if (missing.length === 0) return known;
  await insertKeys(organizationId, await Promise.all(missing.map(createKey)));
  return findActiveKeys(organizationId);
}

async function toSigningKey(rows: SigningKeyRow[], algorithm: KeyAlgorithm): Promise<SigningKey> {
  const row = rows.find((key) => key.algorithm === algorithm);
  if (!row) throw new Error("The key of an issuer was not stored.");
  const der = Buffer.from(privateKeys.decrypt(row.privateKey, row.id), "base64");
  const privateKey = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  return { ...(await presentPublicKey(row)), privateKey };
}

/** Returns the keys that sign for an organization, which are created when they are first needed. */
export async function getSigningKeys(organizationId: string): Promise<SigningKeys> {
  const rows = await ensureActiveKeys(organizationId);
  return { proofs: await toSigningKey(rows, "Ed25519"), tokens: await toSigningKey(rows, "P256") };
}

/**
 * Returns the public keys of an organization, the oldest first. Retired ones are among them, so that older credentials
 * verify.
 */
export async function getPublishedKeys(organizationId: string): Promise<PublishedKey[]> {
  await ensureActiveKeys(organizationId);
  return Promise.all((await findPublicKeys(organizationId)).map(presentPublicKey));
}
