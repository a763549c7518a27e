import { db } from "@/lib/kernel/db";
import { newId } from "@/lib/kernel/ids";
import { hasDataServicesSql } from "@/lib/platform/recording/data-services";
import type { AttemptHeaders } from "./attempt-headers";
import { Prisma } from "@/prisma/generated/client";
import { clock } from "@/lib/kernel/clock";
import { parseIdList, parseNotAfter, parseNotBefore, parseChoices } from "@/lib/kernel/list/filter-values";
import type { Filters } from "@/lib/kernel/list/filter";
import {
  cappedTotal,
  maxReachableRows,
  toSkipTake,
  type Page,
  type PageRequest,
} from "@/lib/kernel/list/page";
import type { Sorts } from "@/lib/kernel/list/sort";
import { restartMessages } from "@/lib/kernel/outbox/restart";
import { FILTER_STATES, DELIVERED_TYPES, type FilterState } from "./schema";
import {
  attemptSelect,
  type DeliveryDetailRow,
  type DeliveryRow,
  secretSelect,
  settingsSelect,
  type SecretRow,
  type SettingsRow,
} from "./serializer";

export const findWebhookSettings = (id: string): Promise<SettingsRow | null> =>
  db().organization.findUnique({ where: { id }, select: settingsSelect, relationLoadStrategy: "join" });

export const updateWebhookSettingsRow = (
  id: string,
  data: Prisma.OrganizationUpdateInput,
): Promise<SettingsRow> => db().organization.update({ where: { id }, data, select: settingsSelect });

export const findWebhookSecret = (id: string): Promise<SecretRow | null> =>
  db().organization.findUnique({ where: { id }, select: secretSelect });

/** Replaces the secret if it is still the one that was read; false when another rotation was faster. */
export async function replaceWebhookSecret(
  id: string,
  current: Uint8Array<ArrayBuffer>,
  next: Pick<
    Prisma.OrganizationUpdateManyMutationInput,
    "webhookSecret" | "webhookPreviousSecret" | "webhookPreviousSecretUntil"
  >,
): Promise<boolean> {
  const { count } = await db().organization.updateMany({ where: { id, webhookSecret: current }, data: next });
  return count === 1;
}

/** The attempts that the figures cover at most, the latest ones, so that a busy organization stays quick to read. */
export const MAX_COUNTED_ATTEMPTS = 100_000;
export const BUCKET_HOURS = 6;
export const HEALTH_DAYS = 7;

const HOUR_MS = 3_600_000;
const BUCKETS_PER_DAY = 24 / BUCKET_HOURS;

/** One group of attempts. `bucket` counts six hours back from now, and `result` is null on other groups. */
export type HealthGroup = {
  kind: "bucket" | "recent" | "result" | "all";
  bucket: number | null;
  isRecent: boolean | null;
  result: string | null;
  attempts: number;
  succeeded: number;
  medianMs: number | null;
  p95Ms: number | null;
};

/** Counts the attempts of the last seven days by six hours, by day, by result and in total, in one query. */
export const readHealthGroups = (organizationId: string, now: Date): Promise<HealthGroup[]> => {
  const since = new Date(now.getTime() - HEALTH_DAYS * 24 * HOUR_MS);
  return db().$queryRaw<HealthGroup[]>`
    WITH latest AS MATERIALIZED (
      SELECT attempted_at, duration_ms, reason,
        CASE WHEN reason IS NULL OR reason = 'status' THEN 'status ' || status ELSE reason END AS result
      FROM webhook_attempts
      WHERE organization_id = ${organizationId}::uuid AND attempted_at > ${since} AND attempted_at <= ${now}
      ORDER BY attempted_at DESC LIMIT ${MAX_COUNTED_ATTEMPTS}
    ), counted AS (
      SELECT duration_ms, reason, result,
        floor(extract(epoch FROM ${now}::timestamptz - attempted_at) / ${BUCKET_HOURS * 3600}::int)::int AS bucket
      FROM latest
    ), marked AS (SELECT *, bucket < ${BUCKETS_PER_DAY}::int AS is_recent FROM counted)
    SELECT CASE GROUPING(bucket, is_recent, result)
        WHEN 3 THEN 'bucket' WHEN 5 THEN 'recent' WHEN 6 THEN 'result' ELSE 'all' END AS kind,
      bucket, is_recent AS "isRecent", result, count(*)::int AS attempts,
      count(*) FILTER (WHERE reason IS NULL)::int AS succeeded,
      percentile_disc(0.5) WITHIN GROUP (ORDER BY duration_ms) AS "medianMs",
      percentile_disc(0.95) WITHIN GROUP (ORDER BY duration_ms) AS "p95Ms"
    FROM marked GROUP BY GROUPING SETS ((bucket), (is_recent), (result), ())
    ORDER BY attempts DESC, result`;
};

type Where = Prisma.Sql;

/** A message with a failed attempt, over `outbox_messages AS message`. */
const UNDELIVERED = Prisma.sql`(message.state = 'failed' OR (message.state = 'due' AND message.last_reason IS NOT NULL))`;

// Literals instead of parameters: PostgreSQL uses the index of undelivered messages only with them.
const STATE_CONDITIONS: Record<FilterState, Where> = {
  due: Prisma.sql`message.state = 'due'`,
  done: Prisma.sql`message.state = 'done'`,
  failed: Prisma.sql`message.state = 'failed'`,
  undelivered: UNDELIVERED,
};

const createdSince = (at: Date): Where => Prisma.sql`message.created_at >= ${at}`;

const until = (value: string): Where => {
  const bound = parseNotAfter("until", value);
  return "lt" in bound
    ? Prisma.sql`message.created_at < ${bound.lt}`
    : Prisma.sql`message.created_at <= ${bound.lte}`;
};

export const filters: Filters<Where> = {
  state: (value) => {
    const states = parseChoices("state", FILTER_STATES, value).map((state) => STATE_CONDITIONS[state]);
    return Prisma.sql`(${Prisma.join(states, " OR ")})`;
  },
  event_type: (value) => Prisma.sql`EXISTS (
    SELECT FROM events WHERE events.id = message.subject_id AND events.organization_id = message.organization_id
      AND event_type = ANY (${parseChoices("event_type", DELIVERED_TYPES, value)}))`,
  event_id: (value) => Prisma.sql`message.subject_id = ANY (${parseIdList("event_id", value)}::uuid[])`,
  since: (value) => createdSince(parseNotBefore("since", value).gte),
  until,
};

export const sorts: Sorts<Prisma.Sql> = {
  created_at: (direction) =>
    direction === "asc"
      ? Prisma.sql`message.created_at, message.id`
      : Prisma.sql`message.created_at DESC, message.id DESC`,
};

export const NEWEST_FIRST: Prisma.Sql[] = [Prisma.sql`message.created_at DESC, message.id DESC`];

const deliveriesWhere = (organizationId: string, where: Where[]): Where =>
  Prisma.join(
    [Prisma.sql`message.organization_id = ${organizationId}::uuid AND message.kind = 'webhook'`, ...where],
    " AND ",
  );

const rows = Prisma.sql`
  SELECT message.id, message.organization_id AS "organizationId", event.id AS "eventId",
    event.event_type AS "eventType", event.occurred_at AS "occurredAt", message.state,
    message.created_at AS "createdAt", message.next_attempt_at AS "nextAttemptAt",
    message.first_attempt_at AS "firstAttemptAt", message.finished_at AS "finishedAt",
    message.last_reason AS "lastReason",
    (SELECT count(*)::int FROM webhook_attempts WHERE outbox_message_id = message.id) AS "attemptsCount"
  FROM outbox_messages AS message JOIN events AS event ON event.id = message.subject_id`;

export async function findDeliveryPage(
  organizationId: string,
  where: Where[],
  order: Prisma.Sql[],
  page: PageRequest,
): Promise<Page<DeliveryRow>> {
  const matching = deliveriesWhere(organizationId, where);
  const { skip, take } = toSkipTake(page);
  const [found, counts] = await Promise.all([
    db().$queryRaw<
      DeliveryRow[]
    >`${rows} WHERE ${matching} ORDER BY ${Prisma.join(order)} LIMIT ${take} OFFSET ${skip}`,
    db().$queryRaw<{ total: number }[]>`SELECT count(*)::int AS total
      FROM (SELECT FROM outbox_messages AS message WHERE ${matching} LIMIT ${maxReachableRows(page)}) AS reached`,
  ]);
  return { ...page, rows: found, ...cappedTotal(page, counts[0]?.total ?? 0) };
}

/**
 * Counts the deliveries with a failed attempt, up to `limit`, and reads since when the organization's receiver fails.
 */
export async function readDeliveryFailures(organizationId: string, limit: number) {
  const found = await db().$queryRaw<{ undelivered: number; failingSince: Date | null }[]>`
    SELECT webhook_failing_since AS "failingSince", (SELECT count(*)::int FROM (
      SELECT FROM outbox_messages AS message WHERE ${deliveriesWhere(organizationId, [UNDELIVERED])}
      LIMIT ${limit}) AS failed) AS undelivered
    FROM organizations WHERE id = ${organizationId}::uuid`;
  return found[0] ?? { undelivered: 0, failingSince: null };
}

async function findOneDelivery(organizationId: string, where: Where): Promise<DeliveryRow | null> {
  const found = await db().$queryRaw<
    DeliveryRow[]
  >`${rows} WHERE ${deliveriesWhere(organizationId, [where])} LIMIT 1`;
  return found[0] ?? null;
}

const byId = (id: string): Where => Prisma.sql`message.id = ${id}::uuid`;

export const findDelivery = (organizationId: string, id: string) => findOneDelivery(organizationId, byId(id));

export const findDeliveryOfEvent = (organizationId: string, eventId: string) =>
  findOneDelivery(organizationId, Prisma.sql`message.subject_id = ${eventId}::uuid`);

/** Finds the deliveries of these events, one of each. */
export const findDeliveriesByEvent = (organizationId: string, eventIds: string[]): Promise<DeliveryRow[]> =>
  db().$queryRaw<DeliveryRow[]>`
    ${rows} WHERE ${deliveriesWhere(organizationId, [Prisma.sql`message.subject_id = ANY (${eventIds}::uuid[])`])}
    LIMIT ${eventIds.length}`;

const SHOWN_ATTEMPTS = 100;

/** Finds a delivery with its last 100 attempts, newest first. */
export async function findDeliveryDetail(
  organizationId: string,
  id: string,
): Promise<DeliveryDetailRow | null> {
  const delivery = await findDelivery(organizationId, id);
  if (!delivery) return null;
  const attempts = await db().webhookAttempt.findMany({
    where: { outboxMessageId: id },
    select: attemptSelect,
    orderBy: [{ attemptedAt: "desc" }, { id: "desc" }],
    take: SHOWN_ATTEMPTS,
  });
  return { ...delivery, attempts };
}

/** Restarts a delivery; false when the organization has none with this id. */
export async function restartDelivery(organizationId: string, id: string): Promise<boolean> {
  const restarted = await restartMessages(
    Prisma.sql`SELECT message.id FROM outbox_messages AS message WHERE ${deliveriesWhere(organizationId, [byId(id)])}`,
  );
  return restarted.length > 0;
}

/**
 * Restarts the oldest `limit` deliveries of a range (more when several were created in the same millisecond as the last
 * one, so that a next range can begin after it). Skips deliveries in progress.
 */
export async function restartRange(
  organizationId: string,
  range: { since: Date; until: Date; state: FilterState },
  limit: number,
): Promise<{ count: number; last: Date | null }> {
  const matching = deliveriesWhere(organizationId, [
    STATE_CONDITIONS[range.state],
    createdSince(range.since),
    Prisma.sql`message.created_at <= ${range.until}`,
    Prisma.sql`(message.leased_until IS NULL OR message.leased_until <= ${clock.databaseNow()})`,
  ]);
  const restarted = await restartMessages(Prisma.sql`
    SELECT message.id FROM outbox_messages AS message
    WHERE ${matching} AND message.created_at <= COALESCE((
      SELECT message.created_at FROM outbox_messages AS message WHERE ${matching}
      ORDER BY message.created_at OFFSET ${limit - 1} LIMIT 1), ${range.until})
    ORDER BY message.created_at, message.id FOR UPDATE`);
  const times = restarted.map(({ createdAt }) => createdAt.getTime());
  const last = times.reduce((latest, time) => Math.max(latest, time), 0);
  return { count: restarted.length, last: last > 0 ? new Date(last) : null };
}

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
