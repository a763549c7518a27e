import { db } from "@/lib/kernel/db";
import { newId } from "@/lib/kernel/ids";
import { hasDataServicesSql } from "@/lib/platform/recording/data-services";
import type { AttemptHeaders } from "./attempt-headers";
import { Prisma } from "@/prisma/generated/client";

/** The data of a delivery: the event's summary, and the organization's current webhook URL and secrets. */
export type Delivery = {
  eventId: string;
  organizationId: string;
  eventType: string;
  occurredAt: Date;
  webhookUrl: string | null;
  /** One of its applications has data services enabled. */
  isEnabled: boolean;
  acceptsAnySuccess: boolean;
  secret: Uint8Array<ArrayBuffer>;
  previousSecret: Uint8Array<ArrayBuffer> | null;
};

export async function findDeliveries(eventIds: string[], now: Date): Promise<Delivery[]> {
  return db().$queryRaw<Delivery[]>`
    SELECT events.id AS "eventId", events.organization_id AS "organizationId", event_type AS "eventType",
      occurred_at AS "occurredAt", webhook_url AS "webhookUrl", webhook_accepts_any_success AS "acceptsAnySuccess",
      webhook_secret AS "secret",
      ${hasDataServicesSql(Prisma.sql`events.organization_id`)} AS "isEnabled",
      CASE WHEN webhook_previous_secret_until > ${now} THEN webhook_previous_secret END AS "previousSecret"
    FROM events JOIN organizations ON organizations.id = events.organization_id
    WHERE events.id = ANY (${eventIds}::uuid[])`;
}

export type NewAttemptRow = {
  outboxMessageId: string;
  organizationId: string | null;
  attemptedAt: Date;
  durationMs: number;
  status: number | null;
  reason: string | null;
  responseExcerpt: string | null;
  requestHeaders: AttemptHeaders;
  responseHeaders: AttemptHeaders | null;
};

export const insertAttempts = (attempts: NewAttemptRow[]) =>
  db().webhookAttempt.createMany({
    data: attempts.map((attempt) => ({
      id: newId(),
      ...attempt,
      responseHeaders: attempt.responseHeaders ?? Prisma.DbNull,
    })),
  });

/**
 * Records which organizations' endpoints work and which have begun to fail. Locks the rows in one order, because two
 * workers may update the same organizations at the same time.
 */
export async function recordEndpointHealth(working: string[], failing: string[], now: Date): Promise<void> {
  await db().$executeRaw`
    UPDATE organizations SET
      webhook_failing_since = CASE WHEN id = ANY (${working}::uuid[]) THEN NULL ELSE ${now}::timestamptz END,
      webhook_failure_mailed_at = NULL
    WHERE id IN (
      SELECT id FROM organizations
      WHERE (id = ANY (${working}::uuid[]) AND webhook_failing_since IS NOT NULL)
        OR (id = ANY (${failing}::uuid[]) AND webhook_failing_since IS NULL)
      ORDER BY id FOR NO KEY UPDATE
    )`;
}

/**
 * Marks and returns those of these organizations whose endpoint has failed since before `since` and whose contact was
 * not notified yet.
 */
export async function claimFailureMails(
  organizationIds: string[],
  since: Date,
  now: Date,
): Promise<string[]> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    UPDATE organizations SET webhook_failure_mailed_at = ${now}
    WHERE id IN (
      SELECT id FROM organizations
      WHERE id = ANY (${organizationIds}::uuid[]) AND webhook_failing_since <= ${since}
        AND webhook_failure_mailed_at IS NULL
      ORDER BY id FOR NO KEY UPDATE
    )
    RETURNING id`;
  return rows.map(({ id }) => id);
}
