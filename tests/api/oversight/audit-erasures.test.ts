import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { eraseFromAuditEntries } from "@/lib/oversight/audit-chain/erasure";
import { hashField } from "@/lib/oversight/audit-chain/record";
import { verifyChain } from "@/lib/oversight/audit-chain/verify-chain";
import {
  appendAll,
  createSignedChain,
  findFault,
  insertEntries,
  signAll,
  tamper,
} from "../../support/oversight/audit-chain";
import { openConnection, sql } from "../../support/platform/database";

// An erasure empties fields of audit entries and leaves their hashes. The log itself says of which entries: fields that were
// emptied otherwise are a change.

const MIGRATION = "prisma/migrations/20270104000000_recorded_audit_erasures/migration.sql";

type Link = { entryId: string; salts: Record<string, string> };

async function readLink(organizationId: string, position: number): Promise<Link> {
  const [link] = await sql(
    `SELECT entry_id AS "entryId", salts FROM audit_links WHERE organization_id = $1 AND position = $2`,
    [organizationId, position],
  );
  return link as Link;
}

/** Marks the name of an entry as erased, with its right hash. The entry keeps it. */
async function markErased(organizationId: string, position: number): Promise<void> {
  const { entryId, salts } = await readLink(organizationId, position);
  const erased = { actor_name: hashField(entryId, "actor_name", String(salts.actor_name), "Mara Lind") };
  await tamper("UPDATE audit_links SET salts = salts - 'actor_name', erased = $2 WHERE entry_id = $1", [
    entryId,
    erased,
  ]);
}

/** Empties the name of an entry as an erasure does, with the role of the service, and without a record of it. */
async function blank(organizationId: string, position: number): Promise<void> {
  await markErased(organizationId, position);
  const { entryId } = await readLink(organizationId, position);
  const connection = await openConnection();
  await connection.query("BEGIN");
  await connection.query("SELECT set_config('badges.erases_audit_fields', 'recorded', true)");
  await connection.query("UPDATE audit_entries SET actor_name = 'Deleted account' WHERE id = $1", [entryId]);
  await connection.query("COMMIT");
  await connection.end();
}

/** Writes an entry that says that the names of these positions were erased. */
const insertRecord = (organizationId: string, positions: string) =>
  sql(
    `INSERT INTO audit_entries (id, organization_id, occurred_at, actor_type, actor_id, actor_name, action, subject_id, changes)
     VALUES ($1, $2, now(), 'System', 'erasure', 'Erasure of a person', 'audit_entry.erase', $3, $4)`,
    [
      newId(),
      organizationId,
      organizationId,
      JSON.stringify([{ field: "actor_name", from: positions, to: null }]),
    ],
  );

/** An organization whose entries from the second on are of one person, and that person. */
async function createChainOfPerson(count: number) {
  const organization = await createSignedChain(0);
  const userId = `person-${newId()}`;
  const [first] = await sql(
    "SELECT count(*)::int + 1 AS position FROM audit_links WHERE organization_id = $1",
    [organization.id],
  );
  await insertEntries(organization.id, count);
  await tamper(
    "UPDATE audit_entries SET actor_id = $2 WHERE organization_id = $1 AND actor_id = 'person-1'",
    [organization.id, userId],
  );
  await signAll();
  const person = { userIds: [userId], addresses: [], before: new Date(Date.now() + 60_000) };
  return { organization, person, first: Number(first?.position) };
}

describe("an erasure", () => {
  it("is recorded in the log of each organization, with its id and the positions of each field", async () => {
    const { organization, person, first } = await createChainOfPerson(4);
    const erasure = newId();
    expect(await eraseFromAuditEntries(person, erasure, 10)).toBe(4);
    await insertEntries(organization.id, 3);
    await tamper(
      "UPDATE audit_entries SET actor_id = $2 WHERE organization_id = $1 AND actor_id = 'person-1'",
      [organization.id, ...person.userIds],
    );
    await appendAll();
    expect(await eraseFromAuditEntries(person, erasure, 1)).toBe(1);
    // Before its own link, and after.
    expect(await verifyChain(organization.id)).toMatchObject({ erased: 5, finding: null });
    await signAll();
    expect(await verifyChain(organization.id)).toMatchObject({ erased: 5, heads: 3, finding: null });
    const { data } = await organization.client.get("/audit_entries?filter=action::audit_entry.erase");
    expect(data).toHaveLength(2);
    expect(data[1]).toMatchObject({
      actor: { type: "System", name: "Erasure of a person" },
      subject_id: organization.id,
      address: null,
      changes: [
        { field: "erasure", from: null, to: erasure },
        ...["actor_name", "address", "browser"].map((field) => ({
          field,
          from: `${first}-${first + 3}`,
          to: null,
        })),
      ],
    });
    expect(data[0].changes[1].from).toMatch(/^\d+$/);
  });

  it("leaves fields that can only be empty", async () => {
    const { id } = await createSignedChain();
    await markErased(id, 3);
    expect(await findFault(id)).toEqual({ position: 3, fault: "false_erasure" });
    await tamper(
      "UPDATE audit_entries SET actor_name = 'Deleted account of Eve' WHERE organization_id = $1",
      [id],
    );
    expect(await findFault(id)).not.toBeNull();
  });

  it("of a server of the version before is refused, to be repeated with a record", async () => {
    const { id } = await createSignedChain();
    const { entryId } = await readLink(id, 3);
    await expect(
      sql(
        `WITH setting AS (SELECT set_config('badges.erases_audit_fields', 'on', true))
         UPDATE audit_entries SET actor_name = 'Deleted account' FROM setting WHERE id = $1`,
        [entryId],
      ),
    ).rejects.toThrow("append-only");
  });

  it("of an earlier version is recorded by the upgrade, 500 positions in an entry", async () => {
    const { id } = await createSignedChain(520);
    const [{ count } = {}] = await sql(
      "SELECT count(*)::int AS count FROM audit_links WHERE organization_id = $1",
      [id],
    );
    const positions = Array.from({ length: 510 }, (_one, index) => Number(count) - index);
    for (const position of positions) await markErased(id, position);
    await tamper(
      `UPDATE audit_entries SET actor_name = 'Deleted account'
       WHERE id IN (SELECT entry_id FROM audit_links WHERE organization_id = $1 AND erased IS NOT NULL)`,
      [id],
    );
    expect(await findFault(id)).toMatchObject({ fault: "unrecorded_erasure" });
    await sql(await readFile(MIGRATION, "utf8"));
    expect(await verifyChain(id)).toMatchObject({ erased: 510, finding: null });
    expect(
      await sql("SELECT FROM audit_entries WHERE organization_id = $1 AND action = 'audit_entry.erase'", [
        id,
      ]),
    ).toHaveLength(2);
    await signAll();
    expect(await findFault(id)).toBeNull();
  });
});

describe("a field that was emptied", () => {
  it("without a record is found", async () => {
    const { id } = await createSignedChain();
    await blank(id, 3);
    expect(await findFault(id)).toEqual({ position: 3, fault: "unrecorded_erasure" });
  });

  it("with a record of another position, or of another field, is found", async () => {
    const { id } = await createSignedChain();
    await insertRecord(id, "1-2,4-6");
    await signAll();
    await blank(id, 3);
    expect(await findFault(id)).toEqual({ position: 3, fault: "unrecorded_erasure" });
    await insertRecord(id, "3");
    await signAll();
    expect(await findFault(id)).toBeNull();
    const { entryId } = await readLink(id, 3);
    await tamper("UPDATE audit_entries SET address = NULL WHERE id = $1", [entryId]);
    expect(await findFault(id)).toEqual({ position: 3, fault: "altered_entry" });
  });

  it("with a record in another organization, before it, or outside of the chain is found", async () => {
    const [one, other] = [await createSignedChain(), await createSignedChain()];
    await insertRecord(other.id, "3");
    await insertRecord(one.id, "20-40");
    await signAll();
    await insertEntries(one.id, 20);
    await signAll();
    await blank(one.id, 3);
    expect(await findFault(one.id)).toEqual({ position: 3, fault: "unrecorded_erasure" });
    await insertRecord(one.id, "3");
    await blank(one.id, 25);
    expect(await findFault(one.id)).toEqual({ position: 25, fault: "unrecorded_erasure" });
    await sql("DELETE FROM audit_queue");
    expect(await findFault(one.id)).toEqual({ position: 3, fault: "unrecorded_erasure" });
  });

  it("with a record that lists more than an erasure does, or that was emptied itself, is found", async () => {
    const { id } = await createSignedChain();
    await blank(id, 3);
    for (const positions of ["1-4000000000", "1-2000", "3-", "x", ""]) await insertRecord(id, positions);
    await signAll();
    expect(await findFault(id)).toEqual({ position: 3, fault: "unrecorded_erasure" });
    await insertRecord(id, "3");
    await signAll();
    expect(await findFault(id)).toBeNull();
    await tamper(
      "UPDATE audit_entries SET changes = NULL WHERE organization_id = $1 AND changes::text LIKE '%\"3\"%'",
      [id],
    );
    expect(await findFault(id)).toEqual({ position: 3, fault: "unrecorded_erasure" });
  });

  it("is never signed", async () => {
    const { id } = await createSignedChain();
    await insertEntries(id, 1);
    await signAll();
    await insertEntries(id, 2);
    await appendAll();
    const [{ last } = {}] = await sql(
      "SELECT max(position) AS last FROM audit_links WHERE organization_id = $1",
      [id],
    );
    await blank(id, Number(last));
    await signAll();
    const [chain] = await sql("SELECT fault, fault_position FROM audit_chains WHERE organization_id = $1", [
      id,
    ]);
    expect(chain).toEqual({ fault: "unrecorded_erasure", fault_position: last });
  });
});
