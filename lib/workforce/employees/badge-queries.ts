import { db } from "@/lib/kernel/db";
import { Prisma } from "@/prisma/generated/client";
import type { EventBadgeRow } from "./event-badge";
import type { EmployeeBadgeRow } from "./serializer";

const columns = Prisma.sql`badge.id, badge.issued_to AS "issuedTo", badge.issued_to_first_name AS "issuedToFirstName",
  badge.issued_to_middle_name AS "issuedToMiddleName", badge.issued_to_last_name AS "issuedToLastName",
  badge.issued_at AS "issuedAt", badge.issued_at_date AS "issuedAtDate", badge.expires_at AS "expiresAt",
  badge.expires_at_date AS "expiresAtDate", badge.state, badge.public, template.id AS "templateId",
  template.name AS "templateName", template.description, template.skills, template.image_id AS "imageId",
  issuer.name AS "issuerName", issuer.photo_id AS "issuerPhotoId"`;

const joins = Prisma.sql`
  JOIN badge_templates AS template ON template.id = badge.badge_template_id
  JOIN organizations AS issuer ON issuer.id = badge.organization_id`;

/**
 * Finds the badges that an organization sees of each of these employees, newest first and at most `most` of each, in
 * one query (lib/workforce/employees/visibility.ts has the rule). Employees who have not accepted the connection have
 * none.
 */
export async function findVisibleBadges(
  organizationId: string,
  employeeIds: string[],
  most: number,
): Promise<Map<string, EmployeeBadgeRow[]>> {
  if (employeeIds.length === 0) return new Map();
  const rows = await db().$queryRaw<(EmployeeBadgeRow & { employeeId: string })[]>`
    SELECT employee.id AS "employeeId", ${columns}
    FROM employees AS employee
    CROSS JOIN LATERAL (
      SELECT held.* FROM (
        SELECT claimed.* FROM issued_badges AS claimed
        WHERE claimed.user_id = employee.user_id AND claimed.deleted_at IS NULL
          AND (claimed.organization_id = employee.organization_id
            OR claimed.template_organization_id = employee.organization_id
            OR (claimed.public AND claimed.state = 'accepted'))
        UNION ALL
        SELECT unclaimed.* FROM issued_badges AS unclaimed
        WHERE unclaimed.organization_id = employee.organization_id AND unclaimed.recipient_email = employee.email
          AND unclaimed.user_id IS NULL AND unclaimed.deleted_at IS NULL
      ) AS held
      ORDER BY held.issued_at DESC, held.id DESC LIMIT ${most}
    ) AS badge
    ${joins}
    WHERE employee.organization_id = ${organizationId}::uuid AND employee.id = ANY (${employeeIds}::uuid[])
      AND employee.state = 'accepted' AND employee.user_id IS NOT NULL
    ORDER BY badge.issued_at DESC, badge.id DESC`;
  const byEmployee = new Map<string, EmployeeBadgeRow[]>();
  for (const { employeeId, ...badge } of rows) {
    byEmployee.set(employeeId, [...(byEmployee.get(employeeId) ?? []), badge]);
  }
  return byEmployee;
}

/** Finds badges by id for events, in any state, and whether the organization issued them or owns their templates. */
export const findEventBadges = (organizationId: string, ids: string[]) =>
  db().$queryRaw<EventBadgeRow[]>`
    SELECT ${columns}, ${organizationId}::uuid IN (badge.organization_id, badge.template_organization_id) AS "isOwn" FROM issued_badges AS badge ${joins} WHERE badge.id = ANY (${ids}::uuid[])`;
