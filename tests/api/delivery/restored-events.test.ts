import { beforeAll, describe, expect, it } from "vitest";
import { reorderRestoredEvents } from "@/lib/delivery/events/restored-order";
import { env } from "@/lib/kernel/env";
import { createTestOrganization, createTemplate, type TestOrganization } from "../../support/builders";
import { sql } from "../../support/platform/database";
import { until } from "../../support/until";

type Event = { id: string };

let organization: TestOrganization;

beforeAll(async () => {
  organization = await createTestOrganization();
});

/** Reads all events after one, or from the first, as a receiver polls them. */
async function pollEvents(after?: string): Promise<string[]> {
  const query = after === undefined ? "" : `&after=${after}`;
  const { status, data } = await organization.client.get(`/events?order=asc&per=50${query}`);
  expect(status).toBe(200);
  return (data as Event[]).map(({ id }) => id);
}

/** Waits until there are that many events: no event is shown while an older transaction of the server is open. */
const waitForEvents = (count: number, after?: string): Promise<string[]> =>
  until(`${count} events`, async () => {
    const ids = await pollEvents(after);
    return ids.length >= count && ids;
  });

const createEvents = async (count: number): Promise<void> => {
  for (let created = 0; created < count; created += 1) await createTemplate(organization);
};

/** Restores a dump from a server whose transaction counter is five billion higher. */
const moveTransactionIds = () =>
  sql("UPDATE events SET recorded_in = ((recorded_in::text)::numeric + 5000000000)::text::xid8");

describe("events of a database that was restored from a dump", () => {
  it("continue from the receiver's position, then with those of the new server, each once", async () => {
    await createEvents(4);
    const before = await waitForEvents(4);
    expect(await reorderRestoredEvents(env().DATABASE_URL)).toBe(0);
    await moveTransactionIds();
    // Without the fix at start-up the poll returns no events and no error.
    expect(await pollEvents(before[1])).toEqual([]);
    await createEvents(2);

    let announced = 0;
    const announceStart = () => (announced += 1);
    const both = await Promise.all(
      [1, 2].map(() => reorderRestoredEvents(env().DATABASE_URL, announceStart)),
    );
    expect([Math.max(...both), Math.min(...both), announced]).toEqual([6, 0, 1]);
    const after = await waitForEvents(6);
    expect(after.slice(0, 4)).toEqual(before);
    expect(after).toHaveLength(6);
    expect(await pollEvents(before[1])).toEqual(after.slice(2));

    await createEvents(1);
    expect(await waitForEvents(1, after.at(-1))).toHaveLength(1);
    expect(await reorderRestoredEvents(env().DATABASE_URL)).toBe(0);
  });
});
