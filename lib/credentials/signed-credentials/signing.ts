import { toWholeSeconds } from "@/lib/kernel/dates";
import type { SigningKey } from "@/lib/credentials/issuer-keys/service";
import { statusListUrl } from "@/lib/credentials/open-badges/addresses";
import { proofMethodId } from "@/lib/credentials/open-badges/issuer";
import type { Proof } from "@/lib/credentials/proofs/schema";
import { signInThread } from "@/lib/credentials/proofs/threads";
import type { StatusEntry } from "@/lib/credentials/status-lists/schema";
import { presentStatusEntry } from "@/lib/credentials/status-lists/serializer";
import { ensureStatusPlace, type StatusSubject } from "@/lib/credentials/status-lists/service";

/**
 * Returns the status of a badge or an endorsement as its credentials name it. All credentials of a badge share its place.
 */
export async function ensureStatusEntry(
  issuerId: string,
  subjectId: string,
  kind: StatusSubject = "badge",
): Promise<StatusEntry> {
  const place = await ensureStatusPlace(issuerId, subjectId, kind);
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
