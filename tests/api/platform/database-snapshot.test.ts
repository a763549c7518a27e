import { afterEach, expect, it, vi } from "vitest";
import { createSnapshotCache } from "@/lib/kernel/database-snapshot";
import { openConnection, sql } from "../../support/platform/database";
import { until } from "../../support/until";

type Value = { text: string };

afterEach(() => void vi.restoreAllMocks());

const createCache = () => createSnapshotCache<Value>(1_000_000, ({ text }) => text.length);

/** A change of the database. Only its transaction matters. */
const commit = () => sql("SELECT pg_current_xact_id()");

// Other tests commit to the same server at any time, so a value is found only sometimes.
const waitUntilFound = (view: ReturnType<typeof createCache>) =>
  until("a moment without changes", async () => {
    (await view()).keep("key", { text: "kept" });
    return (await view()).find("key");
  });

it("finds what was kept while nothing is committed, by its key", async () => {
  const view = createCache();
  expect(await waitUntilFound(view)).toEqual({ text: "kept" });
  expect((await view()).find("other")).toBeUndefined();
});

it("finds nothing after a commit", async () => {
  const view = createCache();
  await waitUntilFound(view);
  await commit();
  expect((await view()).find("key")).toBeUndefined();
});

it("finds nothing after the commit of a transaction that was already running", async () => {
  const view = createCache();
  const client = await openConnection();
  try {
    await client.query("BEGIN");
    await client.query("SELECT pg_current_xact_id()");
    // A later transaction has ended: the end of the range that can be seen does not move at the commit.
    await commit();
    await waitUntilFound(view);
    await client.query("COMMIT");
    expect((await view()).find("key")).toBeUndefined();
  } finally {
    await client.end();
  }
});

it("finds nothing after a second", async () => {
  const view = createCache();
  await waitUntilFound(view);
  const now = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => now + 1_001);
  expect((await view()).find("key")).toBeUndefined();
});
