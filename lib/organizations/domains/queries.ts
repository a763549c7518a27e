import { db } from "@/lib/kernel/db";
import type { DomainClaim } from "./proof";
import type { CheckOutcome, VerificationStatus } from "./outcome";
import type { Findings } from "./schema";
import { domainSelect, type DomainRow } from "./serializer";

export const findDomain = (organizationId: string): Promise<DomainRow | null> =>
  db().organizationDomain.findUnique({
    where: { organizationId },
    select: domainSelect,
    relationLoadStrategy: "join",
  });

/**
 * Sets the domain of an organization, to be checked from `at` on, and ends issuing under the one before. Returns false when
 * it is already that domain.
 */
export async function replaceDomain(
  organizationId: string,
  { name, token }: DomainClaim,
  at: Date,
): Promise<boolean> {
  const rows = await db().$executeRaw`
    INSERT INTO organization_domains AS domain (organization_id, name, token, next_check_at, created_at)
    VALUES (${organizationId}::uuid, ${name}, ${token}, ${at}, ${at})
    ON CONFLICT (organization_id) DO UPDATE SET name = EXCLUDED.name, token = EXCLUDED.token, method = NULL,
      findings = NULL, last_checked_at = NULL, failing_since = NULL, lost_at = NULL,
      next_check_at = EXCLUDED.next_check_at, created_at = EXCLUDED.created_at
    WHERE domain.name <> EXCLUDED.name`;
  if (rows > 0) await db().issuerDomain.deleteMany({ where: { organizationId } });
  return rows > 0;
}

/** Deletes the domain and returns its name. Null when there is none. */
export async function deleteDomain(organizationId: string): Promise<string | null> {
  const rows = await db().$queryRaw<{ name: string }[]>`
    DELETE FROM organization_domains WHERE organization_id = ${organizationId}::uuid RETURNING name`;
  return rows[0]?.name ?? null;
}

/** Stores the verification on the organization, where everything that shows the organization reads it. */
export async function saveVerification(
  organizationId: string,
  verified: { at: Date; name: string } | null,
): Promise<void> {
  await db().organization.update({
    where: { id: organizationId },
    data: { verifiedAt: verified?.at ?? null, verifiedDomain: verified?.name ?? null },
    select: { id: true },
  });
}

/** A domain to check, and the organization that claims it. */
export type ClaimedDomain = DomainClaim & { organizationId: string };

/**
 * Claims up to `limit` domains that are due, those that waited longest first. No other process claims them until
 * `leaseEndsAt`. After a crash the next run after that time takes them.
 */
export const claimDueDomains = (now: Date, leaseEndsAt: Date, limit: number) =>
  db().$queryRaw<ClaimedDomain[]>`
    UPDATE organization_domains SET next_check_at = ${leaseEndsAt}
    WHERE organization_id = ANY (ARRAY(
      SELECT organization_id FROM organization_domains WHERE next_check_at <= ${now}
      ORDER BY next_check_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))
    RETURNING organization_id AS "organizationId", name, token`;

/**
 * Locks the claimed domain and returns its status. Null when it was changed or removed, or checked since `startedAt`.
 */
export async function lockVerification(
  { organizationId, token }: ClaimedDomain,
  startedAt: Date,
): Promise<VerificationStatus | null> {
  const rows = await db().$queryRaw<VerificationStatus[]>`
    SELECT organization.verified_at AS "verifiedAt", domain.method::text, domain.failing_since AS "failingSince",
      domain.lost_at AS "lostAt"
    FROM organization_domains AS domain
    JOIN organizations AS organization ON organization.id = domain.organization_id
    WHERE domain.organization_id = ${organizationId}::uuid AND domain.token = ${token}
      AND (domain.last_checked_at IS NULL OR domain.last_checked_at <= ${startedAt})
    FOR NO KEY UPDATE OF domain, organization`;
  return rows[0] ?? null;
}

export async function saveCheck(
  organizationId: string,
  { method, failingSince, lostAt, nextCheckAt }: CheckOutcome,
  check: { findings: Findings; at: Date },
): Promise<void> {
  await db().organizationDomain.update({
    where: { organizationId },
    data: { method, failingSince, lostAt, nextCheckAt, findings: check.findings, lastCheckedAt: check.at },
    select: { organizationId: true },
  });
}
