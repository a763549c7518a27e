import pg from "pg";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { insertMembership } from "@/lib/organizations/profile/queries";
import { createTestOrganization, nextSerial, type TestOrganization } from "../../support/builders";
import { dumpTables, isWaiting, openConnection, sql } from "../../support/platform/database";
import {
  claimAddress,
  createPersonClient,
  createEarner,
  type TestEarner,
} from "../../support/accounts/earners";
import { createSessionCookie } from "../../support/accounts/members";
import { until } from "../../support/until";

let organization: TestOrganization;

beforeAll(async () => {
  organization = await createTestOrganization();
});

/** A person who signed in just now and is a member of the organization. */
async function createMember(email?: string) {
  const earner = await createEarner(email);
  const headers = { ...earner.headers, cookie: await createSessionCookie(earner.id, 1, new Date()) };
  await insertMembership(organization.id, earner.id, "issuer");
  return { ...earner, headers, client: createPersonClient({ headers }) };
}

async function prepareMerge(survivor: TestEarner, source: TestEarner) {
  const { id, token } = await claimAddress(survivor, source.email);
  return () => survivor.client.post("/merge", { email_id: id, token });
}

/**
 * Starts both requests while another transaction locks an account, so that each request holds its first lock. Returns
 * their responses.
 */
async function runWhileLocked<One, Other>(
  accountId: string,
  first: () => Promise<One>,
  second: () => Promise<Other>,
): Promise<[One, Other]> {
  const holder = await openConnection();
  await holder.query("BEGIN");
  await holder.query("SELECT FROM users WHERE id = $1 FOR UPDATE", [accountId]);
  const one = first();
  await until("the first to wait", () => isWaiting(1));
  const other = second();
  await until("the second to wait", () => isWaiting(2));
  await holder.query("ROLLBACK");
  await holder.end();
  return Promise.all([one, other]);
}

describe("deleting an account while it is merged", () => {
  it("200 and 404: the merge came first, and the account to delete no longer exists", async () => {
    const [survivor, source] = [await createMember(), await createMember()];
    const merge = await prepareMerge(survivor, source);
    const [merged, deleted] = await runWhileLocked(source.id, merge, () => source.client.delete("", {}));
    expect([merged.status, deleted.status]).toEqual([200, 404]);
    expect((await survivor.client.get("/memberships")).metadata.total_count).toBe(1);
  });

  it("204 and 422: the deletion came first, and the account to merge no longer exists", async () => {
    const [survivor, source] = [await createMember(), await createMember()];
    const merge = await prepareMerge(survivor, source);
    const [deleted, merged] = await runWhileLocked(source.id, () => source.client.delete("", {}), merge);
    expect([deleted.status, merged.status]).toEqual([204, 422]);
    expect((await survivor.client.get("")).status).toBe(200);
  });

  it("200 and 204: the remaining account is deleted after the merge, and no memberships are left", async () => {
    const [survivor, source] = [await createMember(), await createMember()];
    const merge = await prepareMerge(survivor, source);
    const [merged, deleted] = await runWhileLocked(survivor.id, merge, () => survivor.client.delete("", {}));
    expect([merged.status, deleted.status]).toEqual([200, 204]);
    expect(await sql("SELECT FROM memberships WHERE user_id = ANY ($1)", [[survivor.id, source.id]])).toEqual(
      [],
    );
  });

  it("503: a person who becomes a member elsewhere at that moment has to retry, and nothing is changed", async () => {
    const [person, elsewhere] = [await createMember(), await createTestOrganization()];
    const holder = await openConnection();
    await holder.query("BEGIN");
    await holder.query("SELECT FROM users WHERE id = $1 FOR KEY SHARE", [person.id]);
    const deletion = person.client.delete("", {});
    await until("the deletion to wait", () => isWaiting(1));
    await holder.query(
      "INSERT INTO memberships (organization_id, user_id, role, created_at) VALUES ($1, $2, 'viewer', now())",
      [elsewhere.id, person.id],
    );
    await holder.query("COMMIT");
    await holder.end();
    expect((await deletion).status).toBe(503);
    expect((await person.client.get("/memberships")).metadata.total_count).toBe(2);
    expect((await person.client.delete("", {})).status).toBe(204);
  });
});

/** What an account leaves in organizations' tables, with its name and addresses in every place. */
async function leaveTraces(person: TestEarner, name: string): Promise<void> {
  const of = [organization.id, person.id, name] as const;
  await sql(
    `INSERT INTO authorization_tokens (id, organization_id, digest, ciphertext, read_enabled, write_enabled,
       delete_enabled, scopes, created_by_id, created_by_type, created_by_name, created_at, expires_at)
     VALUES ($1::uuid, $2, sha256($1::text::bytea), '', true, false, false, '{all}', $3, 'User', $4, now(), now())`,
    [newId(), ...of],
  );
  await sql(
    `UPDATE oauth_applications SET created_by_id = $2, created_by_name = $3 WHERE organization_id = $1`,
    [...of],
  );
  await sql(
    `INSERT INTO member_invitations (id, organization_id, email, role, invited_by_type, invited_by_id, invited_by_name,
       created_at, sent_at, expires_at, withdrawn_at)
     SELECT gen_random_uuid(), $1, 'stranger-' || $2 || '@example.org', 'viewer', 'User', $2, $3, now(), now(),
       now() + interval '7 days', ended FROM (VALUES (NULL::timestamptz), (now())) AS invited (ended)`,
    [...of],
  );
}

/** Another user's invitation to an address of the person. */
const inviteTo = (email: string, columns: string, values: string) =>
  sql(
    `INSERT INTO member_invitations (id, organization_id, email, role, invited_by_type, invited_by_id, invited_by_name,
       created_at, sent_at, expires_at${columns})
     VALUES (gen_random_uuid(), $1, $2, 'viewer', 'User', 'x', 'Ada', now(), now(), ${values})`,
    [organization.id, email],
  );

/** Stored responses for a person as a member, with all scopes of a role and with some. */
const storeResponses = (userId: string) =>
  sql(
    `INSERT INTO idempotency_keys (owner_id, caller_id, key, request_digest, status, body)
     SELECT $1, 'User:' || $2::text || suffix, 'key' || suffix, '', 200, '' FROM unnest(ARRAY['', ':events']) AS suffix`,
    [organization.id, userId],
  );

describe("DELETE /me", () => {
  it("204: removes the person's name from what they created for organizations, also before two accounts were merged", async () => {
    const name = `Zenobia${nextSerial()}`;
    const [person, merged, stranger] = [await createMember(), await createMember(), await createMember()];
    await leaveTraces(person, name);
    await leaveTraces(merged, `${name} the Second`);
    await storeResponses(person.id);
    await storeResponses(stranger.id);
    await sql("DELETE FROM memberships WHERE user_id = $1", [merged.id]);
    await sql("UPDATE users SET merged_into_id = $2 WHERE id = $1", [merged.id, person.id]);
    expect((await person.client.delete("", {})).status).toBe(204);
    expect((await dumpTables()).split("\n").filter((line) => line.includes(name))).toEqual([]);
    const makers = await sql(
      "SELECT created_by_name AS name FROM authorization_tokens WHERE created_by_id = ANY ($1)",
      [[person.id, merged.id]],
    );
    expect(makers).toEqual([{ name: "Deleted account" }, { name: "Deleted account" }]);
    const remainingCallers = await sql("SELECT DISTINCT caller_id FROM idempotency_keys ORDER BY 1");
    expect(remainingCallers.map(({ caller_id: id }) => id)).toEqual([
      `User:${stranger.id}`,
      `User:${stranger.id}:events`,
    ]);
  });

  it("204: deletes invitations to the person's addresses", async () => {
    const address = `invited-${nextSerial()}@example.org`;
    const person = await createMember(address);
    await inviteTo(address, ", withdrawn_at", "now() + interval '7 days', now()");
    await inviteTo(address, ", accepted_at", "now() + interval '7 days', now()");
    await inviteTo(address, "", "now() + interval '7 days'");
    const expired = `other-${address}`;
    await sql(
      `INSERT INTO user_emails (id, user_id, email, confirmed_at, "primary") VALUES ($1, $2, $3, now(), false)`,
      [newId(), person.id, expired],
    );
    await inviteTo(expired, "", "now() - interval '1 day'");
    expect((await person.client.delete("", {})).status).toBe(204);
    const remainingRows = await sql(
      "SELECT email, withdrawn_at, accepted_at FROM member_invitations WHERE email = ANY ($1)",
      [[address, expired]],
    );
    expect(remainingRows).toEqual([]);
  });

  it("scans no whole table while it holds its locks on the account", async () => {
    const person = await createMember();
    const query = vi.spyOn(pg.Client.prototype, "query");
    expect((await person.client.delete("", {})).status).toBe(204);
    const all = query.mock.calls.map(([given]) => given as unknown as { text?: string; values?: unknown[] });
    query.mockRestore();
    // What follows is done in batches without these locks.
    const sent = all.slice(
      0,
      all.findIndex(({ text = "" }) => text.includes("FROM erasures") && text.includes("SKIP LOCKED")),
    );
    const changes = sent.filter(({ text = "" }) => /^\s*(DELETE|UPDATE|WITH|SELECT)/i.test(text));
    expect(changes.length).toBeGreaterThan(20);
    const connection = await openConnection();
    // The tables are nearly empty here, so the planner is made to use every index there is.
    await connection.query("SET enable_seqscan = off");
    const scans: string[] = [];
    for (const { text = "", values = [] } of changes) {
      const { rows } = await connection.query<{ "QUERY PLAN": string }>(`EXPLAIN ${text}`, values);
      const scan = rows.map((row) => row["QUERY PLAN"]).find((line) => line.includes("Seq Scan on"));
      if (scan) scans.push(`${scan.trim()}: ${text}`);
    }
    await connection.end();
    expect(scans).toEqual([]);
  });
});
