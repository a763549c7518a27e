import { beforeAll, describe, expect, it } from "vitest";
import { insertMembership } from "@/lib/organizations/profile/queries";
import { hashPassword } from "@/lib/identity/users/passwords";
import { createTestOrganization, nextSerial, type TestOrganization } from "../../support/builders";
import { send, sortedStatuses } from "../../support/http/client";
import { isWaiting, openConnection, sql } from "../../support/platform/database";
import { until } from "../../support/until";
import {
  issueAcceptedBadge,
  claimAddress,
  createPersonClient,
  confirmAddress,
  listEventsByPrefix,
  issueBadgeTo,
  sendDueMails,
  createEarner,
  createPasswordLink,
  type TestEarner,
} from "../../support/accounts/earners";
import { createSessionCookie } from "../../support/accounts/members";

const PASSWORD = "correct horse";
let stored: string;
let issuer: TestOrganization;

beforeAll(async () => {
  stored = await hashPassword(PASSWORD);
  issuer = await createTestOrganization();
});

const newEmail = (): string => `guarded-${nextSerial()}@example.org`;

/** A person with a password. */
async function createProtectedEarner() {
  const earner = await createEarner();
  await sql("UPDATE users SET password_hash = $2 WHERE id = $1", [earner.id, stored]);
  return earner;
}

/** The same person in a browser that signed in more than a quarter of an hour ago. */
async function createOldSession({ id, headers }: TestEarner) {
  const cookie = await createSessionCookie(id, 1, new Date(Date.now() - 16 * 60_000));
  return createPersonClient({ headers: { ...headers, cookie } });
}

const getPrimaryAddress = async ({
  client,
}: Pick<TestEarner, "client">): Promise<{ id: string; email: string }> =>
  (await client.get("/emails")).data[0];

const listMails = async (earner: TestEarner) =>
  (await sendDueMails(earner))
    .map(({ to, subject }) => `${to.address}: ${subject}`)
    .toSorted((a, b) => a.localeCompare(b));

describe("removing a way to sign in", () => {
  it("422: requires a recent session when there is no password", async () => {
    const earner = await createEarner();
    const second = await confirmAddress(earner, newEmail());
    const old = await createOldSession(earner);
    const responses = [
      await old.patch(`/emails/${second.id}`, { primary: true }),
      await old.delete(`/emails/${second.id}`, {}),
      await old.put("/password", { password: "whoever has the cookie" }),
    ];
    for (const { status, data } of responses) expect([status, data.code]).toEqual([422, "sign_in_again"]);
    expect(await getPrimaryAddress(earner)).toMatchObject({ email: earner.email });
    // Whoever adds an address can sign in by it.
    expect((await old.post("/emails", { email: newEmail() })).data.code).toBe("proof_required");
    const claim = await earner.client.post("/emails", { email: newEmail() });
    // An address that was never confirmed gives no access and may be removed.
    expect((await old.delete(`/emails/${claim.data.id}`)).status).toBe(204);
    expect((await earner.client.patch(`/emails/${second.id}`, { primary: true })).status).toBe(200);
  });

  it("422 without the password or with a wrong one; 200 and 204 with it, however old the session", async () => {
    const earner = await createProtectedEarner();
    const second = await confirmAddress(earner, newEmail());
    const first = await getPrimaryAddress(earner);
    for (const body of [{}, { password: "wrong" }]) {
      for (const response of [
        await earner.client.patch(`/emails/${second.id}`, { primary: true, ...body }),
        await earner.client.delete(`/emails/${second.id}`, body),
      ]) {
        expect([response.status, response.data.code]).toEqual([422, "wrong_password"]);
        expect(response.data.errors[0].field).toBe("password");
      }
    }
    const old = await createOldSession(earner);
    const proof = { password: PASSWORD };
    expect((await old.patch(`/emails/${second.id}`, { primary: true, ...proof })).status).toBe(200);
    expect((await old.delete(`/emails/${first.id}`, proof)).status).toBe(204);
    expect(await getPrimaryAddress(earner)).toMatchObject({ email: second.email });
  });

  it("409: when the password was changed between its check and the change", async () => {
    const earner = await createEarner();
    const second = await confirmAddress(earner, newEmail());
    const connection = await openConnection();
    try {
      // All three have checked that there is no password, and wait for the account.
      await connection.query("BEGIN");
      await connection.query("SELECT FROM users WHERE id = $1 FOR UPDATE", [earner.id]);
      const changes = [
        earner.client.put("/password", { password: PASSWORD }),
        earner.client.put("/password", { password: `${PASSWORD} too` }),
        earner.client.delete(`/emails/${second.id}`, {}),
      ];
      await until("all wait for the account", () => isWaiting(changes.length));
      await connection.query("COMMIT");
      const responses = await Promise.all(changes);
      expect(sortedStatuses(responses.slice(0, 2))).toEqual([200, 409]);
      // It was before the change of the password, or found it changed.
      expect([204, 409]).toContain(responses[2]?.status);
    } finally {
      await connection.end();
    }
  });
});

describe("the owner of an account gets a mail", () => {
  it("about another primary address at the previous one, and about a removed one there and at the primary one", async () => {
    const earner = await createEarner();
    const second = await confirmAddress(earner, newEmail());
    const first = await getPrimaryAddress(earner);
    await earner.client.patch("", { first_name: "Suspended", locale: "de" });
    await earner.client.patch(`/emails/${second.id}`, { primary: true });
    const [mail, ...others] = await sendDueMails(earner);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to: { name: "", address: first.email },
      subject: "Ihr Konto hat eine neue Hauptadresse",
    });
    expect(mail?.text).toContain("/password?lang=de");
    expect(`${mail?.subject}${mail?.html}`).not.toContain("Suspended");
    await earner.client.patch("", { locale: "en" });
    await earner.client.delete(`/emails/${first.id}`, {});
    expect(await listMails(earner)).toEqual(
      [
        `${first.email}: This address was removed from its account`,
        `${second.email}: An address was removed from your account`,
      ].toSorted((a, b) => a.localeCompare(b)),
    );
  });

  it("about a password that was set, in the account or through a mailed link", async () => {
    const earner = await createEarner();
    const { id, token } = await createPasswordLink(earner);
    const body = { token, password: PASSWORD };
    expect((await send("PUT", `/v1/password_resets/${id}`, { body })).status).toBe(200);
    expect(await listMails(earner)).toEqual([`${earner.email}: Your password was set`]);
    const other = await createEarner();
    expect((await other.client.put("/password", { password: PASSWORD })).status).toBe(200);
    expect(await listMails(other)).toEqual([`${other.email}: Your password was set`]);
  });

  it("about a merge, at both primary addresses; ten such mails do not use up the limit of mails to new addresses", async () => {
    const [survivor, source] = [await createEarner(), await createEarner()];
    const { id, token } = await claimAddress(survivor, source.email);
    expect((await survivor.client.post("/merge", { email_id: id, token })).status).toBe(200);
    expect(await listMails(survivor)).toEqual(
      [survivor, source]
        .map(({ email }) => `${email}: Your account was merged with another one`)
        .toSorted((a, b) => a.localeCompare(b)),
    );
    await sql(
      `INSERT INTO outbox_messages (id, kind, subject_id, payload, next_attempt_at)
       SELECT gen_random_uuid(), 'mail', $1, '{"template": "account_changed"}', now() + interval '1 day'
       FROM generate_series(1, 10)`,
      [survivor.id],
    );
    expect((await survivor.client.post("/emails", { email: newEmail() })).status).toBe(201);
  });
});

describe("an organization whose member merges accounts", () => {
  it("gets an audit entry, and the other account's invitations and creations move to the remaining account", async () => {
    const [survivor, source] = [await createEarner(), await createEarner()];
    const organization = await createTestOrganization();
    await insertMembership(organization.id, source.id, "administrator");
    const path = `/v1/organizations/${organization.id}`;
    const { headers } = source;
    const invited = await send("POST", `${path}/invitations`, {
      headers,
      body: { email: newEmail(), role: "viewer" },
    });
    expect(invited.status).toBe(201);
    const { id, token } = await claimAddress(survivor, source.email);
    expect((await survivor.client.post("/merge", { email_id: id, token })).status).toBe(200);
    const { data: entries } = await send(
      "GET",
      `${path}/audit_entries?filter=action::member.merge`,
      survivor,
    );
    expect(entries).toMatchObject([{ subject_id: survivor.id, actor: { type: "User", id: survivor.id } }]);
    await survivor.client.delete(`/memberships/${organization.id}`);
    expect(
      await sql("SELECT withdrawn_at IS NOT NULL AS withdrawn FROM member_invitations WHERE id = $1", [
        invited.data.id,
      ]),
    ).toEqual([{ withdrawn: true }]);
  });
});

describe("a pending badge at an address that is removed", () => {
  it("waits for the next person who confirms the address; accepted badges stay; employers get events", async () => {
    const [earner, next] = [await createEarner(), await createEarner()];
    const second = await confirmAddress(earner, newEmail());
    const accepted = await issueBadgeTo(issuer, second.email);
    await earner.client.post(`/badges/${accepted.id}/accept`, {});
    const pending = await issueBadgeTo(issuer, second.email);
    const { data: employee } = await issuer.client.post("/employees", { email: earner.email });
    await sql("UPDATE employees SET state = 'accepted', user_id = $2 WHERE id = $1", [
      employee.id,
      earner.id,
    ]);
    expect((await earner.client.delete(`/emails/${second.id}`, {})).status).toBe(204);
    expect((await earner.client.get(`/badges/${pending.id}`)).status).toBe(404);
    expect((await earner.client.post(`/badges/${pending.id}/accept`, {})).status).toBe(404);
    expect((await earner.client.get(`/badges/${accepted.id}`)).status).toBe(200);
    const removed = await listEventsByPrefix(issuer, "employment.badges.removed");
    expect(removed.map(({ badge }) => (badge as { id: string }).id)).toEqual([pending.id]);
    await confirmAddress(next, second.email);
    expect((await next.client.get("/badges")).data).toMatchObject([{ id: pending.id, state: "pending" }]);
  });
});

describe("removing addresses while the account is deleted", () => {
  it("neither fails nor leaves partial changes, in any order", async () => {
    const employer = await createTestOrganization();
    for (let round = 0; round < 3; round += 1) {
      const earner = await createEarner();
      const emails = [newEmail(), newEmail(), newEmail(), newEmail()];
      await sql(
        `INSERT INTO user_emails (id, user_id, email, "primary", confirmed_at)
         SELECT gen_random_uuid(), $1, email, false, now() FROM unnest($2::text[]) AS email`,
        [earner.id, emails],
      );
      for (const email of emails) await employer.client.post("/employees", { email });
      await sql("UPDATE employees SET user_id = $1, state = 'accepted' WHERE email = ANY ($2)", [
        earner.id,
        emails,
      ]);
      await issueAcceptedBadge(employer, earner);
      const { data } = await earner.client.get("/emails");
      const removals = data
        .slice(1)
        .map(({ id }: { id: string }) => earner.client.delete(`/emails/${id}`, {}));
      const statuses = sortedStatuses(await Promise.all([...removals, earner.client.delete("", {})]));
      expect(statuses.every((status) => [204, 401, 404].includes(status))).toBe(true);
      expect(statuses).toContain(204);
      expect(await sql("SELECT id FROM employees WHERE user_id = $1", [earner.id])).toEqual([]);
    }
  });
});
