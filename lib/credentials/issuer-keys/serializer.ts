import { fromRaw as readEcdsaKey, toJwk } from "@digitalbazaar/ecdsa-multikey";
import { fromJwk as readEd25519Key } from "@digitalbazaar/ed25519-multikey";
import { calculateJwkThumbprint } from "jose";
import { defineEncryptedColumn } from "@/lib/kernel/secrets";
import type { Prisma } from "@/prisma/generated/client";
import { ALGORITHM_NAMES, type OrganizationKey, type PublicJwk } from "./schema";

/** The private halves of issuers' keys. They were encrypted for the table that held them before. */
export const privateKeys = defineEncryptedColumn("signing_keys", "private_key", "id", "issuer_keys");

/** The columns of a key that may be published. */
export const publicKeySelect = {
  id: true,
  algorithm: true,
  publicKey: true,
  createdAt: true,
  retiredAt: true,
} satisfies Prisma.SigningKeySelect;

export type PublicKeyRow = Prisma.SigningKeyGetPayload<{ select: typeof publicKeySelect }>;

/** The forms in which a public key is published. */
export type PublishedKey = Pick<PublicKeyRow, "id" | "algorithm" | "createdAt" | "retiredAt"> & {
  /** `publicKeyMultibase` of a Multikey (Controlled Identifiers 1.0, 2.2.2). */
  multikey: string;
  /** RFC 7517, without `kid`. */
  jwk: PublicJwk;
  /** RFC 7638, in base64url: names the JWK in its document. */
  thumbprint: string;
};

const toBase64Url = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");

async function presentForms({
  algorithm,
  publicKey,
}: PublicKeyRow): Promise<{ multikey: string; jwk: PublicJwk }> {
  if (algorithm === "Ed25519") {
    const jwk = {
      kty: "OKP",
      crv: "Ed25519",
      x: toBase64Url(publicKey),
      alg: "EdDSA",
      use: "sig",
    } as const;
    return { multikey: (await readEd25519Key({ jwk })).publicKeyMultibase, jwk };
  }
  const keyPair = await readEcdsaKey({ curve: "P-256", publicKey });
  const { x = "", y = "" } = await toJwk({ keyPair });
  return {
    multikey: keyPair.publicKeyMultibase,
    jwk: { kty: "EC", crv: "P-256", x, y, alg: "ES256", use: "sig" },
  };
}

/** Serializes a public key in the forms in which verifiers look for it. */
export async function presentPublicKey(row: PublicKeyRow): Promise<PublishedKey> {
  const { multikey, jwk } = await presentForms(row);
  const thumbprint = await calculateJwkThumbprint(jwk);
  const { id, algorithm, createdAt, retiredAt } = row;
  return { id, algorithm, createdAt, retiredAt, multikey, jwk, thumbprint };
}

/** Serializes a key for the administrators of its organization. */
export const presentOrganizationKey = (key: PublishedKey): OrganizationKey => ({
  id: key.id,
  algorithm: ALGORITHM_NAMES[key.algorithm],
  state: key.retiredAt ? "retired" : "active",
  public_key_multibase: key.multikey,
  created_at: key.createdAt.toISOString(),
  retired_at: key.retiredAt?.toISOString() ?? null,
});
