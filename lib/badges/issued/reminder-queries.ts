import { db } from "@/lib/kernel/db";

export type Reminder = { id: string; organizationId: string; expiresAt: Date };

/**
 * Marks and returns up to `limit` accepted badges that expire between the two times, whose templates send reminders,
 * and for whose expiration none was sent yet. Two calls at once share the badges without waiting for each other.
 */
export const claimReminders = (after: Date, until: Date, limit: number) =>
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
      LIMIT ${limit}
    ))
    RETURNING badge.id, organization_id AS "organizationId", expires_at AS "expiresAt"`;
