import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import pg from "pg";

/**
 * A hand-written server for the single purpose of issuing badges: node:http and pg, with the same credential check, the
 * same reads, and the same writes under the same locks. It handles no other request.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

const ISSUE = `
  WITH duplicate AS MATERIALIZED (SELECT candidate_id FROM lock_badge_duplicates($1::jsonb)),
  issued AS (
    INSERT INTO issued_badges (id, organization_id, template_organization_id, badge_template_id, state, user_id,
      recipient_email, issued_to, issued_to_first_name, issued_to_last_name, locale, public, translate_metadata,
      suppress_badge_notification_email, evidence, issued_at, issued_at_date, state_updated_at, created_at, updated_at)
    SELECT $2, $3, $3, $4, 'pending', $5, $6, $7, $8, $9, 'en', true, false, true, '[]', $10::timestamptz, ($10::timestamptz AT TIME ZONE 'UTC')::date, now(), now(), now()
    WHERE NOT EXISTS (SELECT FROM duplicate)
      AND EXISTS (SELECT FROM badge_templates WHERE id = $4 AND state = 'active' FOR SHARE)
    RETURNING id),
  counted AS (
    INSERT INTO badge_template_issue_counts AS total (badge_template_id, slot, issued)
    SELECT $4, COALESCE((SELECT slot FROM badge_template_issue_counts WHERE badge_template_id = $4
      ORDER BY slot LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED), pg_backend_pid() % 16), 1 FROM issued
    ON CONFLICT (badge_template_id, slot) DO UPDATE SET issued = total.issued + 1),
  audit AS (
    INSERT INTO audit_entries (id, organization_id, occurred_at, actor_type, actor_id, actor_name, action, subject_id)
    SELECT $13, $3, now(), 'AuthorizationToken', '', 'Bench', 'badge.issue', id FROM issued),
  event AS (
    INSERT INTO events (id, organization_id, event_type, occurred_at, subject_id)
    SELECT $11, $3, 'badge.created', now(), id FROM issued RETURNING id),
  message AS (
    INSERT INTO outbox_messages (id, kind, organization_id, subject_id, created_at, next_attempt_at)
    SELECT $12, 'webhook', $3, event.id, now(), now() FROM event
    WHERE EXISTS (SELECT FROM organizations WHERE id = $3 AND webhook_url IS NOT NULL
      AND 'badge.created' = ANY (allowed_webhooks)))
  SELECT id FROM issued`;

async function readBody(request: IncomingMessage): Promise<Record<string, string>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString("utf8")) as Record<string, string>;
}

async function issue(request: IncomingMessage): Promise<[number, unknown]> {
  const body = await readBody(request);
  const credential = Buffer.from((request.headers.authorization ?? "").slice(6), "base64").toString("utf8");
  const digest = createHash("sha256").update(credential.replace(/:$/, "")).digest();
  const tokens = await pool.query<{ organization_id: string }>(
    "SELECT organization_id FROM authorization_tokens WHERE digest = $1 AND write_enabled AND expires_at > now()",
    [digest],
  );
  const organization = tokens.rows[0]?.organization_id;
  if (!organization) return [401, {}];
  const templates = await pool.query(
    `SELECT * FROM badge_templates JOIN organizations ON organizations.id = badge_templates.organization_id
     WHERE badge_templates.id = $1 AND organization_id = $2`,
    [body.badge_template_id, organization],
  );
  const users = await pool.query<{ user_id: string }>(
    "SELECT user_id FROM user_emails JOIN users ON users.id = user_id WHERE email = $1 AND confirmed_at IS NOT NULL",
    [body.recipient_email],
  );
  const id = randomUUID();
  const user = users.rows[0]?.user_id ?? null;
  const { badge_template_id, recipient_email } = body;
  const candidate = [{ id, badge_template_id, recipient_email, user_id: user, issuer_earner_id: null }];
  const name = `${body.issued_to_first_name} ${body.issued_to_last_name}`;
  const values = [
    JSON.stringify(candidate),
    id,
    organization,
    badge_template_id,
    user,
    recipient_email,
    name,
  ];
  const rest = [
    body.issued_to_first_name,
    body.issued_to_last_name,
    body.issued_at,
    randomUUID(),
    randomUUID(),
    randomUUID(),
  ];
  const issued = await pool.query(ISSUE, [...values, ...rest]);
  if (issued.rows.length === 0) return [422, {}];
  return [201, { data: { ...body, id, state: "pending", badge_template: templates.rows[0] as unknown } }];
}

const server = createServer((request, response) => {
  void issue(request).then(
    ([status, value]) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    },
    (error: unknown) => {
      response.writeHead(500).end(String(error));
    },
  );
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address && typeof address === "object") process.send?.(`http://127.0.0.1:${address.port}`);
});
process.on("disconnect", () => process.exit(0));
