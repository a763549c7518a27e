import { beforeAll, describe, expect, it } from "vitest";
import { verifyChain } from "@/lib/oversight/audit-chain/verify-chain";
import { newId } from "@/lib/kernel/ids";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import {
  appendAll,
  createSignedChain,
  findFault,
  insertEntries,
  signAll,
  tamper,
} from "../../support/oversight/audit-chain";
import { openConnection, sql } from "../../support/platform/database";

const readLinks = (organizationId: string) =>
  sql(
    `SELECT position, entry_id, encode(hash, 'hex') AS hash FROM audit_links WHERE organization_id = $1 ORDER BY position`,
    [organizationId],
  );

describe("the chain of audit entries", () => {
  it("has each entry once, by its organization, and is verified with its signed head", async () => {
    const [one, other] = [await createTestOrganization(), await createTestOrganization()];
    const ids = [...(await insertEntries(one.id, 5)), ...(await insertEntries(other.id, 3))];
    await signAll();
    const entries = await sql(
      "SELECT id, organization_id FROM audit_entries WHERE organization_id = ANY ($1)",
      [[one.id, other.id]],
    );
    expect(entries.length).toBeGreaterThanOrEqual(ids.length);
    for (const { id } of [one, other]) {
      const own = entries.filter((entry) => entry.organization_id === id);
      const links = await readLinks(id);
      expect(links.map(({ position }) => position)).toEqual(own.map((_entry, index) => index + 1));
      expect(new Set(links.map((link) => link.entry_id))).toEqual(new Set(own.map((entry) => entry.id)));
      expect(await verifyChain(id)).toMatchObject({
        position: own.length,
        links: own.length,
        heads: 1,
        finding: null,
      });
    }
    expect(await sql("SELECT FROM audit_queue")).toEqual([]);
  });

  it("continues where it ended, and gets a head for each run in which it grew", async () => {
    const { id } = await createSignedChain();
    await signAll();
    await insertEntries(id, 2);
    await signAll();
    expect(await verifyChain(id)).toMatchObject({ heads: 2, finding: null });
  });

  it("takes entries whose transaction commits late, and those of a statement of several", async () => {
    const { id } = await createSignedChain();
    const late = await openConnection();
    await late.query("BEGIN");
    const { rows } = await late.query<{ id: string }>(
      `INSERT INTO audit_entries (id, organization_id, occurred_at, actor_type, actor_id, actor_name, action)
       VALUES ($1, $2, now(), 'User', 'x', 'Ada', 'badge.issue') RETURNING id`,
      ["00000000-0000-7000-8000-000000000001", id],
    );
    await insertEntries(id, 3);
    await signAll();
    const before = await readLinks(id);
    await late.query("COMMIT");
    await late.end();
    await signAll();
    const after = await readLinks(id);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.at(-1)?.entry_id).toBe(rows[0]?.id);
    expect(await findFault(id)).toBeNull();
  });

  it("is the same when several processes append and sign while others write", async () => {
    const { id } = await createTestOrganization();
    const writers = Array.from({ length: 6 }, async () => {
      for (let round = 0; round < 5; round += 1) await insertEntries(id, 40);
    });
    const jobs = Array.from({ length: 4 }, async () => {
      for (let round = 0; round < 6; round += 1) await signAll();
    });
    await Promise.all([...writers, ...jobs]);
    await signAll();
    const result = await verifyChain(id);
    expect(result.finding).toBeNull();
    expect(result.links).toBeGreaterThanOrEqual(1_200);
    expect(new Set((await readLinks(id)).map((link) => link.entry_id)).size).toBe(result.links);
  });

  it("has all of a batch or nothing of it when the process dies, and continues", async () => {
    const { id } = await createSignedChain();
    const before = await readLinks(id);
    await insertEntries(id, 30);
    // The last statement of the batch fails: it waits for a row that another connection holds.
    const holder = await openConnection();
    await holder.query("BEGIN");
    await holder.query("SELECT FROM audit_queue WHERE organization_id = $1 FOR UPDATE", [id]);
    const failed = expect(appendAll()).rejects.toThrow("canceling statement");
    await expect
      .poll(async () => {
        const rows = await sql(
          `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%audit_queue%'`,
        );
        return rows.length;
      })
      .toBeGreaterThan(0);
    await failed;
    expect(await readLinks(id)).toEqual(before);
    await holder.query("ROLLBACK");
    await holder.end();
    await signAll();
    expect(await verifyChain(id)).toMatchObject({ links: before.length + 30, finding: null });
  });

  it("contains no entry twice that is queued again, as one that moves between partitions is", async () => {
    const { id } = await createSignedChain();
    const before = await readLinks(id);
    await sql(
      "INSERT INTO audit_queue SELECT id, organization_id FROM audit_entries WHERE organization_id = $1",
      [id],
    );
    await signAll();
    expect(await readLinks(id)).toEqual(before);
  });

  it("gets the entries of an organization that does not exist any more", async () => {
    const id = newId();
    await insertEntries(id, 3);
    await signAll();
    expect(await verifyChain(id)).toMatchObject({ links: 3, heads: 1, finding: null });
  });
});

describe("a change past the triggers", () => {
  let organization: TestOrganization;
  const at = async (position: number): Promise<string> =>
    String((await readLinks(organization.id))[position - 1]?.entry_id);

  beforeAll(async () => {
    organization = await createSignedChain(0);
  });

  const renew = async (): Promise<string> => {
    organization = await createSignedChain();
    return organization.id;
  };

  it.each([
    ["actor_name", "'Somebody else'"],
    ["actor_id", "'person-2'"],
    ["actor_type", "'System'"],
    ["action", "'badge.revoke'"],
    ["occurred_at", "occurred_at - interval '1 day'"],
    ["subject_id", "NULL"],
    ["address", "'198.51.100.1'"],
    ["browser", "NULL"],
    ["request_id", "NULL"],
    ["changes", "'[]'"],
    ["organization_id", "gen_random_uuid()"],
  ])("of %s of an entry is found", async (column, value) => {
    const id = await renew();
    await tamper(`UPDATE audit_entries SET ${column} = ${value} WHERE id = $1`, [await at(3)]);
    expect(await findFault(id)).toEqual({ position: 3, fault: "altered_entry" });
  });

  it("finds a deleted entry, with or without its link", async () => {
    const id = await renew();
    await tamper("DELETE FROM audit_entries WHERE id = $1", [await at(4)]);
    expect(await findFault(id)).toEqual({ position: 4, fault: "deleted_entry" });
    await tamper("DELETE FROM audit_links WHERE organization_id = $1 AND position = 4", [id]);
    expect(await findFault(id)).toEqual({ position: 4, fault: "missing_link" });
  });

  it("finds an inserted entry", async () => {
    const id = await renew();
    const { length } = await readLinks(id);
    await tamper(
      `INSERT INTO audit_entries (id, organization_id, occurred_at, actor_type, actor_id, actor_name, action)
       VALUES (gen_random_uuid(), $1, now() - interval '1 hour', 'User', 'x', 'Ada', 'badge.issue')`,
      [id],
    );
    expect(await findFault(id)).toEqual({ position: length + 1, fault: "inserted_entry" });
  });

  it("finds entries in another order", async () => {
    const id = await renew();
    const [third, fourth] = [await at(3), await at(4)];
    const setEntry = "UPDATE audit_links SET entry_id = $2 WHERE organization_id = $1 AND position = $3";
    await tamper(setEntry, [id, newId(), 3]);
    await tamper(setEntry, [id, third, 4]);
    await tamper(setEntry, [id, fourth, 3]);
    expect(await findFault(id)).toEqual({ position: 3, fault: "altered_link" });
  });

  it("finds an end that was cut off: of links, of the state, and of what was noted elsewhere", async () => {
    const id = await renew();
    const links = await readLinks(id);
    const last = links.at(-1);
    const head = { position: links.length, hash: String(last?.hash) };
    expect(await findFault(id, { head })).toBeNull();
    const cut = { position: links.length, fault: "cut_end" };
    await tamper("DELETE FROM audit_entries WHERE id = $1", [last?.entry_id]);
    await tamper("DELETE FROM audit_links WHERE entry_id = $1", [last?.entry_id]);
    // The signed head of the last link is left without it.
    expect(await findFault(id)).toEqual({ ...cut });
    await tamper("DELETE FROM audit_heads WHERE organization_id = $1", [id]);
    expect(await findFault(id)).toEqual(cut);
    await tamper(
      `UPDATE audit_chains SET position = link.position, hash = link.hash, signed_position = 0
       FROM (SELECT * FROM audit_links WHERE organization_id = $1 ORDER BY position DESC LIMIT 1) AS link
       WHERE audit_chains.organization_id = $1`,
      [id],
    );
    // Whoever can write everything can shorten the chain. Only a head that was noted elsewhere tells.
    expect(await findFault(id)).toBeNull();
    expect(await findFault(id, { head })).toEqual(cut);
    expect(await findFault(id, { head: { position: 2, hash: "0".repeat(64) } })).toEqual({
      position: 2,
      fault: "different_head",
    });
  });

  it("finds a forged head: with another signature, of another organization, or of a retired key", async () => {
    const id = await renew();
    const { length } = await readLinks(id);
    const forged = { position: length, fault: "forged_head" };
    const [{ token } = {}] = await sql("SELECT token FROM audit_heads WHERE organization_id = $1", [id]);
    const setToken = (value: unknown) =>
      tamper("UPDATE audit_heads SET token = $2 WHERE organization_id = $1", [id, value]);
    const [header, payload = "", signature] = String(token).split(".");
    const statement = JSON.parse(Buffer.from(payload, "base64url").toString());
    const other = Buffer.from(JSON.stringify({ ...statement, hash: "0".repeat(64) })).toString("base64url");
    await setToken([header, other, signature].join("."));
    expect(await findFault(id)).toEqual(forged);
    const foreign = await createSignedChain();
    const [{ token: foreignToken } = {}] = await sql(
      "SELECT token FROM audit_heads WHERE organization_id = $1",
      [foreign.id],
    );
    await setToken(foreignToken);
    expect(await findFault(id)).toEqual(forged);
    await setToken("not.a.head");
    expect(await findFault(id)).toEqual(forged);
    expect((await organization.client.get("/audit_chain")).data.head).toMatchObject({
      hash: null,
      key_id: null,
    });
    await setToken(token);
    expect(await findFault(id)).toBeNull();
    await tamper(
      "UPDATE signing_keys SET retired_at = now() - interval '1 day', private_key = NULL WHERE organization_id = $1",
      [id],
    );
    expect(await findFault(id)).toEqual(forged);
  });

  it("is found before the next head is signed, stored, and shown; a restored entry lets signing continue", async () => {
    const id = await renew();
    await insertEntries(id, 3);
    await appendAll();
    const links = await readLinks(id);
    await tamper("UPDATE audit_entries SET actor_name = 'Somebody else' WHERE id = $1", [
      links.at(-1)?.entry_id,
    ]);
    await signAll();
    const { data } = await organization.client.get("/audit_chain");
    expect(data.fault).toMatchObject({ position: links.length, code: "altered_entry" });
    expect(data.head.position).toBeLessThan(links.length);
    await tamper("UPDATE audit_entries SET actor_name = 'Mara Lind' WHERE id = $1", [links.at(-1)?.entry_id]);
    await sql(
      "UPDATE audit_chains SET fault_found_at = now() - interval '1 hour' WHERE organization_id = $1",
      [id],
    );
    await signAll();
    const { data: mended } = await organization.client.get("/audit_chain");
    expect([mended.fault, mended.head.position]).toEqual([null, links.length]);
  });

  it("of links that were all computed anew is found by the signed head", async () => {
    const id = await renew();
    const foreign = await createSignedChain();
    await tamper("DELETE FROM audit_links WHERE organization_id = $1", [id]);
    await tamper("DELETE FROM audit_chains WHERE organization_id = $1", [id]);
    await tamper("UPDATE audit_entries SET action = 'badge.revoke' WHERE organization_id = $1", [id]);
    await sql(
      "INSERT INTO audit_queue SELECT id, organization_id FROM audit_entries WHERE organization_id = $1",
      [id],
    );
    await appendAll();
    expect(await findFault(id)).toMatchObject({ fault: "different_head" });
    await signAll();
    expect(await findFault(id)).toMatchObject({ fault: "different_head" });
    expect(await findFault(foreign.id)).toBeNull();
  });
});
