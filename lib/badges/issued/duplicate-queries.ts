import { db } from "@/lib/kernel/db";
import type { Candidate, Duplicate } from "./issue-queries";

/**
 * Finds the badges that these would duplicate, newest first, like `lock_badge_duplicates` but without locks. Each
 * part of the rule is looked up for one candidate by an index that covers it.
 */
export const findDuplicates = (candidates: Candidate[]) =>
  db().$queryRaw<Duplicate[]>`
    SELECT DISTINCT c.id AS "candidateId", held.id, held.organization_id AS "organizationId",
      held.template_organization_id AS "templateOrganizationId", held.created_at
    FROM jsonb_to_recordset(${JSON.stringify(candidates)}::jsonb)
      AS c(id uuid, badge_template_id uuid, recipient_email text, user_id uuid, issuer_earner_id text)
    CROSS JOIN LATERAL (
      SELECT b.* FROM issued_badges AS b
      WHERE b.badge_template_id = c.badge_template_id AND b.recipient_email = c.recipient_email
      UNION ALL
      SELECT b.* FROM issued_badges AS b
      WHERE b.badge_template_id = c.badge_template_id AND b.user_id = c.user_id
      UNION ALL
      SELECT b.* FROM issued_badges AS b
      WHERE b.badge_template_id = c.badge_template_id AND b.issuer_earner_id = c.issuer_earner_id
      OFFSET 0
    ) AS held
    WHERE held.state IN ('pending', 'accepted') AND held.deleted_at IS NULL
    ORDER BY held.created_at DESC, held.id DESC`;
