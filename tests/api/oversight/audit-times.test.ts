import { afterEach, describe, expect, it } from "vitest";
import { Readable } from "node:stream";
import { findUnsignedChains } from "@/lib/oversight/audit-chain/queries";
import { verifyFile } from "@/lib/oversight/audit-chain/verify-chain";
import { clock } from "@/lib/kernel/clock";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { stopClock } from "../../support/delivery/outbox";
import {
  createSignedChain,
  findFault,
  insertEntries,
  signAll,
  tamper,
} from "../../support/oversight/audit-chain";
import { sql } from "../../support/platform/database";

// What a person with the role of the service can do without turning off a trigger: write entries with any time, and
// delete signed heads.

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let restoreClock: (() => void) | undefined;
afterEach(() => {
  restoreClock?.();
  restoreClock = undefined;
});
const goTo = (moment: Date): void => {
  restoreClock?.();
  restoreClock = stopClock(moment).restore;
};

const hoursFromNow = (hours: number): string =>
  new Date(clock.now().getTime() + hours * HOUR_MS).toISOString();

const readHeads = async (id: string): Promise<number[]> =>
  (await sql("SELECT position FROM audit_heads WHERE organization_id = $1 ORDER BY position", [id])).map(
    ({ position }) => Number(position),
  );

/** Verifies in parts, as the console does, with small parts. */
async function findFaultInConsole({ client }: TestOrganization): Promise<string | null> {
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? "" : `?cursor=${encodeURIComponent(cursor)}`;
    const { data } = await client.get(`/audit_chain/verification${query}`);
    if (data.difference) return data.difference.code;
    cursor = data.next_cursor;
  } while (cursor !== null);
  return null;
}

describe("an entry with a wrong time", () => {
  it.each([2, 24, 10_000])("is found when it is %s hours older than the head before it", async (hours) => {
    const organization = await createSignedChain();
    const [head = 0] = await readHeads(organization.id);
    await insertEntries(organization.id, 1, { start: hoursFromNow(-hours) });
    await signAll();
    const finding = { position: head + 1, fault: "misdated_entry" };
    expect(await findFault(organization.id)).toEqual(finding);
    expect(await findFaultInConsole(organization)).toBe("misdated_entry");
    // It is never signed.
    expect(await readHeads(organization.id)).toEqual([head]);
    expect((await organization.client.get("/audit_chain")).data.fault).toMatchObject({
      position: head + 1,
      code: "misdated_entry",
    });
  });

  it("is found when it is later than the head after it", async () => {
    const organization = await createSignedChain();
    const [head = 0] = await readHeads(organization.id);
    const ids = await insertEntries(organization.id, 1, { start: hoursFromNow(30) });
    await insertEntries(organization.id, 2);
    await signAll();
    const [link] = await sql("SELECT position FROM audit_links WHERE entry_id = $1", ids);
    expect(link?.position).toBeGreaterThan(head);
    expect(await findFault(organization.id)).toEqual({ position: link?.position, fault: "misdated_entry" });
    expect(await findFaultInConsole(organization)).toBe("misdated_entry");
  });

  it.each([0, 1])("is found in an export that begins %s entries before the head", async (entries) => {
    const organization = await createSignedChain();
    const [head = 0] = await readHeads(organization.id);
    await insertEntries(organization.id, 1, { start: hoursFromNow(-3) });
    await signAll();
    const { data } = await organization.client.get(`/audit_chain/export?after=${head - entries}`);
    const { result } = await verifyFile(Readable.from(String(data).trimEnd().split("\n")));
    expect(result.finding).toEqual({ position: head + 1, fault: "misdated_entry" });
  });

  it("is right when its transaction was late, or its server's clock differs by minutes", async () => {
    const { id } = await createSignedChain();
    await insertEntries(id, 1, { start: hoursFromNow(-0.9) });
    await insertEntries(id, 1, { start: hoursFromNow(0.9) });
    await signAll();
    expect(await findFault(id)).toBeNull();
    expect(await readHeads(id)).toHaveLength(2);
  });
});

describe("entries that waited for their links", () => {
  it("are right before the first head, whatever their time is", async () => {
    const { id } = await createTestOrganization();
    await insertEntries(id, 3, { start: hoursFromNow(-5_000) });
    await insertEntries(id, 3);
    await signAll();
    expect(await findFault(id)).toBeNull();
    expect(await readHeads(id)).toHaveLength(1);
  });

  it("are right after a pause of the jobs of some days", async () => {
    const start = new Date();
    goTo(new Date(start.getTime() - 9 * DAY_MS));
    const { id } = await createSignedChain();
    for (const days of [8, 5, 1]) {
      goTo(new Date(start.getTime() - days * DAY_MS));
      await insertEntries(id, 2);
    }
    goTo(start);
    await signAll();
    expect(await findFault(id)).toBeNull();
    expect(await readHeads(id)).toHaveLength(2);
  });

  it("keep a head from being signed while they are older than it may state", async () => {
    const { id } = await createSignedChain();
    const heads = await readHeads(id);
    await insertEntries(id, 1);
    // An old entry whose link another process is about to append.
    await sql("INSERT INTO audit_queue VALUES ($1, $2)", ["00000000-0000-7000-8000-00000000abcd", id]);
    await sql("UPDATE audit_chains SET signed_position = signed_position - 1 WHERE organization_id = $1", [
      id,
    ]);
    const find = async () =>
      (await findUnsignedChains(clock.now(), new Date(Date.now() - HOUR_MS), 1_000)).map(
        ({ organizationId }) => organizationId,
      );
    expect(await find()).not.toContain(id);
    await sql("DELETE FROM audit_queue WHERE entry_id = $1", ["00000000-0000-7000-8000-00000000abcd"]);
    expect(await find()).toContain(id);
    expect(await readHeads(id)).toEqual(heads);
  });
});

describe("a signed head that was deleted", () => {
  async function createHeads(count: number): Promise<TestOrganization> {
    const organization = await createSignedChain();
    for (let head = 1; head < count; head += 1) {
      await insertEntries(organization.id, 2);
      await signAll();
    }
    return organization;
  }

  it.each([
    ["the first", 0],
    ["one in between", 1],
    ["the newest", 2],
  ])("is found: %s", async (_name, index) => {
    const organization = await createHeads(3);
    const heads = await readHeads(organization.id);
    expect(heads).toHaveLength(3);
    expect(await findFault(organization.id)).toBeNull();
    await tamper("DELETE FROM audit_heads WHERE organization_id = $1 AND position = $2", [
      organization.id,
      heads[index],
    ]);
    expect(await findFault(organization.id)).toMatchObject({ fault: "missing_head" });
    expect(await findFaultInConsole(organization)).toBe("missing_head");
  });
});

describe("signing", () => {
  it("goes on for other organizations when the key of one cannot be read", async () => {
    const [broken, other] = [await createSignedChain(), await createSignedChain()];
    const before = await Promise.all([broken, other].map(({ id }) => readHeads(id)));
    await sql("UPDATE signing_keys SET private_key = 'unreadable' WHERE organization_id = $1", [broken.id]);
    await insertEntries(broken.id, 1);
    await insertEntries(other.id, 1);
    await signAll();
    expect(await readHeads(broken.id)).toEqual(before[0]);
    expect(await readHeads(other.id)).toHaveLength(2);
    expect((await broken.client.get("/audit_chain")).data.fault).toMatchObject({ code: "unsigned_head" });
    expect(await findFault(broken.id)).toBeNull();
  });

  it("goes on for other organizations when more keys than chains in a turn cannot be read", async () => {
    const broken = await Promise.all(Array.from({ length: 25 }, () => createTestOrganization()));
    await signAll();
    await sql("UPDATE signing_keys SET private_key = 'unreadable' WHERE organization_id = ANY ($1)", [
      broken.map(({ id }) => id),
    ]);
    const { id } = await createSignedChain();
    const [head] = await readHeads(id);
    for (const organization of broken) await insertEntries(organization.id, 1);
    await insertEntries(id, 1);
    await signAll();
    expect(await readHeads(id)).toEqual([head, Number(head) + 1]);
  });
});
