import { db } from "@/lib/kernel/db";
import { Prisma } from "@/prisma/generated/client";

export type Reminder = { id: string; organizationId: string; expiresAt: Date };

/**
 * Marks and returns up to `limit` accepted badges that expire between the two times, whose templates send reminders,
 * and for whose expiration none was sent yet: those of the templates of one organization, or of all (null). Two calls at
 * once share the badges without waiting for each other.
 */
export const claimReminders = (
  { after, until, organizationId }: { after: Date; until: Date; organizationId: string | null },
  limit: number,
) =>
  db().$queryRaw<Reminder[]>`
    UPDATE issued_badges AS badge SET expiry_reminded_for = expires_at
    WHERE badge.id = ANY (ARRAY(
      SELECT due.id FROM badge_templates AS template CROSS JOIN LATERAL (
        SELECT id FROM issued_badges
        WHERE badge_template_id = template.id AND state = 'accepted' AND deleted_at IS NULL
          AND expiry_reminded_for IS DISTINCT FROM expires_at AND expires_at > ${after} AND expires_at <= ${until}
        ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
      ) AS due
      WHERE template.send_expiring_badge_notifications AND template.deleted_at IS NULL
        ${organizationId ? Prisma.sql`AND template.organization_id = ${organizationId}::uuid` : Prisma.empty}
      LIMIT ${limit}
    ))
    RETURNING badge.id, organization_id AS "organizationId", expires_at AS "expiresAt"`;
