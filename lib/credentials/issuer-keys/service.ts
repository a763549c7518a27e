import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { fromJwk } from "@digitalbazaar/ecdsa-multikey";
import { withAuditEntry } from "@/lib/access/audit/service";
import type { Caller } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { notFound, unprocessable } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import type { IdBatch } from "@/lib/kernel/list/id-batch";
import type { ListInput } from "@/lib/kernel/list/list-input";
import type { Page } from "@/lib/kernel/list/page";
import type { KeyAlgorithm } from "@/prisma/generated/client";
import {
  countKeys,
  findActiveKeys,
  findKey,
  findKeyOwners,
  findKeyPage,
  findPublicKeys,
  findPublicKeysOf,
  insertKeys,
  lockKeys,
  MAX_KEYS,
  retireKey,
  type SigningKeyRow,
} from "./queries";
import type { KeyRotationInput } from "./schema";
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
  return {
    id,
    algorithm,
    publicKey: raw,
    privateKey: privateKeys.encrypt(secret, id),
    createdAt: clock.now(),
  };
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
  if (!row?.privateKey) throw new Error("The key of an issuer was not stored.");
  const der = Buffer.from(privateKeys.decrypt(row.privateKey, row.id), "base64");
  const privateKey = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  return { ...(await presentPublicKey(row)), privateKey };
}

/** Returns the ids of the keys that sign for an organization; null while one of them has not been created. */
export async function findActiveKeyIds(organizationId: string): Promise<string[] | null> {
  const keys = await findActiveKeys(organizationId);
  return keys.length === ALGORITHMS.length ? keys.map(({ id }) => id) : null;
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
  return listPublishedKeys(organizationId);
}

/** Lists the public keys that an organization has, the oldest first. Creates none. */
export const listPublishedKeys = async (organizationId: string): Promise<PublishedKey[]> =>
  Promise.all((await findPublicKeys(organizationId)).map(presentPublicKey));

/** Lists the public Ed25519 keys that several organizations have, retired ones too, by the organization. Creates none. */
export async function listProofKeysOf(organizationIds: string[]): Promise<Map<string, PublishedKey[]>> {
  const rows = await findPublicKeysOf(organizationIds, "Ed25519");
  const keys = new Map<string, PublishedKey[]>(organizationIds.map((id) => [id, []]));
  for (const row of rows) keys.get(row.organizationId)?.push(await presentPublicKey(row));
  return keys;
}

/** Lists the keys of the organization, the newest first. It has none before it signs something first. */
export async function listSigningKeys(
  { organizationId }: Caller,
  { page }: ListInput,
): Promise<Page<PublishedKey>> {
  const { rows, ...rest } = await findKeyPage(organizationId, page);
  return { ...rest, rows: await Promise.all(rows.map(presentPublicKey)) };
}

/** Throws 422 when the organization has too many keys. The caller has locked them. */
async function requireRoomForKeys(organizationId: string): Promise<void> {
  if ((await countKeys(organizationId)) < MAX_KEYS) return;
  const message = `This organization has reached the limit of ${MAX_KEYS} keys. Keys can no longer be rotated or retired.`;
  throw unprocessable("too_many_keys", message);
}

/**
 * Replaces the key of an algorithm: a new one signs from now on, and the one before is retired. If two requests do it at
 * the same moment, both return the same new key. Throws 422 when the organization has too many keys.
 */
export function rotateSigningKey(
  caller: Caller,
  { algorithm: name }: KeyRotationInput,
): Promise<PublishedKey> {
  const { organizationId } = caller;
  const algorithm = name === "P-256" ? "P256" : name;
  const auditSubject = ({ id }: PublishedKey) => id;
  return withAuditEntry(caller, "signing_key.rotate", auditSubject, async () => {
    const before = (await findActiveKeys(organizationId)).find((key) => key.algorithm === algorithm);
    await lockKeys(organizationId);
    // Another request may have replaced it meanwhile.
    if (!before || (await retireKey(organizationId, before.id, clock.now()))) {
      await requireRoomForKeys(organizationId);
      await insertKeys(organizationId, [await createKey(algorithm)]);
    }
    const { proofs, tokens } = await getSigningKeys(organizationId);
    return algorithm === "Ed25519" ? proofs : tokens;
  });
}

/**
 * Retires a key: it never signs again, and its private half is deleted. Its public half stays published, so that earlier
 * credentials verify. A new one is created when the next credential is signed. Throws 404 when the organization has no
 * such key, 422 when it is already retired or when the organization has too many keys.
 */
export function retireSigningKey(caller: Caller, id: string): Promise<PublishedKey> {
  const { organizationId } = caller;
  return withAuditEntry(caller, "signing_key.retire", id, async () => {
    await lockKeys(organizationId);
    const isRetired = await retireKey(organizationId, id, clock.now());
    const key = await findKey(organizationId, id);
    if (!key) throw notFound();
    if (!isRetired) throw unprocessable("already_retired", "This key is already retired.");
    await requireRoomForKeys(organizationId);
    return presentPublicKey(key);
  });
}

/** Lists the ids of organizations that have keys, also of deleted ones, in the order of ids. */
export const listKeyOwners = (batch: IdBatch): Promise<string[]> => findKeyOwners(batch);
