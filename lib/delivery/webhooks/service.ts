import type { ListInput } from "@/lib/kernel/list/list-input";
import { listChanges } from "@/lib/access/audit/changes";
import { withAuditEntry } from "@/lib/access/audit/service";
import { TEST_EVENT_TYPE } from "@/lib/platform/recording/choices";
import type { Caller } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { conflict, notFound, unprocessable } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { parseFilter } from "@/lib/kernel/list/filter";
import { listKeys } from "@/lib/kernel/list/keys";
import type { Page } from "@/lib/kernel/list/page";
import { parseSort } from "@/lib/kernel/list/sort";
import { recordEvents } from "@/lib/platform/recording/record-events";
import { requireRights, type Rights } from "@/lib/access/callers/rights";
import { createWebhookSecret } from "@/lib/platform/outbound/standard-webhooks";
import { previousWebhookSecrets, webhookSecrets } from "@/lib/organizations/profile/serializer";
import { setWebhookUrl } from "@/lib/organizations/profile/update";
import {
  filters,
  findDelivery,
  findDeliveriesByEvent,
  findDeliveryDetail,
  findDeliveryOfEvent,
  findDeliveryPage,
  readDeliveryFailures,
  NEWEST_FIRST,
  restartDelivery,
  restartRange,
  sorts,
  readHealthGroups,
  BUCKET_HOURS,
  HEALTH_DAYS,
  MAX_COUNTED_ATTEMPTS,
  type HealthGroup,
  findWebhookSecret,
  findWebhookSettings,
  replaceWebhookSecret,
  updateWebhookSettingsRow,
} from "./queries";
import type {
  EndpointHealth,
  RedeliveryInput,
  WebhookSecretRotation,
  WebhookSettingsInput,
  AttemptFigures,
} from "./schema";
import {
  presentSettings,
  type DeliveryDetailRow,
  type DeliveryRow,
  type RedeliveryRow,
  type SecretRow,
  type SettingsRow,
} from "./serializer";

const BUCKET_MS = BUCKET_HOURS * 3_600_000;
const BUCKETS = (HEALTH_DAYS * 24) / BUCKET_HOURS;
const MAX_RESULTS = 8;

const toFigures = (group: HealthGroup | undefined): AttemptFigures => ({
  attempts: group?.attempts ?? 0,
  succeeded: group?.succeeded ?? 0,
  median_ms: group?.medianMs ?? null,
  p95_ms: group?.p95Ms ?? null,
});

/** Arranges groups of attempts for reading: two periods, all six hours from the oldest on, and the most common results. */
function toEndpointHealth(groups: HealthGroup[], now: Date): EndpointHealth {
  const ofKind = (kind: HealthGroup["kind"]) => groups.filter((group) => group.kind === kind);
  const [all] = ofKind("all");
  const byBucket = new Map(ofKind("bucket").map((group) => [group.bucket, group]));
  const buckets = Array.from({ length: BUCKETS }, (_, index) => {
    const ago = BUCKETS - 1 - index;
    return {
      from: new Date(now.getTime() - (ago + 1) * BUCKET_MS).toISOString(),
      ...toFigures(byBucket.get(ago)),
    };
  });
  return {
    day: toFigures(ofKind("recent").find(({ isRecent }) => isRecent)),
    week: toFigures(all),
    buckets,
    results: ofKind("result")
      .slice(0, MAX_RESULTS)
      .map((group) => ({ result: group.result ?? "", ...toFigures(group) })),
    is_partial: (all?.attempts ?? 0) >= MAX_COUNTED_ATTEMPTS,
  };
}

const PREVIOUS_SECRET_MS = 24 * 3_600_000;
const MAX_REDELIVERIES = 10_000;

export const deliveryListKeys = listKeys(filters, sorts);

/** Returns the webhook URL, the subscribed event types, and the health of the endpoint. */
export async function getWebhookSettings(caller: Caller): Promise<SettingsRow> {
  const row = await findWebhookSettings(caller.organizationId);
  if (!row) throw notFound();
  return row;
}

/**
 * Changes the given settings and keeps the others. Events of types that are not subscribed to are recorded, but not
 * delivered. Throws 422 for an unknown type, or a `webhook_url` in a private network.
 */
export function updateWebhookSettings(caller: Caller, body: WebhookSettingsInput): Promise<SettingsRow> {
  const { webhook_url, allowed_webhooks, accepts_any_success } = body;
  return withAuditEntry(caller, "webhook_settings.update", caller.organizationId, async (noteChanges) => {
    const before = await getWebhookSettings(caller);
    if (webhook_url !== undefined) await setWebhookUrl(caller.organizationId, webhook_url);
    const after = await updateWebhookSettingsRow(caller.organizationId, {
      ...(allowed_webhooks ? { allowedWebhooks: allowed_webhooks } : {}),
      ...(accepts_any_success === undefined ? {} : { webhookAcceptsAnySuccess: accepts_any_success }),
    });
    // The address may contain a secret of the receiver.
    const hidden = { withoutValues: ["webhook_url"] };
    noteChanges(listChanges(presentSettings(before), presentSettings(after), hidden));
    return after;
  });
}

const withoutExpiredSecret = (row: SecretRow): SecretRow => {
  const until = row.webhookPreviousSecretUntil;
  return { ...row, webhookPreviousSecretUntil: until && until > clock.now() ? until : null };
};

/** Anyone who has the secret can forge deliveries, so credentials that may only read, or only write, cannot see it. */
const SECRET_RIGHTS: Rights = {
  scopes: new Set(["memberships"]),
  access: { read: true, write: true, delete: false },
};

const requireSecretRights = (caller: Caller): void =>
  requireRights(caller, SECRET_RIGHTS, "Showing or rotating the webhook secret");

/** Returns the secret that signs deliveries. Throws 403 without permission to read and to write. */
export async function getWebhookSecret(caller: Caller): Promise<SecretRow> {
  requireSecretRights(caller);
  const row = await findWebhookSecret(caller.organizationId);
  if (!row) throw notFound();
  return withoutExpiredSecret(row);
}

/** Returns the secret for a person who wants to see it, and records that in the audit log. Throws as `getWebhookSecret`. */
export async function revealWebhookSecret(caller: Caller): Promise<SecretRow> {
  return withAuditEntry(caller, "webhook_secret.reveal", caller.organizationId, () =>
    getWebhookSecret(caller),
  );
}

/**
 * Replaces the secret that was read; null when another rotation was faster. If the hourly job has re-encrypted the same
 * secret meanwhile, that is no rotation.
 */
async function replaceUnchangedSecret(read: SecretRow, until: Date | null): Promise<SecretRow | null> {
  const { id } = read;
  const secret = webhookSecrets.decrypt(read.webhookSecret, id);
  const next = {
    webhookSecret: webhookSecrets.encrypt(createWebhookSecret(), id),
    webhookPreviousSecret: until && previousWebhookSecrets.encrypt(secret, id),
    webhookPreviousSecretUntil: until,
  };
  if (await replaceWebhookSecret(id, read.webhookSecret, next)) return { id, ...next };
  const current = await findWebhookSecret(id);
  const isSame = current !== null && webhookSecrets.decrypt(current.webhookSecret, id) === secret;
  return isSame ? replaceUnchangedSecret(current, until) : null;
}

/**
 * Creates a new secret. For 24 hours deliveries are signed with both, unless `expire_previous` is set; a secret that
 * was already being phased out ends now. Throws 403 as for seeing it. Of two concurrent rotations one succeeds and the
 * other throws 409, so that no one replaces a secret that they have not seen.
 */
export async function rotateWebhookSecret(caller: Caller, body: WebhookSecretRotation): Promise<SecretRow> {
  requireSecretRights(caller);
  return withAuditEntry(caller, "webhook_secret.rotate", caller.organizationId, async () => {
    const row = await findWebhookSecret(caller.organizationId);
    if (!row) throw notFound();
    const until = body.expire_previous ? null : new Date(clock.now().getTime() + PREVIOUS_SECRET_MS);
    const replaced = await replaceUnchangedSecret(row, until);
    if (!replaced) throw conflict("rotated_meanwhile", "The secret was rotated by another request.");
    return replaced;
  });
}

/** Throws 422 while nothing can be delivered, because a delivery would fail at once. */
async function requireReceiver(caller: Caller): Promise<void> {
  const row = await getWebhookSettings(caller);
  if (!row.webhookUrl) throw unprocessable("no_webhook_url", "The organization has no webhook_url.");
  if (row.oauthApplications.length > 0) return;
  throw unprocessable(
    "data_services_disabled",
    "No OAuth application of the organization has data services enabled.",
  );
}

/**
 * Sends an event of the type `webhook.test` to the receiver, subscribed or not, like any other: recorded, signed,
 * retried. It can be read by its id. Lists of events omit it, because nothing happened.
 */
export async function sendTestEvent(caller: Caller): Promise<DeliveryRow> {
  const { organizationId } = caller;
  await requireReceiver(caller);
  const deliveryEventId = ({ eventId }: DeliveryRow) => eventId;
  return withAuditEntry(caller, "webhook_test_event.create", deliveryEventId, async () => {
    const event = { id: newId(), organizationId, eventType: TEST_EVENT_TYPE, subjectId: organizationId };
    await recordEvents([event], [{ kind: "webhook", organizationId, subjectId: event.id }]);
    const delivery = await findDeliveryOfEvent(organizationId, event.id);
    if (!delivery) throw notFound();
    return delivery;
  });
}

/** Lists deliveries, newest first. */
export function listDeliveries(caller: Caller, input: ListInput): Promise<Page<DeliveryRow>> {
  const where = parseFilter(input.filter, filters);
  const order = parseSort(input.sort, sorts, NEWEST_FIRST);
  return findDeliveryPage(caller.organizationId, where, order, input.page);
}

/** Finds the deliveries of these events (at most 100), by event. An event that was not to be sent has none. */
export async function findDeliveriesOfEvents(
  caller: Caller,
  eventIds: string[],
): Promise<Map<string, DeliveryRow>> {
  const rows = eventIds.length === 0 ? [] : await findDeliveriesByEvent(caller.organizationId, eventIds);
  return new Map(rows.map((row) => [row.eventId, row]));
}

/** Returns the delivery of an event with its attempts; null when it was not to be sent. */
export async function getEventDelivery(caller: Caller, eventId: string): Promise<DeliveryDetailRow | null> {
  const row = await findDeliveryOfEvent(caller.organizationId, eventId);
  return row ? findDeliveryDetail(caller.organizationId, row.id) : null;
}

/** Returns a delivery with its attempts; throws 404 when the organization has none with this id. */
export async function getDelivery(caller: Caller, deliveryId: string): Promise<DeliveryDetailRow> {
  const row = await findDeliveryDetail(caller.organizationId, deliveryId);
  if (!row) throw notFound();
  return row;
}

/**
 * Delivers an event again, in any state, under the same `webhook-id` and with a new run of retries. If an attempt in
 * progress succeeds, that counts. Throws 404 for an unknown delivery, 422 without a receiver.
 */
export async function redeliver(caller: Caller, id: string): Promise<DeliveryRow> {
  const known = await findDelivery(caller.organizationId, id);
  if (!known) throw notFound();
  await requireReceiver(caller);
  return withAuditEntry(caller, "webhook_delivery.redeliver", id, async () => {
    await restartDelivery(caller.organizationId, id);
    const row = await findDelivery(caller.organizationId, id);
    if (!row) throw notFound();
    return row;
  });
}

/**
 * Delivers events again whose deliveries have a state (`failed` by default) and were recorded from `since` to `until`,
 * oldest first, 10,000 at a time. Skips deliveries in progress. Throws 422 without a receiver.
 */
export async function redeliverRange(caller: Caller, body: RedeliveryInput): Promise<RedeliveryRow> {
  await requireReceiver(caller);
  const range = {
    since: body.since.at,
    until: body.until?.at ?? clock.now(),
    state: body.state ?? ("failed" as const),
  };
  const { count, last } = await withAuditEntry(caller, "webhook_delivery.redeliver_range", null, () =>
    restartRange(caller.organizationId, range, MAX_REDELIVERIES),
  );
  return { count, nextSince: count >= MAX_REDELIVERIES && last ? new Date(last.getTime() + 1) : null };
}

const MAX_FAILURES = 1_000;

/** Counts failed deliveries (being retried, or given up), at most 1,000, and reads since when the receiver fails. */
export const getWebhookFailures = ({ organizationId }: Caller) =>
  readDeliveryFailures(organizationId, MAX_FAILURES);

/** Returns the success rate, the latency and the results of the attempts of the last seven days. */
export async function getEndpointHealth({ organizationId }: Caller): Promise<EndpointHealth> {
  const now = clock.now();
  return toEndpointHealth(await readHealthGroups(organizationId, now), now);
}
