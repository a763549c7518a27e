import { toWholeSeconds } from "@/lib/kernel/dates";
import type { SigningKey } from "@/lib/credentials/issuer-keys/service";
import { statusListUrl } from "@/lib/credentials/open-badges/addresses";
import { proofMethodId } from "@/lib/credentials/open-badges/issuer";
import type { Proof } from "@/lib/credentials/proofs/schema";
import { signInThread } from "@/lib/credentials/proofs/threads";
import type { StatusEntry } from "@/lib/credentials/status-lists/schema";
import { presentStatusEntry } from "@/lib/credentials/status-lists/serializer";
import { ensureStatusPlace } from "@/lib/credentials/status-lists/service";

/** Returns the status of a badge as its credentials name it. All of them share the place of the badge. */
export async function ensureStatusEntry(issuerId: string, badgeId: string): Promise<StatusEntry> {
  const place = await ensureStatusPlace(issuerId, badgeId);
  return presentStatusEntry(statusListUrl(issuerId, place.number), place.index);
}

/** Signs a document with an issuer's key for proofs. `created` is the time in the proofs. */
export function addIssuerProofs<Document extends JsonLdDocument>(
  issuerId: string,
  document: Document,
  key: SigningKey,
  created: Date,
): Promise<Document & { proof: Proof[] }> {
  const { privateKey } = key;
  const proofKey = { verificationMethod: proofMethodId(issuerId, key), privateKey };
  return signInThread(document, proofKey, toWholeSeconds(created));
}
