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
    await server.stop();
  } finally {
    await other.product.remove();
    await endChild(receiver.process);
    await executor.stop();
  }
}
