import type pg from "pg";

/** A PNG file in base64. */
export const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const STATES = "'{pending,accepted,accepted,accepted,rejected,revoked}'::badge_state[]";

/**
 * Gives an organization a template with badges, one a minute, each of an account of its own. Every tenth one replaced the one
 * before.
 */
export async function insertManyBadges(
  client: pg.Client,
  organizationId: string,
  count: number,
): Promise<void> {
  await client.query(
    `WITH image AS (
       INSERT INTO images (id, sha256, bytes) VALUES (gen_random_uuid(), sha256(decode($2, 'base64')), decode($2, 'base64'))
       RETURNING id
     ) INSERT INTO badge_templates (id, organization_id, name, description, state, vanity_slug, image_id, image_generated,
         state_updated_at, created_at, updated_at)
       SELECT gen_random_uuid(), $1, 'Many', 'Many badges', 'active', 'many', id, false, now(), now(), now() FROM image`,
    [organizationId, PIXEL],
  );
  await client.query(
    `CREATE TEMPORARY TABLE people AS
       SELECT n, gen_random_uuid() AS id, gen_random_uuid() AS badge_id, 'earner-' || n || '@many.example' AS email
       FROM generate_series(1, ${count}) AS n`,
  );
  await client.query(
    `INSERT INTO users (id, first_name, last_name, vanity_slug, updated_at)
     SELECT id, 'Earner', n::text, 'u-' || id, now() FROM people`,
  );
  await client.query(
    `INSERT INTO user_emails (id, user_id, email, "primary", confirmed_at)
     SELECT gen_random_uuid(), id, email, true, now() FROM people`,
  );
  await client.query(
    `INSERT INTO issued_badges (id, organization_id, template_organization_id, badge_template_id, state, user_id,
       recipient_email, issued_to, issued_to_first_name, issued_to_last_name, locale, public, translate_metadata,
       suppress_badge_notification_email, evidence, issued_at, issued_at_date, state_updated_at, created_at, updated_at,
       replaces_badge_id, replacement_badge_id)
     SELECT one.badge_id, $1, $1, template.id,
       CASE WHEN n % 10 = 9 THEN 'replaced' ELSE (${STATES})[1 + n % 6] END, one.id, email, 'Earner ' || n, 'Earner',
       n::text, 'en', true, false, true,
       '[{"id": "0190b3a0-0000-7000-8000-000000000001", "type": "PlainTextEvidence", "title": "A", "description": "B"}]',
       now(), current_date, now(), now() - n * interval '1 minute', now(),
       CASE WHEN n % 10 = 0 THEN lag(one.badge_id) OVER (ORDER BY n) END,
       CASE WHEN n % 10 = 9 THEN lead(one.badge_id) OVER (ORDER BY n) END
     FROM people AS one, badge_templates AS template
     WHERE template.organization_id = $1 AND template.vanity_slug = 'many' ORDER BY n`,
    [organizationId],
  );
}
