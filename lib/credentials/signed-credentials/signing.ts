import { toWholeSeconds } from "@/lib/kernel/dates";
import type { SigningKey } from "@/lib/credentials/issuer-keys/service";
import { statusListUrl } from "@/lib/credentials/open-badges/addresses";
import { proofMethodId } from "@/lib/credentials/open-badges/issuer";
import type { Proof } from "@/lib/credentials/proofs/schema";
import type { StatusEntry } from "@/lib/credentials/status-lists/schema";
import { presentStatusEntry } from "@/lib/credentials/status-lists/serializer";
import { ensureStatusPlace } from "@/lib/credentials/status-lists/service";

/** Returns the status of a badge as its credentials name it. All of them share the place of the badge. */
export async function ensureStatusEntry(issuerId: string, badgeId: string): Promise<StatusEntry> {
  const place = await ensureStatusPlace(issuerId, badgeId);
  return presentStatusEntry(statusListUrl(issuerId, place.number), place.index);
}

/** Signs a document with an issuer's key for proofs. `created` is the time in the proofs. */
export async function addIssuerProofs<Document extends JsonLdDocument>(
  issuerId: string,
  document: Document,
  key: SigningKey,
  created: Date,
): Promise<Document & { proof: Proof[] }> {
  // The libraries for JSON-LD are loaded when something is signed: most processes never do.
  const { signDocument } = await import("@/lib/credentials/proofs/sign");
  const { privateKey } = key;
  const proofKey = { verificationMethod: proofMethodId(issuerId, key), privateKey };
  return signDocument(document, proofKey, toWholeSeconds(created));
}
