import type { Prisma } from "@/prisma/generated/client";
import { endOf } from "./outcome";
import { fileUrl, proofValue, recordName } from "./proof";
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
const findingsOf = ({ findings }: DomainRow): Findings =>
  (findings as Findings | null) ?? { dns: null, file: null };

const moment = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Presents the domain with both methods to prove it, and the findings of the last check. */
export function presentDomain(row: DomainRow): OrganizationDomain {
  const { verifiedAt } = row.organization;
  const findings = findingsOf(row);
  return {
    name: row.name,
    verified: verifiedAt !== null,
    verified_at: moment(verifiedAt),
    method: row.method,
    failing_since: moment(row.failingSince),
    ends_at: moment(endOf({ verifiedAt, failingSince: row.failingSince })),
    lost_at: moment(row.lostAt),
    last_checked_at: moment(row.lastCheckedAt),
    next_check_at: moment(row.nextCheckAt),
    dns: { name: recordName(row), type: "TXT", value: proofValue(row), found: findings.dns },
    file: { url: fileUrl(row), content: proofValue(row), found: findings.file },
    created_at: row.createdAt.toISOString(),
  };
}
