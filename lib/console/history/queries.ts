import { db } from "@/lib/kernel/db";
import { loadPage, toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import { Prisma } from "@/prisma/generated/client";
import type { BadgeHistoryEntry } from "./schema";
import type { HistoryRow } from "./serializer";

const { sql } = Prisma;

type Kind = BadgeHistoryEntry["kind"];
type HistorySubject = { organizationId: string; badgeId: string };

const NO_ACTOR = sql`NULL::text AS "actorType", NULL::text AS "actorId", NULL::text AS "actorName"`;

// Finished messages are dated by their end, unfinished ones by their creation.
const MESSAGE_TIME = sql`COALESCE(message.finished_at, message.created_at) AS at`;

/** Each kind uses the index that its own lists use: by badge, and limited to what the organization may see. */
const kindQueries: Record<Kind, (subject: HistorySubject) => Prisma.Sql> = {
  event: ({ organizationId, badgeId }) => sql`
    SELECT 'event' AS kind, id, occurred_at AS at, event_type AS what, data ->> 'state' AS state, 0 AS attempts,
      NULL::timestamptz AS "nextAttemptAt", NULL::text AS reason, ${NO_ACTOR}
    FROM events WHERE subject_id = ${badgeId}::uuid AND organization_id = ${organizationId}::uuid`,
  mail: ({ organizationId, badgeId }) => sql`
    SELECT 'mail' AS kind, message.id, ${MESSAGE_TIME}, message.payload ->> 'template' AS what, message.state::text AS state,
      message.attempts, message.next_attempt_at AS "nextAttemptAt", message.last_reason AS reason, ${NO_ACTOR}
    FROM outbox_messages AS message
    WHERE message.subject_id = ${badgeId}::uuid AND message.organization_id = ${organizationId}::uuid
      AND message.kind = 'mail'`,
  webhook_delivery: ({ organizationId, badgeId }) => sql`
    SELECT 'webhook_delivery' AS kind, message.id, ${MESSAGE_TIME}, event.event_type AS what, message.state::text AS state,
      (SELECT count(*)::int FROM webhook_attempts WHERE outbox_message_id = message.id) AS attempts,
      message.next_attempt_at AS "nextAttemptAt", message.last_reason AS reason, ${NO_ACTOR}
    FROM events AS event
    JOIN outbox_messages AS message ON message.subject_id = event.id AND message.kind = 'webhook'
    WHERE event.subject_id = ${badgeId}::uuid AND event.organization_id = ${organizationId}::uuid`,
  audit_entry: ({ organizationId, badgeId }) => sql`
    SELECT 'audit_entry' AS kind, id, occurred_at AS at, action AS what, NULL::text AS state, 0 AS attempts,
      NULL::timestamptz AS "nextAttemptAt", NULL::text AS reason, actor_type AS "actorType", actor_id AS "actorId",
      actor_name AS "actorName"
    FROM audit_entries WHERE organization_id = ${organizationId}::uuid AND subject_id = ${badgeId}`,
};

/** Returns a page of a badge's history with entries of these kinds, newest first. */
export function findHistoryPage(
  subject: HistorySubject,
  kinds: Kind[],
  page: PageRequest,
): Promise<Page<HistoryRow>> {
  const all = Prisma.join(
    kinds.map((kind) => kindQueries[kind](subject)),
    " UNION ALL ",
  );
  const { skip, take } = toSkipTake(page);
  return loadPage(
    page,
    db().$queryRaw<HistoryRow[]>`
      SELECT * FROM (${all}) AS entry ORDER BY at DESC, id DESC LIMIT ${take} OFFSET ${skip}`,
    db().$queryRaw<{ total: number }[]>`SELECT count(*)::int AS total FROM (${all}) AS entry`.then(
      ([row]) => row?.total ?? 0,
    ),
  );
}
