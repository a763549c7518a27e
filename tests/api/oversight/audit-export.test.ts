import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { removePastAuditLinks } from "@/lib/oversight/audit-chain/jobs";
import { verifyChain } from "@/lib/oversight/audit-chain/verify-chain";
import { runCommand } from "@/lib/operations/installation/command-line";
import { COMMANDS } from "@/lib/operations/installation/commands";
import { removeOldRecords } from "@/lib/operations/retention/service";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import {
  appendAll,
  createSignedChain,
  findFault,
  insertEntries,
  signAll,
  tamper,
} from "../../support/oversight/audit-chain";
import { createMember } from "../../support/accounts/members";
import { send } from "../../support/http/client";
import { stopClock } from "../../support/delivery/outbox";
import { sql } from "../../support/platform/database";
import { daysAgo, insertOldAuditEntries } from "../../support/platform/old-records";

let folder = "";
let organization: TestOrganization;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "audit-export-"));
  organization = await createSignedChain();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a command of the operator. Returns its exit code and the first item or the whole of its JSON. */
async function run(...args: string[]) {
  const { code, stdout, stderr } = await runCommand([...args, "--json"], COMMANDS, (work) =>
    work({ secretsFile: null }),
  );
  const printed = stdout === "" ? null : JSON.parse(stdout);
  return { code, stderr, printed, first: printed?.items?.[0] };
}

let files = 0;
const nextFile = (): string => join(folder, `${(files += 1)}.ndjson`);

async function exportToFile(): Promise<string> {
  const file = nextFile();
  expect((await run("audit", "export", "--organization", organization.id, "--file", file)).code).toBe(0);
  return file;
}

describe("the operator's commands", () => {
  it("verify one organization, and all of them", async () => {
    const one = await run("audit", "verify", "--organization", organization.id);
    expect(one).toMatchObject({
      code: 0,
      first: { organization_id: organization.id, signed_heads: 1, waiting: 0, problem: null },
    });
    const all = await run("audit", "verify");
    expect(all.code).toBe(0);
    expect(all.printed.items.map((item: { organization_id: string }) => item.organization_id)).toContain(
      organization.id,
    );
  });

  it("end with exit code 1 and name the first position that differs", async () => {
    const { id } = await createSignedChain();
    await tamper(
      `UPDATE audit_entries SET action = 'badge.revoke' WHERE id IN (
         SELECT entry_id FROM audit_links WHERE organization_id = $1 AND position IN (2, 5))`,
      [id],
    );
    const { code, first } = await run("audit", "verify", "--organization", id);
    expect([code, first.first_difference, first.entries]).toEqual([1, 2, 1]);
    expect(first.problem).toContain("changed");
    expect((await run("audit", "verify")).code).toBe(1);
    await tamper("DELETE FROM audit_entries WHERE organization_id = $1", [id]);
    await tamper("DELETE FROM audit_links WHERE organization_id = $1", [id]);
    await tamper("DELETE FROM audit_chains WHERE organization_id = $1", [id]);
    await tamper("DELETE FROM audit_heads WHERE organization_id = $1", [id]);
  });

  it("write a file that verifies, also after the chain has grown, and that only its owner can read", async () => {
    const file = await exportToFile();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await insertEntries(organization.id, 3);
    await signAll();
    const { code, first } = await run("audit", "verify", "--file", file);
    expect([code, first.problem, first.signed_heads]).toEqual([0, null, 1]);
    const again = await run("audit", "export", "--organization", organization.id, "--file", file).catch(
      String,
    );
    expect(again).toContain("EEXIST");
  });

  it("find what was changed in a file", async () => {
    const lines = (await readFile(await exportToFile(), "utf8")).trimEnd().split("\n");
    const verifyLines = async (changed: string[]) => {
      const file = nextFile();
      await writeFile(file, `${changed.join("\n")}\n`);
      const { code, first } = await run("audit", "verify", "--file", file);
      return [code, first.first_difference];
    };
    expect(await verifyLines(lines)).toEqual([0, null]);
    const third = lines.findIndex((line) => line.includes('"position":3,'));
    expect(
      await verifyLines(lines.map((line, at) => (at === third ? line.replace("Mara", "Nora") : line))),
    ).toEqual([1, 3]);
    expect(await verifyLines(lines.toSpliced(third, 1))).toEqual([1, 3]);
    expect(await verifyLines(lines.slice(0, 4))).toEqual([1, 4]);
    expect(await verifyLines(lines.toSpliced(third, 0, lines[third] ?? ""))).toEqual([1, 4]);
  });

  it("find that the chain of today is another one than that of a file", async () => {
    const file = await exportToFile();
    const last =
      "organization_id = $1 AND position = (SELECT max(position) FROM audit_links WHERE organization_id = $1)";
    const [stored] = await sql(`SELECT encode(hash, 'hex') AS hash FROM audit_links WHERE ${last}`, [
      organization.id,
    ]);
    await tamper(`UPDATE audit_links SET hash = sha256('x') WHERE ${last}`, [organization.id]);
    expect((await run("audit", "verify", "--file", file)).code).toBe(1);
    await tamper(`UPDATE audit_links SET hash = decode($2, 'hex') WHERE ${last}`, [
      organization.id,
      stored?.hash,
    ]);
    expect((await run("audit", "verify", "--file", file)).code).toBe(0);
  });

  it("refuse another file, and wrong options", async () => {
    const file = nextFile();
    await writeFile(file, "name,email\n");
    await expect(run("audit", "verify", "--file", file)).rejects.toThrow("not a line of an audit export");
    expect((await run("audit", "verify", "--head", "12:abc")).code).toBe(2);
    expect((await run("audit", "verify", "--kept-days", "0")).code).toBe(2);
  });

  it("verify a head that was noted", async () => {
    const { printed } = await run("audit", "verify", "--organization", organization.id);
    const { last_position: position, last_hash: hash } = printed.items[0];
    await insertEntries(organization.id, 2);
    await signAll();
    const verifyHead = (head: string) =>
      run("audit", "verify", "--organization", organization.id, "--head", head);
    expect((await verifyHead(`${position}:${hash}`)).code).toBe(0);
    expect((await verifyHead(`${position - 1}:${hash}`)).code).toBe(1);
  });
});

describe("the API", () => {
  it("200: shows the newest head and lists all; the export is verified by the command", async () => {
    const { client } = organization;
    const { data } = await client.get("/audit_chain");
    expect(data).toMatchObject({
      waiting: 0,
      fault: null,
      head: { position: data.position, hash: data.hash },
    });
    const heads = await client.get("/audit_chain/heads");
    expect(heads.data[0]).toEqual(data.head);
    const response = await client.get("/audit_chain/export");
    expect(response.headers.get("content-type")).toBe("application/x-ndjson");
    const file = nextFile();
    await writeFile(file, response.data);
    expect((await run("audit", "verify", "--file", file)).first).toMatchObject({
      last_position: data.position,
      problem: null,
    });
  });

  it("200: exports from a position on; 422 beyond the end, 400 for no position", async () => {
    const { client } = organization;
    const { data: text } = await client.get("/audit_chain/export?after=4");
    const file = nextFile();
    await writeFile(file, text);
    expect((await run("audit", "verify", "--file", file)).code).toBe(0);
    expect(text.split("\n")[1]).toContain('"position":5,');
    for (const position of ["100000", "9999999999", "9".repeat(40)])
      expect((await client.get(`/audit_chain/export?after=${position}`)).status).toBe(422);
    expect((await client.get("/audit_chain/export?after=x")).status).toBe(400);
  });

  it("200: is empty before the first entry was added", async () => {
    const { client } = await createTestOrganization();
    const { data } = await client.get("/audit_chain");
    expect(data).toMatchObject({ position: 0, hash: null, head: null, fault: null });
    expect(data.waiting).toBeGreaterThanOrEqual(0);
  });

  it("403: an issuer reads nothing of it, and no one of another organization does", async () => {
    const issuer = await createMember(organization.id, "issuer");
    const other = await createTestOrganization();
    const member = await createMember(other.id, "administrator");
    for (const path of ["", "/heads", "/export"]) {
      const url = `/v1/organizations/${organization.id}/audit_chain${path}`;
      expect((await send("GET", url, { headers: issuer.headers })).status).toBe(403);
      expect((await send("GET", url, { headers: member.headers })).status).toBe(404);
    }
  });
});

describe("old entries", () => {
  /** An organization with five entries of seven years ago in a chain, whose head was signed then or today. */
  async function createOldChain(signedAt: Date): Promise<string> {
    const { id } = await createTestOrganization();
    await tamper("DELETE FROM audit_entries WHERE organization_id = $1", [id]);
    await insertOldAuditEntries(id, 2_600, 5);
    const stopped = stopClock(signedAt);
    await signAll().finally(stopped.restore);
    await insertEntries(id, 4);
    await signAll();
    return id;
  }

  const removeAll = async (): Promise<void> => {
    while (await removeOldRecords());
  };
  const countLinks = async (id: string): Promise<number> =>
    (await sql("SELECT FROM audit_links WHERE organization_id = $1", [id])).length;

  it("are removed with their links, and the chain begins after the signed head of that time", async () => {
    const id = await createOldChain(daysAgo(2_590));
    expect(await verifyChain(id)).toMatchObject({ links: 9, heads: 2, removed: 0, finding: null });
    await removeAll();
    expect(await countLinks(id)).toBe(4);
    expect(await verifyChain(id)).toMatchObject({ position: 9, links: 4, heads: 1, finding: null });
    expect((await run("audit", "verify", "--organization", id, "--kept-days", "5000")).first).toMatchObject({
      first_difference: 5,
    });
    const file = nextFile();
    await run("audit", "export", "--organization", id, "--file", file);
    expect((await run("audit", "verify", "--file", file)).code).toBe(0);
  });

  it("keep their links while no head is as old as they are", async () => {
    const id = await createOldChain(new Date());
    await removeAll();
    expect(await countLinks(id)).toBe(9);
    expect(await verifyChain(id)).toMatchObject({ links: 9, removed: 5, finding: null });
  });

  it("cannot be removed before their time by a changed row: the signature says when it was made", async () => {
    const id = await createOldChain(new Date());
    await removeAll();
    await tamper("UPDATE audit_heads SET signed_at = $2 WHERE organization_id = $1 AND position = 5", [
      id,
      daysAgo(3_000),
    ]);
    await removePastAuditLinks(daysAgo(2_557));
    expect(await countLinks(id)).toBe(4);
    expect(await findFault(id)).toEqual({ position: 5, fault: "removed_start" });
  });
});

describe("entries of one installation", () => {
  it("are appended together, up to a thousand in one transaction", async () => {
    const { id } = await createTestOrganization();
    await insertEntries(id, 2_500);
    await appendAll();
    expect(await verifyChain(id)).toMatchObject({ heads: 0, finding: null });
    expect((await sql("SELECT FROM audit_queue")).length).toBe(0);
  });
});
