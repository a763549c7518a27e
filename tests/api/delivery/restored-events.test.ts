import { beforeAll, describe, expect, it } from "vitest";
import { reorderRestoredEvents } from "@/lib/delivery/events/restored-order";
import { env } from "@/lib/kernel/env";
import { makeOrganization, makeTemplate, type TestOrganization } from "../../support/builders";
import { sql } from "../../support/platform/database";
import { until } from "../../support/until";

type Event = { id: string };

let organization: TestOrganization;

beforeAll(async () => {
  organization = await makeOrganization();
});

/** Reads all events after one, or from the first, as a receiver polls them. */
async function poll(after?: string): Promise<string[]> {
  const query = after === undefined ? "" : `&after=${after}`;
  const { status, data } = await organization.client.get(`/events?order=asc&per=50${query}`);
  expect(status).toBe(200);
  return (data as Event[]).map(({ id }) => id);
}

/** Waits until there are that many events: no event is shown while an older transaction of the server is open. */
const pollFor = (count: number, after?: string): Promise<string[]> =>
  until(`${count} events`, async () => {
    const ids = await poll(after);
    return ids.length >= count && ids;
  });

const makeEvents = async (count: number): Promise<void> => {
  for (let made = 0; made < count; made += 1) await makeTemplate(organization);
};

/** Restores a dump from a server whose transaction counter is five billion higher. */
const restore = () =>
  sql("UPDATE events SET recorded_in = ((recorded_in::text)::numeric + 5000000000)::text::xid8");

describe("events of a database that was restored from a dump", () => {
  it("continue from the receiver's position, then with those of the new server, each once", async () => {
    await makeEvents(4);
    const before = await pollFor(4);
    expect(await reorderRestoredEvents(env().DATABASE_URL)).toBe(0);
    await restore();
    // Without the fix at start-up the poll returns no events and no error.
    expect(await poll(before[1])).toEqual([]);
    await makeEvents(2);

    let announced = 0;
    const begin = () => (announced += 1);
    const both = await Promise.all([1, 2].map(() => reorderRestoredEvents(env().DATABASE_URL, begin)));
    expect([Math.max(...both), Math.min(...both), announced]).toEqual([6, 0, 1]);
    const after = await pollFor(6);
    expect(after.slice(0, 4)).toEqual(before);
    expect(after).toHaveLength(6);
    expect(await poll(before[1])).toEqual(after.slice(2));

    await makeEvents(1);
    expect(await pollFor(1, after.at(-1))).toHaveLength(1);
    expect(await reorderRestoredEvents(env().DATABASE_URL)).toBe(0);
  });
});
