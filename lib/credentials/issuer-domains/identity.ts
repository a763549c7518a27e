import { clock } from "@/lib/kernel/clock";
import { findActiveKeyIds, getSigningKeys, type SigningKeys } from "@/lib/credentials/issuer-keys/service";
import { domainDid, organizationDid } from "@/lib/credentials/open-badges/addresses";
import { findActiveDomain } from "./queries";
import { earliestReading, isListing } from "./state";

/** How an organization signs: its DID and its keys. `ownDid`: the DID again if it is that of its own domain, or null. */
export type IssuingIdentity = {
  organizationId: string;
  did: string;
  ownDid: string | null;
  keys: SigningKeys;
};

/** Returns the DID of an organization's domain if its published document lists all these keys; otherwise null. */
async function findOwnDid(organizationId: string, keyIds: string[]): Promise<string | null> {
  const domain = await findActiveDomain(organizationId, earliestReading(clock.now()));
  return domain && isListing(domain, keyIds) ? domainDid(domain.domain) : null;
}

/**
 * Returns how an organization signs at this moment: as the DID of its domain if it turned that on and the document of the
 * domain lists the very keys that are returned, otherwise as its DID at this service. Keys may be rotated at any time, so
 * use the DID with these keys only, and nothing of it later.
 */
export async function getIssuingIdentity(organizationId: string): Promise<IssuingIdentity> {
  const keys = await getSigningKeys(organizationId);
  const ownDid = await findOwnDid(organizationId, [keys.proofs.id, keys.tokens.id]);
  return { organizationId, did: ownDid ?? organizationDid(organizationId), ownDid, keys };
}

/** Returns the DID by which an organization would sign now, to name it. Creates no keys. */
export async function getCurrentDid(organizationId: string): Promise<string> {
  const keyIds = await findActiveKeyIds(organizationId);
  const ownDid = keyIds && (await findOwnDid(organizationId, keyIds));
  return ownDid ?? organizationDid(organizationId);
}
