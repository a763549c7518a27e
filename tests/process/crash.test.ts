import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withClient } from "@/lib/platform/postgres/database";
import { createIssuer, startIssuing, type Issuer } from "../support/badges/issuing";
import { isLong } from "../support/platform/long";
import { signal } from "../support/platform/processes";
import { startNewProduct } from "../support/platform/prepared-product";
import { ensureBuilt, startProduct, type Product } from "../support/platform/product";
import { randomNumbers } from "../support/random";
import { until } from "../support/until";
import { startReceiver, type Receiver } from "../support/delivery/webhook-receiver";

const SERVERS = 2;
const LANES = 8;
/**
 * Longer than the longest lease that a killed job process leaves behind (60 s, for mails), and than the wait after a
 * delivery that failed three times before the receiver was set to respond (132 s).
 */
const LEASES_END_MS = 240_000;

type Blow = "server" | "runner" | "all";

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const random = randomNumbers(seed);
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;

/** How many servers, how many job processes, and how many times all of them are killed. */
const COUNTS: Record<Blow, number> = isLong
  ? { server: 9, runner: 4, all: 7 }
  : { server: 1, runner: 1, all: 1 };

/** All of them in a random order. */
const blows: Blow[] = (["server", "runner", "all"] as const)
  .flatMap((blow) => Array.from({ length: COUNTS[blow] }, () => blow))
  .map((blow) => ({ blow, place: random() }))
  .toSorted((one, other) => one.place - other.place)
  .map(({ blow }) => blow);

let product: Product;
let receiver: Receiver;
let issuer: Issuer;

beforeAll(async () => {
  await ensureBuilt();
  receiver = await startReceiver();
  product = await startNewProduct({ servers: SERVERS });
  issuer = await createIssuer(product, receiver.url());
  // Some deliveries fail, so that retries are pending when a process is killed.
  receiver.answer(() => (random() < 0.03 ? pick([500, "reset"] as const) : 200));
});
afterAll(async () => {
  await receiver?.close();
  await product?.remove();
});

const restart = async (): Promise<void> => {
  product = await startProduct({ dataDir: product.dataDir, servers: SERVERS });
};

const deal: Record<Blow, () => Promise<void>> = {
  server: async () => {
    const servers = await until("a server runs", async () => {
      const all = await product.servers();
      return all.length > 0 && all;
    });
    signal(pick(servers).pid, "SIGKILL");
  },
  runner: async () => signal((await product.runner()).pid, "SIGKILL"),
  all: async () => {
    await product.killAll();
    await restart();
  },
};

const query = async <Row extends Record<string, unknown>>(text: string): Promise<Row[]> =>
  withClient(
    await product.databaseUrl(),
    async (client) => (await client.query<Row>(text, [issuer.organization_id])).rows,
  );

describe(`SIGKILL in the middle of issuing (seed ${seed})`, () => {
  it(`loses nothing and duplicates nothing in ${blows.length} rounds`, async () => {
    const client = startIssuing(issuer, () => product.origin, LANES);
    const { acknowledged } = client;
    for (const blow of blows) {
      const count = acknowledged.length + 4 + Math.floor(random() * 30);
      await until(
        `badges are acknowledged before the next blow (${blow})`,
        () => acknowledged.length >= count,
        60_000,
      );
      await deal[blow]();
    }
    await client.finish();
    receiver.answer(() => 200);
    expect(client.surprises).toEqual([]);
    expect(client.repeated(), "some requests were cut off").toBeGreaterThan(0);

    const badges = await query<{ id: string; email: string }>(
      "SELECT id, recipient_email AS email FROM issued_badges WHERE organization_id = $1",
    );
    const stored = new Map(badges.map(({ id, email }) => [email, id]));
    expect(stored.size, "one badge a key").toBe(badges.length);
    expect(badges.length, "a badge for each key and no other").toBe(acknowledged.length);
    for (const { badgeId, email } of acknowledged) expect(stored.get(email)).toBe(badgeId);

    const events = await query<{ id: string; subject: string }>(
      "SELECT id, subject_id AS subject FROM events WHERE organization_id = $1 AND event_type = 'badge.created'",
    );
    expect(events.map(({ subject }) => subject).toSorted(), "one event a badge").toEqual(
      badges.map(({ id }) => id).toSorted(),
    );

    const arrived = () => new Set(receiver.received.map(({ id }) => id));
    await until(
      "each event is delivered",
      () => {
        const ids = arrived();
        return events.every(({ id }) => ids.has(id));
      },
      LEASES_END_MS,
    );
    await until(
      "the outbox is empty",
      async () => {
        const rows = await query(
          "SELECT 1 FROM outbox_messages WHERE organization_id = $1 AND state <> 'done' LIMIT 1",
        );
        return rows.length === 0;
      },
      LEASES_END_MS,
    );
    const all = await query<{ id: string }>("SELECT id FROM events WHERE organization_id = $1");
    expect([...arrived()].toSorted()).toEqual(all.map(({ id }) => id).toSorted());
    for (const { id, body } of receiver.received) expect((JSON.parse(body) as { id: string }).id).toBe(id);
  });
});
