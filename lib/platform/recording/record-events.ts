import { Prisma, type OutboxKind } from "@/prisma/generated/client";
import type { EventType, TEST_EVENT_TYPE } from "@/lib/platform/recording/choices";
import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { newId } from "@/lib/kernel/ids";
import { msUntil } from "@/lib/kernel/outbox/outcomes";
import { currentTraceparent } from "@/lib/kernel/tracing";
import { hasDataServicesSql } from "./data-services";

/** An event of `subjectId` for one organization. */
export type NewEvent = {
  /** A new id by default. */
  id?: string;
  organizationId: string;
  eventType: EventType | typeof TEST_EVENT_TYPE;
  subjectId: string;
  /** The changed row that causes the event, if it is not the subject. */
  causeId?: string;
  data?: Prisma.InputJsonValue;
};

/**
 * Work to do after the commit, such as a mail. `payload` contains ids and choices, never secrets. The webhook message
 * of an event is created with the event; record one here only for an event type that cannot be subscribed to.
 */
export type NewMessage = {
  kind: OutboxKind;
  organizationId: string | null;
  subjectId: string;
  payload?: Prisma.InputJsonValue;
  /** When to do the work. At once by default. */
  dueAt?: Date;
};

const toEventRow = (event: NewEvent, at: Date) => ({
  id: event.id ?? newId(),
  organization_id: event.organizationId,
  event_type: event.eventType,
  occurred_at: at,
  subject_id: event.subjectId,
  cause_id: event.causeId ?? event.subjectId,
  data: event.data ?? null,
  message_id: newId(),
});

const toMessageRow = (message: NewMessage, at: Date) => ({
  id: newId(),
  kind: message.kind,
  organization_id: message.organizationId,
  subject_id: message.subjectId,
  payload: message.payload ?? null,
  // Its age, after which retries end, counts from the time when the work is due.
  created_at: message.dueAt ?? at,
  pause_ms: message.dueAt ? msUntil(message.dueAt, at) : 0,
});

/**
 * Builds events and messages as parts of a WITH clause, so that a change and its effects can be one statement.
 * `changedRows` names an earlier part of the clause with an `id` column: only events and messages of its rows are
 * recorded. An event also gets a webhook message when its organization has a webhook URL, subscribes to the type and
 * has an application with data services (decision 0017).
 */
export function recordEventsCte(
  events: NewEvent[],
  messages: NewMessage[],
  changedRows?: Prisma.Sql,
): Prisma.Sql {
  const at = clock.now();
  const traceparent = currentTraceparent();
  const onlyOfChangedRows = (column: Prisma.Sql) =>
    changedRows ? Prisma.sql`WHERE ${column} IN (SELECT id FROM ${changedRows})` : Prisma.empty;
  const eventRows = JSON.stringify(events.map((event) => toEventRow(event, at)));
  const messageRows = JSON.stringify(messages.map((message) => toMessageRow(message, at)));
  return Prisma.sql`
    happening AS (
      SELECT * FROM jsonb_to_recordset(${eventRows}::jsonb) AS row(
        id uuid, organization_id uuid, event_type text, occurred_at timestamptz, subject_id uuid, cause_id uuid,
        data jsonb, message_id uuid) ${onlyOfChangedRows(Prisma.sql`cause_id`)}
    ), event_rows AS (
      INSERT INTO events (id, organization_id, event_type, occurred_at, subject_id, data)
      SELECT id, organization_id, event_type, occurred_at, subject_id, data FROM happening
    ), webhook_rows AS (
      INSERT INTO outbox_messages (id, kind, organization_id, subject_id, created_at, next_attempt_at, traceparent)
      SELECT happening.message_id, 'webhook', happening.organization_id, happening.id, occurred_at,
        ${clock.databaseNow()}, ${traceparent}::text
      FROM happening JOIN organizations ON organizations.id = happening.organization_id
      WHERE webhook_url IS NOT NULL AND event_type = ANY (allowed_webhooks)
        AND ${hasDataServicesSql(Prisma.sql`happening.organization_id`)}
    ), message_rows AS (
      INSERT INTO outbox_messages (id, kind, organization_id, subject_id, payload, created_at, next_attempt_at,
        traceparent)
      SELECT id, kind, organization_id, subject_id, payload, created_at,
        ${clock.databaseNow()} + pause_ms * interval '1 millisecond', ${traceparent}::text
      FROM jsonb_to_recordset(${messageRows}::jsonb) AS row(
        id uuid, kind outbox_kind, organization_id uuid, subject_id uuid, payload jsonb, created_at timestamptz,
        pause_ms bigint) ${onlyOfChangedRows(Prisma.sql`subject_id`)}
    )`;
}

/** Records events and messages in the open transaction. Besides `recordEventsCte` this is the only way to do it. */
export async function recordEvents(events: NewEvent[], messages: NewMessage[] = []): Promise<void> {
  if (events.length + messages.length === 0) return;
  await db().$executeRaw`WITH ${recordEventsCte(events, messages)} SELECT 1`;
}
