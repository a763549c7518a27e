import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { ErasureLine } from "@/lib/oversight/erasures/schema";
import { insertMembership } from "@/lib/organizations/profile/queries";
import { createTestOrganization, nextSerial, type TestOrganization } from "../../support/builders";
import { createEarner, issueAcceptedBadge } from "../../support/accounts/earners";
import { finishErasures, runAdmin } from "../../support/oversight/erased-person";
import { sql } from "../../support/platform/database";

let issuer: TestOrganization;

beforeAll(async () => {
  issuer = await createTestOrganization();
});

/** A new list of erasures, outside of the database. */
const createListFile = () => join(mkdtempSync(join(tmpdir(), "erasures-")), "list");

const readLines = (file: string): ErasureLine[] =>
  readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => ErasureLine.parse(JSON.parse(line)));

/** A line of a list for an address. */
const lineOf = (address: string) => ({
  id: randomUUID(),
  created_at: "2026-01-01T00:00:00.000Z",
  salt: "",
  digests: [createHash("sha256").update(address).digest("hex")],
});

const insertAddress = (userId: string, address: string) =>
  sql(
    `INSERT INTO user_emails (id, user_id, email, "primary", confirmed_at) VALUES ($1, $2, $3, false, now())`,
    [randomUUID(), userId, address],
  );

describe("the list of erasures", () => {
  it("repeats after a restored backup by the saved list, once, and keeps the list", async () => {
    const earner = await createEarner(`back-${nextSerial()}@example.org`);
    await runAdmin("person", "erase", "--user", earner.id, "--confirm", earner.id);
    await finishErasures();
    const file = createListFile();
    await runAdmin("person", "save-list", "--file", file);
    expect(readFileSync(file, "utf8")).not.toContain(earner.email);
    const [row] = await sql("SELECT id FROM erasures ORDER BY created_at DESC LIMIT 1");
    // As a backup from before has it: the account, and not the erasure.
    await sql("DELETE FROM erasures WHERE id = $1", [row?.id]);
    const returned = await createEarner(earner.email);
    const { id } = await issueAcceptedBadge(issuer, returned);
    const { data } = await runAdmin("person", "erase", "--repeat", file);
    expect(data.repeated).toEqual([row?.id]);
    expect((await issuer.client.get(`/badges/${id}`)).data.issued_to).toBe("Erased recipient");
    expect((await runAdmin("person", "erase", "--repeat", file)).data.repeated).toEqual([]);
    const [before] = readLines(file);
    await runAdmin("person", "save-list", "--file", file);
    const after = readLines(file).find(({ id: line }) => line === row?.id);
    const created = expect.any(String) as string;
    expect(after).toEqual({ ...before, created_at: created, user_ids: [earner.id, returned.id] });
    writeFileSync(file, "{}\n");
    await expect(runAdmin("person", "erase", "--repeat", file)).rejects.toThrow(/Line 1 is no line/);
  });

  it("repeats the others when an erasure is refused, and says which and why", async () => {
    const [last, other] = [await createEarner(), await createEarner()];
    const file = createListFile();
    const organization = await createTestOrganization();
    await insertMembership(organization.id, last.id, "administrator");
    await sql("DELETE FROM memberships WHERE organization_id = $1 AND user_id <> $2", [
      organization.id,
      last.id,
    ]);
    const lines = [last, other].map(({ email }) => lineOf(email));
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const { code, data } = await runAdmin("person", "erase", "--repeat", file);
    const refused = [{ id: lines[0]?.id, reason: expect.stringContaining("administrator") }];
    expect([code, data]).toEqual([1, { repeated: [lines[1]?.id], not_found: [], known: 0, refused }]);
  });

  it("leaves an account with addresses of somebody else, and looks again for people it does not find", async () => {
    const [before, nobody] = [await createEarner(), "nobody-came-back@example.org"];
    await insertAddress(before.id, `shared-${before.email}`);
    const lines = [`shared-${before.email}`, nobody].map(lineOf);
    const file = createListFile();
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const refused = [{ id: lines[0]?.id, reason: expect.stringContaining(`--user ${before.id}`) }];
    const expected = { repeated: [], not_found: [lines[1]?.id], known: 0, refused };
    expect((await runAdmin("person", "erase", "--repeat", file)).data).toEqual(expected);
    expect((await runAdmin("person", "erase", "--repeat", file)).data).toEqual(expected);
    expect(await sql("SELECT id FROM users WHERE id = $1 AND deleted_at IS NULL", [before.id])).toHaveLength(
      1,
    );
  });

  it("repeats by the account, whatever address the backup has, and leaves others who had its address then", async () => {
    const [earner, other] = [await createEarner(), await createEarner()];
    await insertAddress(other.id, `third-${other.email}`);
    const line = { ...lineOf(other.email), user_ids: [earner.id] };
    const file = createListFile();
    writeFileSync(file, `${JSON.stringify(line)}\n`);
    const { code, data } = await runAdmin("person", "erase", "--repeat", file);
    expect([code, data]).toEqual([0, { repeated: [line.id], not_found: [], known: 0, refused: [] }]);
    const rows = await sql("SELECT id FROM users WHERE id = ANY ($1) AND deleted_at IS NULL", [
      [earner.id, other.id],
    ]);
    expect(rows).toEqual([{ id: other.id }]);
    const columns = "user_ids, cardinality(digests) AS digests";
    const [stored] = await sql(`SELECT ${columns} FROM erasures WHERE id = $1`, [line.id]);
    expect(stored).toEqual({ user_ids: [earner.id], digests: 2 });
  });

  it("keeps what only the saved list has, and refuses to replace a file that is no list", async () => {
    const file = createListFile();
    const other = `{"id":"019dd1c0-3f2b-7c11-9a54-8c7b1e0f2d33","created_at":"2026-01-01T00:00:00.000Z","salt":"00","digests":[]}`;
    writeFileSync(file, `${other}\n`);
    await runAdmin("person", "save-list", "--file", file);
    const { data } = await runAdmin("person", "save-list", "--file", file);
    const lines = readFileSync(file, "utf8").trim().split("\n");
    expect(lines.filter((line) => line.includes("019dd1c0-3f2b-7c11-9a54-8c7b1e0f2d33"))).toHaveLength(1);
    expect(lines).toHaveLength(Number(data.erasures));
    writeFileSync(file, "something else\n");
    await expect(runAdmin("person", "save-list", "--file", file)).rejects.toThrow(/Line 1 is no line/);
    expect(readFileSync(file, "utf8")).toBe("something else\n");
  });
});
