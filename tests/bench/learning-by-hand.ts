import type pg from "pg";

/** A course rule in the form that hand-written SQL needs. */
export type Subject = { organizationId: string; integrationId: number; templateId: string; ruleId: number };

const MEETS = `
  SELECT grade.student_id FROM learning_rule_requirements AS requirement
  JOIN learning_grades AS grade ON grade.gradable_id = requirement.gradable_id AND CASE requirement.operator
    WHEN 'gte' THEN grade.rank >= requirement.rank WHEN 'gt' THEN grade.rank > requirement.rank
    WHEN 'eq' THEN grade.rank = requirement.rank WHEN 'lte' THEN grade.rank <= requirement.rank
    ELSE grade.rank < requirement.rank END
  WHERE requirement.rule_id = $1
  GROUP BY grade.student_id
  HAVING count(*) = (SELECT count(*) FROM learning_rule_requirements WHERE rule_id = $1)`;

/** Returns the first page of the students who meet a rule, and their number. */
export const eligibleByHand = async (client: pg.Client, { ruleId }: Subject): Promise<void> => {
  await client.query(`SELECT count(*) FROM (${MEETS}) AS eligible`, [ruleId]);
  await client.query(
    `SELECT student.* FROM learning_students AS student WHERE id IN (${MEETS}) ORDER BY id LIMIT 10`,
    [ruleId],
  );
};

const BATCH = `
  WITH candidate AS MATERIALIZED (
    SELECT gen_random_uuid() AS badge_id, student.* FROM learning_students AS student
    WHERE integration_id = $2 AND id = ANY ($4::int[]) FOR KEY SHARE
  ), duplicate AS MATERIALIZED (
    SELECT candidate_id FROM lock_badge_duplicates((SELECT jsonb_agg(jsonb_build_object('id', badge_id,
      'badge_template_id', $3::uuid, 'recipient_email', email)) FROM candidate))
  ), issued AS (
    INSERT INTO issued_badges (id, organization_id, template_organization_id, badge_template_id, state, user_id,
      recipient_email, issued_to, issued_to_first_name, issued_to_last_name, locale, public, translate_metadata,
      suppress_badge_notification_email, evidence, issued_at, issued_at_date, state_updated_at, created_at, updated_at)
    SELECT badge_id, $1, $1, $3, 'pending', (SELECT user_id FROM user_emails WHERE user_emails.email = candidate.email),
      email, first || ' ' || last, first, last, 'en', true, false, false, '[]', now(), now()::date, now(), now(), now()
    FROM candidate WHERE badge_id NOT IN (SELECT candidate_id FROM duplicate)
    RETURNING id
  ), award AS (
    INSERT INTO learning_awards (badge_id, organization_id, integration_id, student_id, badge_template_id)
    SELECT badge_id, $1, $2, id, $3 FROM candidate WHERE badge_id IN (SELECT id FROM issued)
  ), counted AS (
    INSERT INTO badge_template_issue_counts AS total (badge_template_id, slot, issued) SELECT $3, 0, count(*) FROM issued
    ON CONFLICT (badge_template_id, slot) DO UPDATE SET issued = total.issued + EXCLUDED.issued
  ), audit AS (
    INSERT INTO audit_entries (id, organization_id, occurred_at, actor_type, actor_id, actor_name, action, subject_id)
    SELECT gen_random_uuid(), $1, now(), 'LearningToken', '', 'Bench', 'badge.issue', id FROM issued
  ), event AS (
    INSERT INTO events (id, organization_id, event_type, occurred_at, subject_id)
    SELECT gen_random_uuid(), $1, 'badge.created', now(), id FROM issued
  ), message AS (
    INSERT INTO outbox_messages (id, kind, organization_id, subject_id, payload, created_at, next_attempt_at)
    SELECT gen_random_uuid(), 'mail', $1, id, '{"template": "pending_badge"}', now(), now() FROM issued
  )
  SELECT count(*)::int AS count FROM issued`;

/**
 * Issues the badge to the students who meet the rule, with the same writes under the same locks. Returns their number.
 */
export async function evaluateByHand(client: pg.Client, subject: Subject): Promise<number> {
  const { ruleId, organizationId, integrationId, templateId } = subject;
  const { rows: eligible } = await client.query<{ student_id: number }>(`${MEETS} ORDER BY 1`, [ruleId]);
  const ids = eligible.map(({ student_id }) => student_id);
  let total = 0;
  for (let from = 0; from < ids.length; from += 1_000) {
    const values = [organizationId, integrationId, templateId, ids.slice(from, from + 1_000)];
    const { rows } = await client.query<{ count: number }>(BATCH, values);
    total += rows[0]?.count ?? 0;
  }
  return total;
}
