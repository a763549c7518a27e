import { clock } from "@/lib/kernel/clock";
import { getSigningKeys } from "@/lib/credentials/issuer-keys/service";
import { buildUnsignedHeldCredential } from "@/lib/credentials/open-badges/credential";
import { tokenMethodId } from "@/lib/credentials/open-badges/issuer";
import type { HeldCredential } from "@/lib/credentials/open-badges/schema";
import { assertionIssuer } from "@/lib/credentials/open-badges/serializer";
import { findBadgeToSign } from "@/lib/credentials/open-badges/service";
import { findEndorsements } from "./queries";
import { addIssuerProofs, ensureStatusEntry } from "./signing";
import { composeToken, signToken } from "./token";

/** What identifies a copy: its id, a URN, and the DID of the wallet's key. */
type CopyIdentity = { id: string; holder: string };

/** Builds the credential of an accepted badge for a wallet; null when the badge is not accepted any more. */
async function buildCopy(badgeId: string, identity: CopyIdentity) {
  const row = await findBadgeToSign(badgeId);
  if (row?.state !== "accepted") return null;
  const { id: issuerId } = assertionIssuer(row);
  const credentialStatus = await ensureStatusEntry(issuerId, badgeId);
  const endorsements = await findEndorsements(row.badgeTemplate.id);
  const content = buildUnsignedHeldCredential(row, { ...identity, credentialStatus, endorsements });
  return { issuerId, content };
}

/**
 * Signs a copy of the credential of an accepted badge with proofs, with what the badge says now. It has the status of the
 * badge. It is not stored. Returns null when the badge is not accepted.
 */
export async function signCopy(badgeId: string, identity: CopyIdentity): Promise<HeldCredential | null> {
  const copy = await buildCopy(badgeId, identity);
  if (!copy) return null;
  const { proofs } = await getSigningKeys(copy.issuerId);
  return addIssuerProofs(copy.issuerId, copy.content, proofs, clock.now());
}

/** Signs such a copy as a JWT. Returns null when the badge is not accepted. */
export async function signCopyAsToken(badgeId: string, identity: CopyIdentity): Promise<string | null> {
  const copy = await buildCopy(badgeId, identity);
  if (!copy) return null;
  const { tokens } = await getSigningKeys(copy.issuerId);
  return composeToken(
    copy.content,
    await signToken(copy.content, tokens, tokenMethodId(copy.issuerId, tokens)),
  );
}
