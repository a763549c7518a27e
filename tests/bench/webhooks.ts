import { readInstallationSecrets } from "@/lib/operations/installation/secrets";
import { withClient } from "@/lib/platform/postgres/database";
import { InngestExecutor } from "../support/operations/inngest-executor";
import { child, endChild } from "./children";
import { report, reportFigure, type Comparison, type Print } from "./report";
import { createSubject, issue, type Subject } from "./subject";

const ROUNDS = 5;
/** How many badges have to be issued before: deliveries are of their events. */
export const DELIVERIES = 6_000;

const countReceived = (receiver: Awaited<ReturnType<typeof child<string>>>): Promise<number> =>
  new Promise((resolve) => {
    receiver.process.once("message", (message) => resolve(message as number));
    receiver.process.send("count");
  });

/** Queues one message for each of the newest events. Returns the seconds until the receiver had them all. */
async function deliverAll(
  one: Subject,
  receiver: Awaited<ReturnType<typeof child<string>>>,
): Promise<number> {
  const before = await countReceived(receiver);
  await withClient(await one.product.databaseUrl(), async (client) => {
    await client.query("UPDATE organizations SET webhook_url = $1 WHERE id = $2", [
      receiver.first,
      one.made.organization_id,
    ]);
    await client.query(
      `INSERT INTO outbox_messages (id, kind, organization_id, subject_id, created_at, next_attempt_at)
       SELECT gen_random_uuid(), 'webhook', organization_id, id, now(), now() FROM events
       WHERE organization_id = $1 ORDER BY occurred_at DESC LIMIT $2`,
      [one.made.organization_id, DELIVERIES],
    );
  });
  const began = performance.now();
  while ((await countReceived(receiver)) - before < DELIVERIES)
    await new Promise((resolve) => setTimeout(resolve, 5));
  return (performance.now() - began) / 1000;
}

/** Compares webhook deliveries with a bare fetch loop to the same receiver. */
export async function webhooks(one: Subject, print: Print): Promise<void> {
  const receiver = await child<string>("receiver.ts");
  const rounds: Comparison["rounds"] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const loop = await child<number>("fetch-loop.ts", [receiver.first, String(DELIVERIES), "64"]);
    const reference = DELIVERIES / loop.first;
    rounds.push({ reference, ours: DELIVERIES / (await deliverAll(one, receiver)) });
  }
  await endChild(receiver.process);
  print(`\nWebhook deliveries (${ROUNDS} rounds of ${DELIVERIES}; ours are signed, claimed, recorded)`);
  report(print, {
    name: "webhook deliveries, beside a bare fetch loop with 64 at once",
    unit: "/s",
    rounds,
    goal: { atLeast: 0.5 },
  });
}

const ORGANIZATIONS = 500;
const DELIVERIES_EACH = 6;
/** Organizations without a backlog. They take turns with an event each, because one alone would queue behind its own events. */
const FRESH_ORGANIZATIONS = 20;
const FRESH_EVERY_MS = 200;

/** Creates organizations with events to deliver. The last twenty have none in the backlog. */
async function createSubscribers({ product }: Subject, webhookUrl: string): Promise<string[]> {
  const subscribers = await child<string[]>(
    "subscribers.ts",
    [String(ORGANIZATIONS + FRESH_ORGANIZATIONS), String(DELIVERIES_EACH), webhookUrl],
    {
      ...(await readInstallationSecrets(product.dataDir)),
      DATABASE_URL: await product.databaseUrl(),
      LOG_LEVEL: "error",
    },
  );
  await endChild(subscribers.process);
  return subscribers.first;
}

const QUEUE_EVENTS = `
  INSERT INTO outbox_messages (id, kind, organization_id, subject_id, created_at, next_attempt_at)
  SELECT gen_random_uuid(), 'webhook', organization_id, id, now(), now() FROM events
  WHERE organization_id = ANY ($1::uuid[]) AND event_type = 'badge.created' ORDER BY occurred_at DESC LIMIT $2`;

/**
 * Queues six deliveries of each organization, and meanwhile, every fifth of a second, one of an organization without a
 * backlog. Returns the deliveries per second, and the longest time in seconds that one of those waited.
 */
async function deliverOfMany(
  one: Subject,
  ids: string[],
): Promise<{ perSecond: number; waitSeconds: number }> {
  const [backlog, fresh] = [ids.slice(0, ORGANIZATIONS), ids.slice(ORGANIZATIONS)];
  return withClient(await one.product.databaseUrl(), async (client) => {
    const isAnyDue = async (): Promise<boolean> => {
      const text =
        "SELECT 1 FROM outbox_messages WHERE state = 'due' AND kind = 'webhook' AND organization_id <> ALL ($1::uuid[]) LIMIT 1";
      return (await client.query(text, [fresh])).rows.length > 0;
    };
    const began = performance.now();
    await client.query(QUEUE_EVENTS, [backlog, ORGANIZATIONS * DELIVERIES_EACH]);
    let freshEvents = 0;
    let nextFresh = began + FRESH_EVERY_MS;
    while (await isAnyDue()) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (performance.now() < nextFresh) continue;
      nextFresh += FRESH_EVERY_MS;
      await client.query(QUEUE_EVENTS, [[fresh[freshEvents % FRESH_ORGANIZATIONS]], 1]);
      freshEvents += 1;
    }
    const seconds = (performance.now() - began) / 1000;
    const unfinished =
      "SELECT 1 FROM outbox_messages WHERE organization_id = ANY ($1::uuid[]) AND finished_at IS NULL LIMIT 1";
    while ((await client.query(unfinished, [fresh])).rows.length > 0)
      await new Promise((resolve) => setTimeout(resolve, 20));
    const { rows } = await client.query<{ wait: number }>(
      `SELECT COALESCE(extract(epoch FROM max(attempted_at - outbox_messages.created_at)), 0)::float AS wait
       FROM webhook_attempts JOIN outbox_messages ON outbox_messages.id = outbox_message_id
       WHERE outbox_messages.organization_id = ANY ($1::uuid[]) AND outbox_messages.created_at > now() - make_interval(secs => $2)`,
      [fresh, (performance.now() - began) / 1000],
    );
    return { perSecond: (ORGANIZATIONS * DELIVERIES_EACH) / seconds, waitSeconds: rows[0]?.wait ?? 0 };
  });
}

/** Compares deliveries of many organizations through Inngest with those of the embedded runner. */
async function manyOrganizations(
  {
    embedded,
    throughInngest,
    webhookUrl,
  }: { embedded: Subject; throughInngest: Subject; webhookUrl: string },
  executor: InngestExecutor,
  print: Print,
): Promise<void> {
  const embeddedIds = await createSubscribers(embedded, webhookUrl);
  const inngestIds = await createSubscribers(throughInngest, webhookUrl);
  const rounds: Comparison["rounds"] = [];
  const waits: number[] = [];
  const runsBefore = executor.runs.length;
  for (let round = 0; round < ROUNDS; round += 1) {
    const reference = (await deliverOfMany(embedded, embeddedIds)).perSecond;
    const ours = await deliverOfMany(throughInngest, inngestIds);
    rounds.push({ reference, ours: ours.perSecond });
    waits.push(ours.waitSeconds);
  }
  const of = `of ${ORGANIZATIONS} organizations with ${DELIVERIES_EACH} each`;
  report(print, {
    name: `webhook deliveries ${of} through Inngest, beside the embedded runner`,
    unit: "/s",
    rounds,
    goal: { atLeast: 0.5 },
  });
  const values = [(executor.runs.length - runsBefore) / ROUNDS];
  reportFigure(print, {
    name: `runs of Inngest for deliveries ${of}`,
    unit: "runs",
    values,
    goal: { atMost: 50 },
  });
  reportFigure(print, {
    name: "longest wait of another organization's event meanwhile",
    unit: "s",
    values: waits,
    goal: { atMost: 2 },
  });
}

/** Compares deliveries through a simulated Inngest server with those of the embedded runner. */
export async function inngest(one: Subject, print: Print): Promise<void> {
  const signingKey = "signkey-test-0123456789abcdef0123456789abcdef";
  const options = { signingKey, endpoint: () => `${other.product.origin}/api/inngest` };
  const executor = new InngestExecutor(options);
  await executor.start();
  const other = await createSubject(1, {
    INNGEST_SIGNING_KEY: signingKey,
    INNGEST_EVENT_KEY: "event-key",
    INNGEST_BASE_URL: executor.url,
  });
  const receiver = await child<string>("receiver.ts");
  try {
    await executor.register();
    const server = executor.work(8);
    await issue(other.product.origin, other, DELIVERIES);
    const rounds: Comparison["rounds"] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const reference = DELIVERIES / (await deliverAll(one, receiver));
      rounds.push({ reference, ours: DELIVERIES / (await deliverAll(other, receiver)) });
    }
    print(`\nWebhook deliveries run by Inngest's protocol (${ROUNDS} rounds of ${DELIVERIES})`);
    report(print, {
      name: "webhook deliveries through Inngest, beside the embedded runner",
      unit: "/s",
      rounds,
      goal: { atLeast: 0.5 },
    });
    const runsPerThousand = executor.runs.length / ((ROUNDS * DELIVERIES) / 1_000);
    const name = "runs of Inngest for a thousand deliveries";
    reportFigure(print, { name, unit: "runs", values: [runsPerThousand], goal: { atMost: 100 } });
    const subjects = { embedded: one, throughInngest: other, webhookUrl: receiver.first };
    await manyOrganizations(subjects, executor, print);
    await server.stop();
  } finally {
    await other.product.remove();
    await endChild(receiver.process);
    await executor.stop();
  }
}
