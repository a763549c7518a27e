import { describe, expect, it } from "vitest";
import { encodeError } from "@/lib/http/respond";
import { db, transaction } from "@/lib/kernel/db";
import { makeOrganization } from "../support/builders";
import { openConnection } from "../support/database";
import { until } from "../support/until";

describe("a request that waits for a lock of others", () => {
  it("gives up after a while: 503, and when to come back", async () => {
    const { id } = await makeOrganization();
    const holder = await openConnection();
    try {
      await holder.query("BEGIN");
      await holder.query("SELECT 1 FROM organizations WHERE id = $1 FOR UPDATE", [id]);
      const waited = transaction(async () => {
        await db().$executeRaw`SET LOCAL lock_timeout = '20ms'`;
        await db().organization.update({ where: { id }, data: { bio: "Changed." }, select: { id: true } });
      });
      const error: unknown = await waited.catch((thrown: unknown) => thrown);
      const { status, body, headers } = encodeError(error, "request");
      expect([status, headers["Retry-After"]]).toEqual([503, "5"]);
      expect(JSON.parse(body)).toMatchObject({ data: { code: "busy" } });
    } finally {
      await holder.end();
    }
  });

  it("and they for its own: 503 for the one that the database ends, and the other goes through", async () => {
    const [one, two] = [await makeOrganization(), await makeOrganization()];
    let arrived = 0;
    const write = (id: string) =>
      db().organization.update({ where: { id }, data: { bio: "Changed." }, select: { id: true } });
    const crossing = ([first, second]: [string, string]) =>
      transaction(async () => {
        await write(first);
        arrived += 1;
        await until("each holds what the other one wants", () => arrived === 2);
        await write(second);
      });
    const settled = await Promise.allSettled([crossing([one.id, two.id]), crossing([two.id, one.id])]);
    const failed = settled.flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : []));
    expect(failed).toHaveLength(1);
    expect(encodeError(failed[0], "request").status).toBe(503);
  });

  it("waits ten seconds at most", async () => {
    const [row] = await db().$queryRaw<{ lock_timeout: string }[]>`SHOW lock_timeout`;
    expect(row?.lock_timeout).toBe("10s");
  });
});
