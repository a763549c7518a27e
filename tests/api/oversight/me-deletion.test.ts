import { beforeAll, describe, expect, it } from "vitest";
import { insertIdentity } from "@/lib/learning/connections/queries";
import { insertMembership } from "@/lib/organizations/profile/queries";
import { findPersonByPassword } from "@/lib/identity/users/service";
import {
  badgeBody,
  createTestOrganization,
  createTemplate,
  nextSerial,
  type TestOrganization,
} from "../../support/builders";
import { sortedStatuses } from "../../support/http/client";
import { dumpTables, isWaiting, openConnection, sql } from "../../support/platform/database";
import {
  issueAcceptedBadge,
  createPersonClient,
  confirmAddress,
  listEventsByPrefix,
  issueBadgeTo,
  createEarner,
} from "../../support/accounts/earners";
import { createConnectedIntegration, createTestLearningApp } from "../../support/learning/learning";
import { createEmployee } from "../../support/builders";
import { createSessionCookie } from "../../support/accounts/members";
import { finishErasures } from "../../support/oversight/erased-person";
import { until } from "../../support/until";

let issuer: TestOrganization;

beforeAll(async () => {
  issuer = await createTestOrganization();
});

const PASSWORD = "correct horse";

/** A person who signed in just now. */
async function createSignedInEarner(at = new Date(), email?: string) {
  const earner = await createEarner(email);
  const headers = { ...earner.headers, cookie: await createSessionCookie(earner.id, 1, at) };
  return { ...earner, headers, client: createPersonClient({ headers }) };
}

const listEventTypes = async (organization: TestOrganization, prefix: string): Promise<string[]> =>
  (await listEventsByPrefix(organization, prefix)).map(({ event_type: type }) => type);

/** The tables and columns that contain this text. */
async function findPlaces(text: string): Promise<string[]> {
  const lines = (await dumpTables()).split("\n");
  return lines.filter((line) => line.includes(text));
}

describe("DELETE /me", () => {
  it("204: nothing about the person remains; issuers keep the fact that they issued badges", async () => {
    const mark = `Zebulon${nextSerial()}`;
    const address = `${mark.toLowerCase()}@example.org`;
    const earner = await createSignedInEarner(new Date(), address);
    await earner.client.patch("", {
      first_name: mark,
      last_name: `${mark}son`,
      headline: `${mark} at work`,
      bio: `I am ${mark}`,
    });
    const second = `second-${address}`;
    await confirmAddress(earner, second);
    await earner.client.post("/emails", { email: `third-${address}` });
    const employer = await createTestOrganization();
    await earner.client.post("/connected_applications", { client_id: employer.client_id });
    const visible = await issueAcceptedBadge(issuer, earner);
    const waiting = await issueBadgeTo(issuer, second);
    await earner.client.post("/external_badges", {
      badge: { badge_name: `${mark}'s medal`, issuer_name: "Red Cross" },
    });
    await createEmployee(employer, { email: address });
    await insertMembership(employer.id, earner.id, "viewer");
    const course = await createConnectedIntegration(await createTestLearningApp(employer));
    await insertIdentity({ appId: course.app.id, ltiUserId: mark, userId: earner.id });
    const merged = await createEarner();
    await sql("UPDATE users SET merged_into_id = $2, first_name = $3 WHERE id = $1", [
      merged.id,
      earner.id,
      mark,
    ]);
    await sql("DELETE FROM user_emails WHERE user_id = $1", [merged.id]);

    const { status } = await earner.client.delete("", {});
    expect(status).toBe(204);
    expect((await earner.client.get("")).status).toBe(401);
    await finishErasures();
    expect(await findPlaces(mark)).toEqual([]);
    expect(await findPlaces(address)).toEqual([]);
    const { data } = await issuer.client.get(`/badges/${visible.id}`);
    expect(data).toMatchObject({
      state: "revoked",
      public: false,
      recipient_email: expect.stringMatching(/^erased-[\da-f]{16}@erased\.invalid$/),
      issued_to: "Erased recipient",
      issued_to_first_name: null,
      revocation_reason: "Withdrawn at the request of the holder.",
      user: { id: null },
    });
    expect((await issuer.client.get(`/badges/${waiting.id}`)).data).toMatchObject({
      state: "revoked",
      recipient_email: data.recipient_email,
    });
    expect(
      (await listEventsByPrefix(employer, "employment.deleted")).map(({ data: one }) => one),
    ).toHaveLength(1);
    for (const organization of [issuer, employer]) {
      const events = JSON.stringify(await listEventsByPrefix(organization, ""));
      expect([events.includes(mark), events.includes(address)]).toEqual([false, false]);
    }
    expect(await listEventTypes(employer, "user.")).toEqual([
      "user.public_badges.added",
      "user.public_badges.changed",
      "user.public_badges.removed",
      "user.public_badges.changed",
      "user.connect_access.removed",
    ]);
    expect(await listEventTypes(employer, "employment.user_account.disassociated")).toHaveLength(1);
    expect(await listEventTypes(issuer, "badge.privacy.changed")).toHaveLength(1);
  });

  it("204 with the password; 422 without it, with a wrong one, and 429 after ten", async () => {
    const { id, headers, email, client } = await createEarner();
    await client.put("/password", { password: PASSWORD });
    const own = createPersonClient({
      headers: { ...headers, cookie: await createSessionCookie(id, 2, new Date()) },
    });
    for (const body of [{}, { password: "wrong" }]) {
      const { status, data } = await own.delete("", body);
      expect([status, data.code, data.errors[0].field]).toEqual([422, "wrong_password", "password"]);
    }
    expect((await own.delete("", { password: PASSWORD })).status).toBe(204);
    expect(await findPersonByPassword(email, PASSWORD)).toBeNull();
    const other = await createEarner();
    await sql("UPDATE users SET password_hash = 'scrypt$2$1$1$AAAA$AAAA' WHERE id = $1", [other.id]);
    for (let attempt = 0; attempt < 10; attempt += 1) await other.client.delete("", { password: "x" });
    const { status, headers: answered } = await other.client.delete("", { password: "x" });
    expect([status, Number(answered.get("retry-after")) > 0]).toEqual([429, true]);
  });

  it("422: without a password, only a recent session is accepted", async () => {
    const { client } = await createSignedInEarner(new Date(Date.now() - 16 * 60_000));
    const { status, data } = await client.delete("", {});
    expect([status, data.code]).toEqual([422, "sign_in_again"]);
    expect((await client.get("")).status).toBe(200);
  });

  it("422: the last administrator of an organization; nothing is changed, in no other organization either", async () => {
    const person = await createSignedInEarner();
    const [one, other] = [await createTestOrganization(), await createTestOrganization()].toSorted((a, b) =>
      a.id < b.id ? -1 : 1,
    );
    await insertMembership(one?.id ?? "", person.id, "viewer");
    await insertMembership(other?.id ?? "", person.id, "administrator");
    await sql("DELETE FROM memberships WHERE organization_id = $1 AND user_id <> $2", [other?.id, person.id]);
    const { status, data } = await person.client.delete("", {});
    expect([status, data.code]).toEqual([422, "last_administrator"]);
    expect((await person.client.get("/memberships")).metadata.total_count).toBe(2);
  });

  it("a badge that is issued meanwhile waits at the address and belongs to no account", async () => {
    const earner = await createSignedInEarner();
    const template = await createTemplate(issuer);
    const connection = await openConnection();
    await connection.query("BEGIN");
    await connection.query("SELECT id FROM users WHERE id = $1 FOR UPDATE", [earner.id]);
    const body = badgeBody(template.id, { recipient_email: earner.email });
    const issuing = issuer.client.post("/badges", body);
    await until("the issue waits for the account", () => isWaiting());
    await connection.query("UPDATE users SET deleted_at = now() WHERE id = $1", [earner.id]);
    await connection.query("COMMIT");
    await connection.end();
    const { status, data } = await issuing;
    expect(status).toBe(201);
    expect(await sql("SELECT user_id, state FROM issued_badges WHERE id = $1", [data.id])).toEqual([
      { user_id: null, state: "pending" },
    ]);
  });

  it("concurrent requests write nothing into the account: 404", async () => {
    const earner = await createSignedInEarner();
    const connection = await openConnection();
    await connection.query("BEGIN");
    await connection.query("UPDATE users SET deleted_at = now(), first_name = '' WHERE id = $1", [earner.id]);
    const requests = [
      earner.client.patch("", { first_name: "Still here" }),
      earner.client.patch("", { photo: null }),
      earner.client.put("/password", { password: PASSWORD }),
    ];
    await until("they wait for the account", async () => {
      const [row] = await sql(
        "SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted AND locktype IN ('transactionid', 'tuple')",
      );
      return Number(row?.waiting) >= requests.length;
    });
    await connection.query("COMMIT");
    await connection.end();
    expect(sortedStatuses(await Promise.all(requests))).toEqual([404, 404, 404]);
    const accountQuery = "SELECT first_name AS name, password_hash AS password FROM users WHERE id = $1";
    expect(await sql(accountQuery, [earner.id])).toEqual([{ name: "", password: null }]);
  });

  it("of two concurrent requests one deletes, the other finds no account", async () => {
    const earner = await createSignedInEarner();
    const responses = await Promise.all([earner.client.delete("", {}), earner.client.delete("", {})]);
    const [first, second] = sortedStatuses(responses);
    expect(first).toBe(204);
    expect([401, 404]).toContain(second);
  });

  it("401: not signed in", async () => {
    expect((await createPersonClient({ headers: {} }).delete("", {})).status).toBe(401);
  });
});

describe("GET /me/data", () => {
  it("200: a file with all of the person's data, and no secret", async () => {
    const earner = await createEarner();
    const badge = await issueAcceptedBadge(issuer, earner, true);
    const employer = await createTestOrganization();
    const employee = await createEmployee(employer, { email: earner.email });
    await sql("UPDATE employees SET user_id = $2 WHERE id = $1", [employee.id, earner.id]);
    await sql(
      `INSERT INTO employment_histories (id, organization_id, employee_id, current, employer_job_title)
       VALUES (gen_random_uuid(), $1, $2, true, 'Welder')`,
      [employer.id, employee.id],
    );
    await earner.client.post("/external_badges", {
      badge: { badge_name: "First aid", issuer_name: "Red Cross" },
    });
    await earner.client.post("/connected_applications", { client_id: employer.client_id });
    await insertMembership(employer.id, earner.id, "viewer");
    await sql("UPDATE users SET password_hash = 'scrypt$secret' WHERE id = $1", [earner.id]);
    const { status, headers, data } = await earner.client.get("/data");
    expect(status).toBe(200);
    expect(headers.get("content-disposition")).toBe('attachment; filename="my-badges.json"');
    expect(headers.get("cache-control")).toBe("no-store");
    expect(data).toMatchObject({
      profile: { id: earner.id, has_password: true },
      emails: [{ email: earner.email, confirmed: true }],
      badges: [{ id: badge.id, public: false, issuer_earner_id: null }],
      external_badges: [{ badge_name: "First aid" }],
      employments: [
        { id: employee.id, employment_histories: [{ employer_job_title: "Welder", current: true }] },
      ],
      connected_applications: [{ client_id: employer.client_id }],
      wallet_applications: [],
      memberships: [{ role: "viewer" }],
    });
    expect(JSON.stringify(data)).not.toContain("scrypt");
    expect(JSON.stringify(data)).not.toContain("token=");
  });

  it("200: more than a page of badges, each once; nothing of others", async () => {
    const earner = await createEarner();
    await issueAcceptedBadge(issuer, await createEarner());
    const { badge_template_id: template, ...badge } = badgeBody((await createTemplate(issuer)).id, {
      recipient_email: earner.email,
      duplicate_behavior: "allow",
    });
    const badges = Array.from({ length: 60 }, () => ({ ...badge, badge_template_id: template }));
    await sql("UPDATE badge_templates SET allow_duplicate_badges = true WHERE id = $1", [template]);
    await issuer.client.post("/badges/batch", { badges });
    const { data } = await earner.client.get("/data");
    expect(new Set(data.badges.map(({ id }: { id: string }) => id)).size).toBe(60);
  });

  it("401: not signed in, and a token of an organization", async () => {
    expect((await createPersonClient({ headers: {} }).get("/data")).status).toBe(401);
  });
});
