import { beforeAll, describe, expect, it } from "vitest";
import type { AuditVerification } from "@/lib/oversight/audit-chain/schema";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { createSignedChain, insertEntries, signAll, tamper } from "../../support/oversight/audit-chain";
import { sql } from "../../support/platform/database";

const LINKS_IN_PART = 4_000;
const ENTRIES_IN_PART = 10_000;

const readPart = (organization: TestOrganization, cursor?: string) =>
  organization.client.get(
    `/audit_chain/verification${cursor === undefined ? "" : `?cursor=${encodeURIComponent(cursor)}`}`,
  );

/** Verifies from the beginning to the end, as the console does. Returns each part. */
async function verify(organization: TestOrganization): Promise<AuditVerification[]> {
  const parts: AuditVerification[] = [];
  do {
    const { status, data } = await readPart(organization, parts.at(-1)?.next_cursor ?? undefined);
    expect(status).toBe(200);
    parts.push(data as AuditVerification);
  } while (parts.at(-1)?.next_cursor !== null);
  return parts;
}

const findDifference = async (organization: TestOrganization) =>
  (await verify(organization)).at(-1)?.difference ?? null;

const sum = (parts: AuditVerification[], key: "links" | "entries" | "signed_heads"): number =>
  parts.reduce((total, part) => total + part[key], 0);

describe("a verification in parts", () => {
  const COUNT = ENTRIES_IN_PART + 500;
  let long: TestOrganization;
  beforeAll(async () => {
    long = await createSignedChain(COUNT);
  });

  it("has a bounded number of links or entries in each part, and all of them together", async () => {
    const parts = await verify(long);
    const [{ count } = { count: 0 }] = await sql(
      "SELECT count(*)::int AS count FROM audit_entries WHERE organization_id = $1",
      [long.id],
    );
    expect(parts.map(({ links }) => links)).toEqual([4_000, 4_000, Number(count) - 8_000, 0, 0]);
    expect(Math.max(...parts.map(({ links }) => links))).toBe(LINKS_IN_PART);
    expect(parts.map(({ entries }) => entries)).toEqual([0, 0, 0, 10_000, Number(count) - 10_000]);
    expect(sum(parts, "links")).toBe(count);
    expect(sum(parts, "signed_heads")).toBe(1);
    expect(parts.map(({ last_position: last }) => last)).toEqual(parts.map(() => count));
    expect(parts.at(-1)).toMatchObject({ position: count, difference: null });
  });

  it("finds a changed entry in the part that has it, and ends there", async () => {
    const [link] = await sql(
      "SELECT entry_id AS id, occurred_at AS at FROM audit_links WHERE organization_id = $1 AND position = 5000",
      [long.id],
    );
    await tamper("UPDATE audit_entries SET actor_name = 'Another' WHERE id = $1", [link?.id]);
    const parts = await verify(long);
    expect(parts).toHaveLength(2);
    expect(parts[1]).toMatchObject({
      position: 4_999,
      links: 999,
      difference: { position: 5_000, code: "altered_entry", entry_id: link?.id },
    });
    await tamper("UPDATE audit_entries SET actor_name = 'Mara Lind' WHERE id = $1", [link?.id]);
    expect(await findDifference(long)).toBeNull();
  });

  it("does not continue from a hash that the chain does not have", async () => {
    const { data } = await readPart(long);
    const [, position] = String(data.next_cursor).split(".");
    const forged = await readPart(long, `links.${position}.${"ab".repeat(32)}`);
    expect(forged.data.difference).toMatchObject({ position: 4_001, code: "altered_link" });
  });

  it("finds an entry that was inserted without the trigger, also in the last part", async () => {
    await tamper(
      `INSERT INTO audit_entries (id, organization_id, occurred_at, actor_type, actor_id, actor_name, action)
       VALUES (gen_random_uuid(), $1, '2026-12-20', 'User', 'x', 'Ada', 'badge.issue')`,
      [long.id],
    );
    expect(await findDifference(long)).toMatchObject({ code: "inserted_entry", entry_id: null });
  });
});

describe("a short chain", () => {
  it.each([
    [
      "a deleted entry",
      "DELETE FROM audit_entries WHERE organization_id = $1 AND subject_id = 'template-3'",
      "deleted_entry",
    ],
    ["a cut end", "DELETE FROM audit_links WHERE organization_id = $1 AND position >= 4", "cut_end"],
    ["a removed link", "DELETE FROM audit_links WHERE organization_id = $1 AND position = 2", "missing_link"],
    ["a forged head", "UPDATE audit_heads SET token = 'none' WHERE organization_id = $1", "forged_head"],
    ["a removed chain", "DELETE FROM audit_chains WHERE organization_id = $1", "cut_end"],
  ])("with %s differs", async (_name, statement, code) => {
    const organization = await createSignedChain();
    await tamper(statement, [organization.id]);
    expect(await findDifference(organization)).toMatchObject({ code });
  });

  it("that does not exist yet has nothing that differs", async () => {
    const organization = await createTestOrganization();
    await sql("DELETE FROM audit_queue WHERE organization_id = $1", [organization.id]);
    await tamper("DELETE FROM audit_entries WHERE organization_id = $1", [organization.id]);
    expect(await verify(organization)).toEqual([
      expect.objectContaining({ links: 0, last_position: 0, difference: null }),
      expect.objectContaining({ entries: 0, difference: null, next_cursor: null }),
    ]);
  });

  it("of another organization stays unread", async () => {
    const [one, other] = [await createSignedChain(), await createSignedChain()];
    await tamper("UPDATE audit_entries SET action = 'badge.x' WHERE organization_id = $1", [other.id]);
    expect(await findDifference(one)).toBeNull();
    const { data } = await readPart(other);
    expect(data.difference.code).toBe("altered_entry");
  });

  it("that grows during the verification is verified to its new end", async () => {
    const organization = await createSignedChain();
    const first = (await readPart(organization)).data as AuditVerification;
    await insertEntries(organization.id, 3);
    await signAll();
    const second = await readPart(
      organization,
      `links.${first.position}.${await hashAt(organization, first.position)}`,
    );
    expect(second.data).toMatchObject({ links: 3, signed_heads: 1, difference: null });
  });
});

const hashAt = async ({ id }: TestOrganization, position: number): Promise<string> =>
  String(
    (
      await sql(
        "SELECT encode(hash, 'hex') AS hash FROM audit_links WHERE organization_id = $1 AND position = $2",
        [id, position],
      )
    )[0]?.hash,
  );

describe("the cursor", () => {
  it.each([
    "",
    "links",
    "links.1",
    `links.-1.${"0".repeat(64)}`,
    `links.1.${"0".repeat(63)}`,
    `links.9999999999.${"0".repeat(64)}`,
    "entries.1.no-id",
    "entries.99999999999999.00000000-0000-0000-0000-000000000000",
  ])("%j is refused", async (cursor) => {
    const organization = await createTestOrganization();
    const { status, data } = await readPart(organization, cursor);
    expect(status).toBe(400);
    expect(data).toMatchObject({
      code: "invalid_parameter",
      message: "cursor must be the next_cursor of an earlier response.",
    });
  });
});
