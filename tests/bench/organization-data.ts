import type pg from "pg";

/** What to fill an organization with. The same seed creates the same data. */
export type Filling = {
  organizationId: string;
  badges: number;
  seed: number;
  /** The owner of every fiftieth template. Default: the organization itself. */
  grantorId?: string;
};

const RECIPIENTS = `
  CREATE TEMPORARY TABLE filling_recipients AS
  SELECT i AS number, first_name, last_name, lower(first_name || '.' || last_name) || i || '@' || domain AS email,
    CASE WHEN random() < 0.4 THEN gen_random_uuid() END AS user_id,
    CASE WHEN random() < 0.3 THEN 'E-' || i END AS issuer_earner_id
  FROM generate_series(1, greatest(5, $1::int / 4)) AS i
  CROSS JOIN LATERAL (SELECT
    (ARRAY['Ada','Bo','Cy','Dana','Eli','Fay','Gus','Hana','Ida','Jon','Kim','Lena','Mara','Nils','Ola','Pia','Quin','Rosa',
      'Sam','Tara','Uma','Vic','Wen','Xena','Yan','Zoe'])[1 + floor(26 * power(random(), 1.5))::int + i * 0] AS first_name,
    initcap((ARRAY['ba','cor','dal','es','fi','gro','hol','in','jo','kel'])[1 + floor(10 * random())::int + i * 0]
      || (ARRAY['an','be','chi','do','er','fo','gi','ha','il','jar'])[1 + floor(10 * random())::int + i * 0]
      || (ARRAY['berg','der','feld','ger','ley','man','ov','sen','son','well'])[1 + floor(10 * random())::int + i * 0]) AS last_name,
    'mail' || floor(40 * power(random(), 3))::int + i * 0 || '.example.org' AS domain) AS name`;

const ACCOUNTS = [
  `INSERT INTO users (id, first_name, last_name, vanity_slug, updated_at)
   SELECT user_id, first_name, last_name, 'filling-' || user_id, now() FROM filling_recipients WHERE user_id IS NOT NULL`,
  `INSERT INTO user_emails (id, user_id, email, "primary", confirmed_at)
   SELECT gen_random_uuid(), user_id, left(user_id::text, 8) || '.' || email, true, now()
   FROM filling_recipients WHERE user_id IS NOT NULL`,
  `INSERT INTO user_emails (id, user_id, email, "primary", confirmed_at)
   SELECT gen_random_uuid(), user_id, left(user_id::text, 8) || '.second.' || email, false,
     CASE WHEN number % 2 = 0 THEN now() END
   FROM filling_recipients WHERE user_id IS NOT NULL AND number % 4 <> 1`,
];

const EMPLOYEES = `
  INSERT INTO employees (id, organization_id, email, external_id, user_id, state, state_updated_at, first_name,
    last_name, updated_at, created_at)
  SELECT gen_random_uuid(), $1::uuid, email, 'X-' || number, user_id,
    (ARRAY['created','pending','accepted','rejected'])[1 + number % 4]::employee_state, now(), first_name, last_name,
    now(), now() - number * interval '1 minute'
  FROM filling_recipients WHERE number <= $2::int / 10`;

const TEMPLATES = `
  INSERT INTO badge_templates (id, organization_id, name, description, state, vanity_slug, image_id, image_generated,
    global_activity_url, skills, reporting_tags, state_updated_at, created_at, updated_at)
  SELECT gen_random_uuid(), CASE WHEN i % 50 = 7 THEN $3::uuid ELSE $1::uuid END,
    (ARRAY['Foundations of','Advanced','Applied','Introduction to','Teaching'])[1 + i % 5] || ' '
      || (ARRAY['Algebra','Botany','Chemistry','Drawing','Economics','French','Geology','History'])[1 + i / 5 % 8]
      || CASE WHEN i > 40 THEN ' ' || i / 40 ELSE '' END,
    repeat('What the earner of this badge has shown to be able to do. ', 4), 'active', 'filling-' || i, $4::uuid, true,
    'https://example.org/courses/' || i, ARRAY['Skill ' || i % 30, 'Skill ' || i % 7, 'Rare ' || i],
    ARRAY['tag-' || i % 12], now(), now() - i * interval '1 hour', now()
  FROM generate_series(1, greatest(3, $2::int / 500)) AS i
  RETURNING id, organization_id`;

// Ten years of badges, more in the later ones. Old badges have their final state, new ones are often pending.
const BADGES = `
  INSERT INTO issued_badges (id, organization_id, template_organization_id, badge_template_id, state, user_id,
    recipient_email, issued_to, issued_to_first_name, issued_to_last_name, issuer_earner_id, locale, public,
    translate_metadata, suppress_badge_notification_email, evidence, revocation_reason, issued_at, issued_at_date,
    expires_at, expires_at_date, state_updated_at, created_at, updated_at, deleted_at)
  SELECT uuidv7(created_at - now()), $1::uuid, template.organization_id, template.id, state::badge_state, user_id, email,
    first_name || ' ' || last_name, first_name, last_name, issuer_earner_id, 'en', chance_public < 0.97, false, false,
    '[]', CASE WHEN state = 'revoked' THEN 'Issued by mistake.' END, issued_at, issued_at::date, expires_at, expires_at::date,
    state_updated_at, created_at, greatest(state_updated_at, created_at + (now() - created_at) * chance_updated),
    CASE WHEN chance_deleted < 0.005 THEN now() END
  FROM (
    SELECT i, now() - interval '3650 days' * power(1 - i::float8 / ($2::int + 1), 1.5) AS created_at, random() AS chance_state,
      random() AS chance_public, random() AS chance_deleted, power(random(), 20) AS chance_updated,
      random() AS chance_expiry, random() AS chance_issued, random() AS chance_settled,
      1 + floor((SELECT count(*) FROM filling_templates) * power(random(), 1.5))::int AS template_number,
      1 + floor((SELECT count(*) FROM filling_recipients) * random())::int AS recipient_number
    FROM generate_series(1, $2::int) AS i
  ) AS draw
  JOIN filling_templates AS template ON template.number = template_number
  JOIN filling_recipients AS recipient ON recipient.number = recipient_number
  CROSS JOIN LATERAL (SELECT
    created_at - interval '30 days' * power(chance_issued, 4) AS issued_at,
    least(now(), created_at + interval '60 days' * power(chance_settled, 3)) AS settled_at,
    CASE WHEN chance_state < 0.02 OR (chance_state < 0.5 AND created_at > now() - interval '60 days') THEN 'pending'
      WHEN chance_state > 0.98 THEN 'rejected' WHEN chance_state > 0.95 THEN 'revoked'
      WHEN chance_state > 0.93 THEN 'replaced' ELSE 'accepted' END AS state
  ) AS fate
  CROSS JOIN LATERAL (SELECT
    CASE WHEN chance_expiry < 0.6 THEN issued_at + (1 + floor(chance_expiry * 8)) * interval '1 year' END AS expires_at,
    CASE WHEN state = 'pending' THEN created_at ELSE settled_at END AS state_updated_at
  ) AS time
  ORDER BY i`;

const COUNTS = `
  INSERT INTO badge_template_issue_counts (badge_template_id, slot, issued)
  SELECT template.id, 0, count(badge.id) FILTER (WHERE badge.deleted_at IS NULL)::int
  FROM filling_templates AS template LEFT JOIN issued_badges AS badge ON badge.badge_template_id = template.id
  GROUP BY 1`;

/** This many rows are inserted faster without updating indexes and checking foreign keys row by row. */
export const MANY = 100_000;

/** Drops indexes and foreign keys of the badges. Returns the statements that restore (and check) them. */
async function dropBadgeIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ away: string; back: string }>(
    `SELECT format('ALTER TABLE issued_badges DROP CONSTRAINT %I', conname) AS away,
       format('ALTER TABLE issued_badges ADD CONSTRAINT %I %s', conname, pg_get_constraintdef(oid)) AS back
     FROM pg_constraint WHERE conrelid = 'issued_badges'::regclass AND contype = 'f'
     UNION ALL
     SELECT format('DROP INDEX %I', relname), pg_get_indexdef(indexrelid)
     FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
     WHERE indrelid = 'issued_badges'::regclass AND NOT indisunique`,
  );
  for (const { away } of rows) await client.query(away);
  return rows.map(({ back }) => back);
}

/**
 * Fills an organization with badges, a template for every 500 of them, an employee for every ten, and recipients with
 * about four badges each, of whom 40 % have an account. Uses a few set-based statements, so that a million badges take
 * a minute or two.
 */
export async function fillOrganization(client: pg.Client, filling: Filling): Promise<void> {
  const { organizationId, badges, seed, grantorId = organizationId } = filling;
  await client.query("BEGIN");
  // A parallel plan would draw from several random sources.
  await client.query("SET LOCAL max_parallel_workers_per_gather = 0");
  await client.query("SELECT setseed($1)", [(seed % 10_000) / 10_000]);
  await client.query("DROP TABLE IF EXISTS filling_recipients, filling_templates");
  const { rows } = await client.query<{ id: string }>(
    "INSERT INTO images (id, sha256, bytes) VALUES (gen_random_uuid(), sha256(gen_random_uuid()::text::bytea), '') RETURNING id",
  );
  await client.query(RECIPIENTS.replace("$1", String(badges)));
  for (const statement of ACCOUNTS) await client.query(statement);
  await client.query(EMPLOYEES, [organizationId, badges]);
  await client.query(
    "CREATE TEMPORARY TABLE filling_templates (id uuid, organization_id uuid, number serial)",
  );
  await client.query(
    `WITH made AS (${TEMPLATES}) INSERT INTO filling_templates (id, organization_id) SELECT id, organization_id FROM made`,
    [organizationId, badges, grantorId, rows[0]?.id],
  );
  await client.query("ANALYZE filling_recipients, filling_templates");
  const restore = badges >= MANY ? await dropBadgeIndexes(client) : [];
  await client.query(BADGES, [organizationId, badges]);
  await client.query("SET LOCAL maintenance_work_mem = '512MB'");
  for (const statement of restore) await client.query(statement);
  await client.query(COUNTS);
  await client.query("DROP TABLE filling_recipients, filling_templates");
  await client.query("COMMIT");
}
