import { db } from "@/lib/kernel/db";
import { isUuid } from "@/lib/kernel/ids";
import {
  cappedTotal,
  maxReachableRows,
  toSkipTake,
  type Page,
  type PageRequest,
} from "@/lib/kernel/list/page";
import { Prisma } from "@/prisma/generated/client";
import type { EmployeeBadgeRow } from "./serializer";

/** The employee with this `external_id`, otherwise with this id of the record. An `external_id` may look like an id. */
const matchesEmployee = (organizationId: string, text: string): Prisma.Sql => Prisma.sql`
  AND employee.id = (
    SELECT one.id FROM employees AS one
    WHERE one.organization_id = ${organizationId}::uuid
      AND (one.external_id = ${text} ${isUuid(text) ? Prisma.sql`OR one.id = ${text}::uuid` : Prisma.empty})
    ORDER BY one.external_id = ${text} DESC NULLS LAST LIMIT 1)`;

/** The badges that an employer can see: public and not revoked, of employees who accepted the connection. */
const visibleBadges = (organizationId: string, employees: string[]): Prisma.Sql => Prisma.sql`
  FROM employees AS employee JOIN external_badges AS badge ON badge.user_id = employee.user_id
  WHERE employee.organization_id = ${organizationId}::uuid AND employee.state = 'accepted'
    ${Prisma.join([Prisma.empty, ...employees.map((text) => matchesEmployee(organizationId, text))], " ")}
    AND badge.public AND badge.revoked_at IS NULL`;

/** One page: employees in the order of their records, the newest badge of each first. Indexes have this order. */
export function employeePageSql(organizationId: string, employees: string[], page: PageRequest): Prisma.Sql {
  const { skip, take } = toSkipTake(page);
  return Prisma.sql`
    SELECT employee.id AS "employeeId", employee.external_id AS "externalId", badge.id, badge.type,
      badge.badge_name AS "badgeName", badge.badge_description AS "badgeDescription",
      badge.issuer_name AS "issuerName", badge.recipient_name AS "recipientName", badge.badge_url AS "badgeUrl",
      badge.badge_id AS "badgeId", badge.badge_version AS "badgeVersion",
      badge.credential_number AS "credentialNumber", badge.criteria_id AS "criteriaId",
      badge.criteria_narrative AS "criteriaNarrative", badge.skills, badge.verified, badge.image_id AS "imageId",
      badge.ai_influenced AS "aiInfluenced", badge.issued_at AS "issuedAt", badge.issued_at_date AS "issuedAtDate",
      badge.expires_at AS "expiresAt", badge.expires_at_date AS "expiresAtDate", badge.refreshed_at AS "refreshedAt"
    ${visibleBadges(organizationId, employees)}
    ORDER BY employee.id, badge.created_at DESC, badge.id DESC LIMIT ${take} OFFSET ${skip}`;
}

/** Finds a page and counts the rows as far as pages reach. */
export async function findEmployeeBadgePage(
  organizationId: string,
  employees: string[],
  page: PageRequest,
): Promise<Page<EmployeeBadgeRow>> {
  const [rows, [total]] = await Promise.all([
    db().$queryRaw<EmployeeBadgeRow[]>(employeePageSql(organizationId, employees, page)),
    db().$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM (SELECT 1 ${visibleBadges(organizationId, employees)} LIMIT ${maxReachableRows(page)}) AS counted`,
  ]);
  return { ...page, rows, ...cappedTotal(page, total?.count ?? 0) };
}
