import { digestJson } from "@/lib/kernel/canonical-json";
import { clock } from "@/lib/kernel/clock";
import { buildUnsignedHeldCredential } from "@/lib/credentials/open-badges/credential";
import type { HeldCredential } from "@/lib/credentials/open-badges/schema";
import { findBadgeToSign } from "@/lib/credentials/open-badges/service";
import { findCopy, type CopyRecord } from "./queries";
import { addIssuerProofs, prepareSigning, signIssuerToken } from "./signing";
import { composeToken } from "./token";

/** What identifies a copy: its id, a URN, and the DID of the wallet's key. */
type CopyIdentity = { id: string; holder: string };

/** Builds the credential of an accepted badge for a wallet; null when the badge is not accepted any more. */
async function buildCopy(badgeId: string, identity: CopyIdentity) {
  const row = await findBadgeToSign(badgeId);
  if (row?.state !== "accepted") return null;
  const { issuer, parts } = await prepareSigning(row);
  return { issuer, content: buildUnsignedHeldCredential(row, { ...identity, ...parts }) };
}

/** A copy for a wallet, and the digest of its content, which identifies it. */
export type SignedCopy<Form> = { credential: Form; contentDigest: Uint8Array<ArrayBuffer> };

/**
 * Signs a copy of the credential of an accepted badge with proofs, with what the badge says now. It has the status of the
 * badge. It is not stored. Returns null when the badge is not accepted.
 */
export async function signCopy(
  badgeId: string,
  identity: CopyIdentity,
): Promise<SignedCopy<HeldCredential> | null> {
  const copy = await buildCopy(badgeId, identity);
  if (!copy) return null;
  const credential = await addIssuerProofs(copy.issuer, copy.content, clock.now());
  return { credential, contentDigest: digestJson(copy.content) };
}

/** Signs such a copy as a JWT. Returns null when the badge is not accepted. */
export async function signCopyAsToken(
  badgeId: string,
  identity: CopyIdentity,
): Promise<SignedCopy<string> | null> {
  const copy = await buildCopy(badgeId, identity);
  if (!copy) return null;
  const credential = composeToken(copy.content, await signIssuerToken(copy.issuer, copy.content));
  return { credential, contentDigest: digestJson(copy.content) };
}

/** Finds the badge of a copy that we signed, with the digest of what it says; null for an unknown id. */
export const findCopyRecord = (id: string): Promise<CopyRecord | null> => findCopy(id);
