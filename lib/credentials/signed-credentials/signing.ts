import { toWholeSeconds } from "@/lib/kernel/dates";
import {
  getCurrentDid,
  getIssuingIdentity,
  type IssuingIdentity,
} from "@/lib/credentials/issuer-domains/identity";
import { statusListUrl } from "@/lib/credentials/open-badges/addresses";
import type { CredentialParts } from "@/lib/credentials/open-badges/credential";
import { proofMethodId, tokenMethodId } from "@/lib/credentials/open-badges/issuer";
import { assertionIssuer, type AssertionRow } from "@/lib/credentials/open-badges/serializer";
import type { Proof } from "@/lib/credentials/proofs/schema";
import { signInThread } from "@/lib/credentials/proofs/threads";
import type { StatusEntry } from "@/lib/credentials/status-lists/schema";
import { presentStatusEntry } from "@/lib/credentials/status-lists/serializer";
import { ensureStatusPlace, type StatusSubject } from "@/lib/credentials/status-lists/service";
import { findEndorsements } from "./queries";
import { signToken, type TokenContent, type TokenParts } from "./token";

/**
 * Returns the status of a badge or an endorsement as credentials of this issuer name it: a list must have the issuer of the
 * credential (Bitstring Status List 1.0, 3.2). All credentials of one issuer about a badge share the place of the badge.
 */
export async function ensureStatusEntry(
  issuer: IssuingIdentity,
  subject: StatusSubject,
): Promise<StatusEntry> {
  const place = await ensureStatusPlace(issuer, subject);
  return presentStatusEntry(statusListUrl(issuer.organizationId, place.number), place.index);
}

/** Who signs a credential of a badge at this moment, and what it names. Use both together, and only at once. */
export async function prepareSigning(
  row: AssertionRow,
): Promise<{ issuer: IssuingIdentity; parts: CredentialParts }> {
  const { id } = assertionIssuer(row);
  const issuer = await getIssuingIdentity(id);
  const creatorId = row.badgeTemplate.organization.id;
  const creatorDid = creatorId === id ? issuer.did : await getCurrentDid(creatorId);
  const credentialStatus = await ensureStatusEntry(issuer, { id: row.id, kind: "badge" });
  const endorsements = await findEndorsements(row.badgeTemplate.id);
  return { issuer, parts: { issuerDid: issuer.did, creatorDid, credentialStatus, endorsements } };
}

/** Signs a document with an issuer's key for proofs, under its DID. `created` is the time in the proofs. */
export function addIssuerProofs<Document extends JsonLdDocument>(
  { did, keys }: Pick<IssuingIdentity, "did" | "keys">,
  document: Document,
  created: Date,
): Promise<Document & { proof: Proof[] }> {
  const { privateKey } = keys.proofs;
  const proofKey = { verificationMethod: proofMethodId(did, keys.proofs), privateKey };
  return signInThread(document, proofKey, toWholeSeconds(created));
}

/** Signs a credential as a JWT with an issuer's key for tokens, under its DID. */
export const signIssuerToken = (
  { did, keys }: Pick<IssuingIdentity, "did" | "keys">,
  credential: TokenContent,
): Promise<TokenParts> => signToken(credential, keys.tokens, tokenMethodId(did, keys.tokens));
