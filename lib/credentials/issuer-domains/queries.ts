import { db } from "@/lib/kernel/db";
import type { DomainFindings } from "./schema";
import { issuerDomainSelect, type IssuerDomainRow } from "./serializer";

/** What was found at a domain, or null for a domain about which nothing is stored. */
export const findIssuerDomain = (organizationId: string, domain: string): Promise<IssuerDomainRow | null> =>
  db().issuerDomain.findFirst({ where: { organizationId, domain }, select: issuerDomainSelect });

/** What is stored of an organization's domain, and the domain that it has verified. */
export const findStoredDomain = (organizationId: string) =>
  db().issuerDomain.findUnique({
    where: { organizationId },
    select: {
      ...issuerDomainSelect,
      claim: { select: { organization: { select: { verifiedDomain: true } } } },
    },
    relationLoadStrategy: "join",
  });

/** A domain under which an organization may issue, with the keys that its published document lists. */
export type ActiveDomain = { domain: string; listedKeys: string[] };

/**
 * Finds the domain under which an organization wants to issue, while it is verified and its document was read since
 * `readSince`.
 */
export async function findActiveDomain(
  organizationId: string,
  readSince: Date,
): Promise<ActiveDomain | null> {
  const rows = await db().$queryRaw<ActiveDomain[]>`
    SELECT issuer.domain, issuer.listed_keys AS "listedKeys"
    FROM issuer_domains AS issuer
    JOIN organizations AS organization ON organization.id = issuer.organization_id
      AND organization.verified_domain = issuer.domain
    WHERE issuer.organization_id = ${organizationId}::uuid AND issuer.enabled_at IS NOT NULL
      AND issuer.read_at >= ${readSince}`;
  return rows[0] ?? null;
}

/** Finds the domain that an organization wants to issue under, while it is verified. */
export async function findEnabledDomain(organizationId: string): Promise<string | null> {
  const rows = await db().$queryRaw<{ domain: string }[]>`
    SELECT issuer.domain FROM issuer_domains AS issuer
    JOIN organizations AS organization ON organization.id = issuer.organization_id
      AND organization.verified_domain = issuer.domain
    WHERE issuer.organization_id = ${organizationId}::uuid AND issuer.enabled_at IS NOT NULL`;
  return rows[0]?.domain ?? null;
}

/** Sets the time since which an organization issues under its domain, or null to turn it off. */
export async function saveSwitch(
  organizationId: string,
  change: { enabledAt: Date | null; activeSince: Date | null; nextCheckAt: Date | null },
): Promise<void> {
  await db().issuerDomain.update({
    where: { organizationId },
    data: change,
    select: { organizationId: true },
  });
}

/** The domain of an organization as a check finds it. */
export type LockedDomain = IssuerDomainRow & { isVerified: boolean };

/**
 * Locks the domain of an organization and what is stored of issuing under it, which begins empty. Null when the domain was
 * changed or removed.
 */
export async function lockIssuerDomain(organizationId: string, domain: string): Promise<LockedDomain | null> {
  // The claim first, as a change or the deletion of a domain does.
  const claims = await db().$queryRaw<{ isVerified: boolean }[]>`
    SELECT organization.verified_domain IS NOT DISTINCT FROM claim.name AS "isVerified"
    FROM organization_domains AS claim JOIN organizations AS organization ON organization.id = claim.organization_id
    WHERE claim.organization_id = ${organizationId}::uuid AND claim.name = ${domain}
    FOR SHARE OF claim`;
  const [claim] = claims;
  if (!claim) return null;
  await db().$executeRaw`
    INSERT INTO issuer_domains (organization_id, domain, listed_keys)
    VALUES (${organizationId}::uuid, ${domain}, '{}')
    ON CONFLICT DO NOTHING`;
  await db().$queryRaw`
    SELECT FROM issuer_domains WHERE organization_id = ${organizationId}::uuid FOR NO KEY UPDATE`;
  const row = await findIssuerDomain(organizationId, domain);
  return row && { ...row, isVerified: claim.isVerified };
}

/** What a check changes. */
export type StoredCheck = Omit<IssuerDomainRow, "domain" | "enabledAt" | "findings"> & {
  findings: DomainFindings | null;
};

export async function saveCheck(organizationId: string, { findings, ...check }: StoredCheck): Promise<void> {
  await db().issuerDomain.update({
    where: { organizationId },
    data: { ...check, ...(findings ? { findings } : {}) },
    select: { organizationId: true },
  });
}

/** A domain to check, and the organization that issues under it. */
export type ClaimedDomain = { organizationId: string; domain: string; isVerified: boolean };

/**
 * Claims up to `limit` domains that are due, those that waited longest first. No other process claims them until
 * `leaseEndsAt`. After a crash the next run after that time takes them.
 */
export const claimDueDomains = (now: Date, leaseEndsAt: Date, limit: number) =>
  db().$queryRaw<ClaimedDomain[]>`
    UPDATE issuer_domains SET next_check_at = ${leaseEndsAt}
    WHERE organization_id = ANY (ARRAY(
      SELECT organization_id FROM issuer_domains WHERE next_check_at <= ${now}
      ORDER BY next_check_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))
    RETURNING organization_id AS "organizationId", domain, EXISTS (
      SELECT FROM organizations WHERE id = organization_id AND verified_domain = domain) AS "isVerified"`;
