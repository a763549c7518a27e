import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { findIssuerKey, insertIssuerKey, type StoredKey } from "./queries";
import { privateKeys } from "./serializer";

const RAW_BYTES = 32;

/** The key pair of an issuer: to publish and to sign with. */
export type IssuerKey = { publicKey: Uint8Array; privateKey: () => KeyObject };

function createKey(organizationId: string): StoredKey {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  // SPKI of Ed25519 ends with the 32 bytes of the key itself (RFC 8410, 4).
  const raw = publicKey.export({ format: "der", type: "spki" }).subarray(-RAW_BYTES);
  const secret = privateKey.export({ format: "der", type: "pkcs8" }).toString("base64");
  return { publicKey: new Uint8Array(raw), privateKey: privateKeys.encrypt(secret, organizationId) };
}

const toIssuerKey = (organizationId: string, { publicKey, privateKey }: StoredKey): IssuerKey => ({
  publicKey,
  privateKey: () => {
    const key = Buffer.from(privateKeys.decrypt(privateKey, organizationId), "base64");
    return createPrivateKey({ key, format: "der", type: "pkcs8" });
  },
});

/**
 * Returns the key of an organization, and creates it at its first use. If two processes create one at the same moment,
 * the first one is stored and both use it.
 */
export async function getIssuerKey(organizationId: string): Promise<IssuerKey> {
  const known = await findIssuerKey(organizationId);
  if (known) return toIssuerKey(organizationId, known);
  await insertIssuerKey(organizationId, createKey(organizationId));
  const stored = await findIssuerKey(organizationId);
  if (!stored) throw new Error("The key of an issuer was not stored.");
  return toIssuerKey(organizationId, stored);
}
