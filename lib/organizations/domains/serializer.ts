import type { Prisma } from "@/prisma/generated/client";
import { verificationEnd } from "./outcome";
import { proofFileUrl, proofValue, txtRecordName } from "./proof";
import type { Findings, OrganizationDomain } from "./schema";

export const domainSelect = {
  name: true,
  token: true,
  method: true,
  findings: true,
  lastCheckedAt: true,
  failingSince: true,
  lostAt: true,
  nextCheckAt: true,
  createdAt: true,
  organization: { select: { verifiedAt: true } },
} satisfies Prisma.OrganizationDomainSelect;

export type DomainRow = Prisma.OrganizationDomainGetPayload<{ select: typeof domainSelect }>;

/** Reads the findings column, which only this folder writes. */
const domainFindings = ({ findings }: DomainRow): Findings =>
  (findings as Findings | null) ?? { dns: null, file: null };

const toIsoString = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Presents the domain with both methods to prove it, and the findings of the last check. */
export function presentDomain(row: DomainRow): OrganizationDomain {
  const { verifiedAt } = row.organization;
  const findings = domainFindings(row);
  return {
    name: row.name,
    verified: verifiedAt !== null,
    verified_at: toIsoString(verifiedAt),
    method: row.method,
    failing_since: toIsoString(row.failingSince),
    ends_at: toIsoString(verificationEnd({ verifiedAt, failingSince: row.failingSince })),
    lost_at: toIsoString(row.lostAt),
    last_checked_at: toIsoString(row.lastCheckedAt),
    next_check_at: toIsoString(row.nextCheckAt),
    dns: { name: txtRecordName(row), type: "TXT", value: proofValue(row), found: findings.dns },
    file: { url: proofFileUrl(row), content: proofValue(row), found: findings.file },
    created_at: row.createdAt.toISOString(),
  };
}
