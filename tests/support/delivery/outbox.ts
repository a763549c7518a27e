import type { EventType } from "@/lib/platform/recording/choices";
import { vi } from "vitest";
import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import { recordEvents } from "@/lib/platform/recording/record-events";
import { Worker, type Job } from "@/lib/kernel/outbox/worker";
import { runMessage } from "./run-message";
import { webhookJob } from "@/lib/delivery/webhooks/jobs";
import { Prisma } from "@/prisma/generated/client";
import { createDefaultApplication } from "@/lib/applications/oauth-applications/service";
import { createOrganization } from "@/lib/organizations/profile/service";
import { createTestOrganization, nextSerial } from "../builders";

/**
 * Stops the clock of the service, and the database clock where the service reads it. `advance` and `set` move it, and
 * `restore` lets it run again.
 */
export function stopClock(at = new Date()) {
  let now = at;
  const spies = [
    vi.spyOn(clock, "now").mockImplementation(() => now),
    vi.spyOn(clock, "databaseNow").mockImplementation(() => Prisma.sql`${now}::timestamptz`),
  ];
  return {
    now: () => now,
    advance: (ms: number) => {
      now = new Date(now.getTime() + ms);
    },
    set: (to: Date) => {
      now = to;
    },
    restore: () => spies.forEach((spy) => spy.mockRestore()),
  };
}

// One for each database, because modules stay loaded from file to file.
const administrators = new Map<string, Promise<string>>();

const createAdministrator = async (): Promise<string> => (await createTestOrganization()).caller.actor.id;

/** Creates an organization whose webhooks go to `webhookUrl`. Like every new one, it subscribes to all events. */
export async function createSubscriber(webhookUrl: string | null): Promise<{ id: string }> {
  // One administrator for all of them, because creating a password takes far longer than everything else.
  const database = env().DATABASE_URL;
  const known = administrators.get(database) ?? createAdministrator();
  administrators.set(database, known);
  const administratorId = await known;
  const name = `Subscriber ${nextSerial()}`;
  const id = await createOrganization({ name, administratorId, contactEmail: "contact@example.org" });
  await createDefaultApplication(id, { type: "User", id: administratorId, name: "Administrator" });
  await db().organization.update({ where: { id }, data: { webhookUrl } });
  return { id };
}

/** Records events in one commit, as a change does. Returns their ids. */
export async function recordTestEvents(
  organizationId: string,
  count = 1,
  eventType: EventType = "badge.created",
): Promise<string[]> {
  const events = Array.from({ length: count }, () => ({ organizationId, eventType, subjectId: newId() }));
  await recordEvents(events);
  const rows = await db().event.findMany({
    where: { subjectId: { in: events.map(({ subjectId }) => subjectId) } },
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

/** Finds the webhook message of an event with its attempts, oldest first. Null if there is none. */
export const findWebhookMessage = (eventId: string) =>
  db().outboxMessage.findFirst({
    where: { kind: "webhook", subjectId: eventId },
    include: { webhookAttempts: { orderBy: [{ attemptedAt: "asc" }, { id: "asc" }] } },
  });

/** Records one event. Returns it with its message, which must exist. */
export async function recordTestEvent(organizationId: string) {
  const [eventId] = await recordTestEvents(organizationId);
  const message = eventId ? await findWebhookMessage(eventId) : null;
  if (!eventId || !message) throw new Error("The event has no webhook message.");
  return { eventId, messageId: message.id, deliver: () => runMessage(webhookJob, message.id) };
}

/** Records an event whose delivery has failed for good, as after 25 days. */
export async function createFailedDelivery(organizationId: string) {
  const created = await recordTestEvent(organizationId);
  const data = { state: "failed", finishedAt: new Date(), attempts: 36 } as const;
  await db().outboxMessage.update({ where: { id: created.messageId }, data });
  return created;
}

/** Starts a worker that runs until `stop`. `claim` selects its messages; by default those of all organizations. */
export function startWorker(job: Job = webhookJob, claim?: ConstructorParameters<typeof Worker>[1]) {
  const worker = new Worker(job, claim);
  const running = worker.run();
  return { running, stop: () => worker.stop(running) };
}

export const getOrganizationRow = (id: string) => db().organization.findUniqueOrThrow({ where: { id } });

/** Counts an organization's webhook messages by state. */
export async function countMessagesByState(organizationId: string): Promise<Record<string, number>> {
  const rows = await db().outboxMessage.groupBy({
    by: ["state"],
    where: { organizationId, kind: "webhook" },
    _count: true,
  });
  return Object.fromEntries(rows.map(({ state, _count }) => [state, _count]));
}
