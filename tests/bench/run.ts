import { withClient } from "@/lib/platform/postgres/database";
import { InngestExecutor } from "../support/platform/inngest-executor";
import { ensureBuilt } from "../support/platform/product";
import { child, endChild, median } from "./children";
import { growth } from "./growth";
import { importing } from "./import";
import { issuing } from "./issuing";
import { learning } from "./learning";
import { residentMb } from "./process-cost";
import { routing } from "./routing";
import { publicPages } from "./public";
import { printReport, report } from "./report";
import { search } from "./search";
import { startAndMemory } from "./start-and-memory";
import { createSubject, issue, type Subject } from "./subject";

const ROUNDS = 5;
/** A server is measured in its steady state: compiled by V8, with its statements planned. */
const WARM_UP = 6_000;
const PER_ROUND = 1_000;
const MEMORY_ISSUES = 50_000;
const DELIVERIES = 6_000;

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const row = (name: string, value: string, note = ""): void =>
  print(`  ${name.padEnd(46)} ${value.padStart(10)}  ${note}`);
const whole = (value: number): string => value.toFixed(0);

const databaseUrl = ({ product }: Subject): Promise<string> => product.databaseUrl();

/** Runs the same load on two server processes. */
async function processes(single: number[]): Promise<void> {
  const two = await createSubject(2);
  try {
    await issue(two.product.origin, two, 2 * WARM_UP);
    const rates: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rates.push((await issue(two.product.origin, two, PER_ROUND)).perSecond);
    }
    print("\nServer processes");
    const rounds = rates.map((ours, round) => ({ ours, reference: single[round] ?? 0 }));
    // The client and the database share the cores of the machine with both processes.
    report(print, {
      name: "issues of two server processes, beside one",
      unit: "/s",
      rounds,
      goal: { atLeast: 1.8 },
    });
  } finally {
    await two.product.remove();
  }
}

/** Measures the resident memory of the server process while it issues. */
async function memory(one: Subject): Promise<void> {
  print(`\nResident memory of the server process over ${MEMORY_ISSUES} issues`);
  const [server] = await one.product.servers();
  const steps = 5;
  for (let step = 1; step <= steps; step += 1) {
    await issue(one.product.origin, one, MEMORY_ISSUES / steps);
    const resident = await residentMb(server?.pid ?? 0);
    row(
      `after ${(MEMORY_ISSUES / steps) * step}`,
      `${whole(resident)} MB`,
      step === steps ? "goal under 400, flat" : "",
    );
  }
}

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
  await withClient(await databaseUrl(one), async (client) => {
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
async function webhooks(one: Subject): Promise<void> {
  const receiver = await child<string>("receiver.ts");
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const loop = await child<number>("fetch-loop.ts", [receiver.first, String(DELIVERIES), "64"]);
    bare.push(DELIVERIES / loop.first);
    ours.push(DELIVERIES / (await deliverAll(one, receiver)));
  }
  await endChild(receiver.process);
  print(`\nWebhook deliveries (3 rounds of ${DELIVERIES}, medians; ours are signed, claimed, recorded)`);
  row("bare fetch loop, 64 at once", `${whole(median(bare))}/s`);
  row("this service", `${whole(median(ours))}/s`);
  row("ratio", (median(ours) / median(bare)).toFixed(2), "goal 0.5");
}

/** Compares deliveries through a simulated Inngest server with those of the embedded runner. */
async function inngest(one: Subject): Promise<void> {
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
    const embedded: number[] = [];
    const ours: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      embedded.push(DELIVERIES / (await deliverAll(one, receiver)));
      ours.push(DELIVERIES / (await deliverAll(other, receiver)));
    }
    print(`\nWebhook deliveries run by Inngest's protocol (3 rounds of ${DELIVERIES}, medians)`);
    row("embedded runner", `${whole(median(embedded))}/s`);
    row("Inngest", `${whole(median(ours))}/s`);
    row("ratio", (median(ours) / median(embedded)).toFixed(2), "goal 0.5");
    row("runs", String(executor.runs.length), `goal under 100 for 1,000; for ${3 * DELIVERIES} here`);
    await server.stop();
  } finally {
    await other.product.remove();
    await endChild(receiver.process);
    await executor.stop();
  }
}

const selected = new Set(process.argv.slice(2));
const wants = (part: string): boolean => selected.size === 0 || selected.has(part);

await ensureBuilt();
const one = await createSubject(1);
try {
  const single = wants("issuing") || wants("processes") ? await issuing(one, print) : [];
  if (wants("routing")) await routing(print);
  if (wants("public")) await publicPages(one, print);
  if (wants("processes")) await processes(single);
  if (wants("memory")) {
    await startAndMemory(print);
    await memory(one);
  }
  if (wants("webhooks")) {
    if (!wants("memory")) await issue(one.product.origin, one, DELIVERIES);
    await webhooks(one);
  }
  if (wants("inngest")) {
    if (!wants("webhooks")) await issue(one.product.origin, one, DELIVERIES);
    await inngest(one);
  }
  if (wants("search")) await search(one.product, print);
  if (wants("learning")) await learning(one.product, print);
  if (wants("import")) await importing(one.product, print);
  if (wants("growth")) await growth(one, print);
  printReport(print);
} finally {
  await one.product.remove();
}
