import { v7 } from "uuid";
import { newId } from "@/lib/kernel/ids";
import { sql } from "./database";

const DAY_MS = 24 * 3_600_000;

export const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);

/** Returns an id that was created this many days ago. */
const createOldId = (days: number): string => v7({ msecs: daysAgo(days).getTime() });

/** Stores an event that was recorded this many days ago. */
export async function insertOldEvent(organizationId: string, days: number, type = "badge.created") {
  const id = createOldId(days);
  await sql(
    `INSERT INTO events (id, organization_id, event_type, occurred_at, subject_id) VALUES ($1, $2, $3, $4, $5)`,
    [id, organizationId, type, daysAgo(days), newId()],
  );
  return id;
}

type MessageState = { state: "due" | "done" | "failed"; finished?: number; kind?: "webhook" | "mail" };

/**
 * Stores a message of this many days ago about a subject (for a webhook: the event). A finished one was also finished
 * then.
 */
export async function insertOldMessage(
  organizationId: string,
  days: number,
  subjectId: string,
  { state, finished, kind = "webhook" }: MessageState,
) {
  const id = createOldId(days);
  await sql(
    `INSERT INTO outbox_messages (id, kind, organization_id, subject_id, state, created_at, next_attempt_at, finished_at, payload)
     VALUES ($1, $2::outbox_kind, $3, $4, $5::outbox_state, $6, $6, $7, $8)`,
    [
      id,
      kind,
      organizationId,
      subjectId,
      state,
      daysAgo(days),
      finished === undefined ? null : daysAgo(finished),
      kind === "mail" ? { template: "pending_badge" } : null,
    ],
  );
  return id;
}

/** Stores a delivery attempt of this many days ago. */
export async function insertOldAttempt(messageId: string, days: number): Promise<string> {
  const id = createOldId(days);
  await sql(
    `INSERT INTO webhook_attempts (id, outbox_message_id, attempted_at, duration_ms, status) VALUES ($1, $2, $3, 5, 500)`,
    [id, messageId, daysAgo(days)],
  );
  return id;
}

/** Stores an API request of this many days ago. */
export async function insertOldRequest(organizationId: string, days: number): Promise<string> {
  const id = createOldId(days);
  await sql(
    `INSERT INTO api_requests (id, organization_id, occurred_at, method, path, query, status, duration_ms, actor_type,
       actor_id, actor_name, request_id, address, user_agent)
     VALUES ($1, $2, $3, 'GET', '/v1', '', 200, 1, 'User', 'x', 'Ada', $4, '', '')`,
    [id, organizationId, daysAgo(days), newId()],
  );
  return id;
}

/** Stores audit entries of this many days ago. */
export async function insertOldAuditEntries(
  organizationId: string,
  days: number,
  count = 1,
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => createOldId(days));
  await sql(
    `INSERT INTO audit_entries (id, organization_id, occurred_at, actor_type, actor_id, actor_name, action)
     SELECT id, $2, $3, 'User', 'x', 'Ada', 'badge.issue' FROM unnest($1::uuid[]) AS id`,
    [ids, organizationId, daysAgo(days)],
  );
  return ids;
}

/** Returns which of these rows still exist, in the given order. */
export async function listRemaining(table: string, ids: string[]): Promise<string[]> {
  const rows = await sql(`SELECT id FROM ${table} WHERE id = ANY ($1)`, [ids]);
  const existing = new Set(rows.map(({ id }) => String(id)));
  return ids.filter((id) => existing.has(id));
}
