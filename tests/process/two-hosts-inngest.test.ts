import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { hourlyJobs } from "@/lib/operations/jobs/list";
import { withClient } from "@/lib/platform/postgres/database";
import { buildBadgeRequest, callApi, createIssuer } from "../support/badges/issuing";
import { startReceiver, type Receiver } from "../support/delivery/webhook-receiver";
import { startTwoHosts, type Installation } from "../support/platform/hosts";
import { InngestExecutor } from "../support/operations/inngest-executor";
import { isLong } from "../support/platform/long";
import { ensureBuilt } from "../support/platform/product";
import { until } from "../support/until";

// Two machines whose jobs are run by Inngest, which reaches either of them through the balancer.

const SIGNING_KEY = "signkey-test-0123456789abcdef0123456789abcdef";

let installation: Installation;
let executor: InngestExecutor;
let receiver: Receiver;
let working: { stop: () => Promise<void> };

beforeAll(async () => {
  await ensureBuilt();
  receiver = await startReceiver();
  executor = new InngestExecutor({
    signingKey: SIGNING_KEY,
    endpoint: () => `${installation.origin}/api/inngest`,
  });
  await executor.start();
  installation = await startTwoHosts({
    INNGEST_SIGNING_KEY: SIGNING_KEY,
    INNGEST_EVENT_KEY: "event-key",
    INNGEST_BASE_URL: executor.url,
  });
  await executor.register();
  working = executor.work(8);
});
afterAll(async () => {
  await working?.stop();
  await installation?.remove();
  await executor?.stop();
  await receiver?.close();
});

it.runIf(isLong)("delivers each webhook once, whichever host stored it", async () => {
  const [first, second] = installation.hosts;
  const issuer = await createIssuer(first, receiver.url());
  const responses = await Promise.all(
    Array.from({ length: 60 }, (_one, index) =>
      callApi(
        (index % 2 === 0 ? first : second).address,
        issuer,
        buildBadgeRequest(issuer, `${newId()}@example.org`),
      ),
    ),
  );
  expect(responses.map(({ status }) => status)).toEqual(Array(60).fill(201));
  const rows = await withClient(installation.databaseUrl, async (client) => {
    const text = "SELECT id FROM events WHERE organization_id = $1";
    return (await client.query<{ id: string }>(text, [issuer.organization_id])).rows;
  });
  await receiver.wait("every event arrives", (all) => all.length >= rows.length, 60_000);
  await until("Inngest rests", () => executor.runs.every(({ state }) => state === "done"));
  expect(receiver.received.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
});

it.runIf(isLong)(
  "has one scheduler for hourly jobs: the hosts start none themselves, and Inngest one for both",
  async () => {
    const registered = executor.registrations.flatMap(({ functions }) => functions.map(({ id }) => id));
    for (const { id } of hourlyJobs) {
      expect(registered.filter((name) => name === `badges-${id}`)).toHaveLength(1);
      const run = await executor.invoke(`badges-${id}`);
      expect(run).toMatchObject({ state: "done" });
    }
    const rows = await withClient(
      installation.databaseUrl,
      async (client) => (await client.query("SELECT FROM hourly_runs")).rows,
    );
    expect(rows).toHaveLength(0);
  },
);
