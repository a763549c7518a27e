import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { inspectInvitation } from "@/lib/accounts/memberships/acceptance";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { send, sortedStatuses } from "../../support/http/client";
import { digestTables, sql } from "../../support/platform/database";
import { sendDueMails } from "../../support/accounts/earners";
import {
  createInvitation,
  newInvitedAddress,
  sendInvitationMail,
  submitInvitationForm,
} from "../../support/accounts/invitations";
import { createMember, createPerson } from "../../support/accounts/members";
import { createPasskeyOwner } from "../../support/identity/second-factors";
import { stopClock } from "../../support/delivery/outbox";

let organization: TestOrganization;

beforeAll(async () => {
  organization = await createTestOrganization("Harbour School");
});
afterEach(() => {
  vi.restoreAllMocks();
});

const DAY = 24 * 3_600_000;
const NEW_MEMBER_FORM = { first_name: "Nadia", last_name: "Berg", password: "a long enough password" };

const postInvitation = (body: Record<string, unknown>, of = organization) =>
  of.client.post("/invitations", body);
const readInvitationState = async (id: string, of = organization): Promise<string> =>
  (await of.client.get("/invitations")).data.find((one: { id: string }) => one.id === id)?.state;
const readLinkStatus = async ({ id, token }: { id: string; token: string }, personId: string | null = null) =>
  (await inspectInvitation(id, token, personId)).status;
const readRole = async (userId: string) =>
  (await organization.client.get(`/members/${userId}`)).data.role as string | undefined;

describe("POST /organizations/{id}/invitations", () => {
  it("201: invites an address by a mail in HTML and text; the response contains no secret", async () => {
    const admin = await createMember(organization.id, "administrator");
    const email = newInvitedAddress();
    const { status, data } = await send("POST", `/v1/organizations/${organization.id}/invitations`, {
      headers: admin.headers,
      body: { email: email.toUpperCase(), role: "viewer", id: admin.id, state: "accepted" },
    });
    expect(status).toBe(201);
    expect(data).toEqual({
      id: expect.not.stringContaining(admin.id),
      email,
      role: "viewer",
      state: "pending",
      invited_by: { type: "User", id: admin.id, name: "Mara Lind" },
      created_at: expect.any(String),
      sent_at: data.created_at,
      expires_at: new Date(Date.parse(data.created_at) + 7 * DAY).toISOString(),
      accepted_at: null,
      member_id: null,
      withdrawn_at: null,
    });
    const [mail, ...others] = await sendDueMails(data);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to: { address: email },
      subject: "Join Harbour School on its badge console",
    });
    expect(mail?.html).toContain(`/invitations/${data.id}?token=`);
    expect(mail?.text).toContain("Mara Lind invites you to become a viewer of Harbour School.");
    expect(mail?.text).toContain("can see badge templates and issued badges but cannot change anything");
  });

  it("422: an invalid address or role, a member, and an address that was already invited", async () => {
    const member = await createMember(organization.id, "viewer");
    const { email } = await createInvitation(organization);
    const cases: [Record<string, unknown>, string][] = [
      [{ email: "nobody", role: "viewer" }, "email"],
      [{ email: "a@example.org,b@example.org", role: "viewer" }, "email"],
      [{ email: newInvitedAddress(), role: "owner" }, "role"],
      [{ email: newInvitedAddress() }, "role"],
      [{ email: member.email, role: "viewer" }, "email"],
      [{ email, role: "administrator" }, "email"],
    ];
    for (const [body, field] of cases) {
      const { status, data } = await postInvitation(body);
      expect([status, data.errors[0]?.field], JSON.stringify(body)).toEqual([422, field]);
    }
  });

  it("422: the second of two concurrent requests", async () => {
    const email = newInvitedAddress();
    const responses = await Promise.all([1, 2, 3].map(() => postInvitation({ email, role: "viewer" })));
    expect(sortedStatuses(responses)).toEqual([201, 422, 422]);
  });

  it("invites again after the invitation expired or was withdrawn", async () => {
    const own = await createTestOrganization();
    const clock = stopClock();
    const first = await createInvitation(own);
    clock.advance(7 * DAY);
    expect(await readInvitationState(first.id, own)).toBe("expired");
    const second = await createInvitation(own, { email: first.email });
    expect([await readInvitationState(first.id, own), await readInvitationState(second.id, own)]).toEqual([
      "withdrawn",
      "pending",
    ]);
    await own.client.delete(`/invitations/${second.id}`);
    expect((await postInvitation({ email: first.email, role: "viewer" }, own)).status).toBe(201);
    clock.restore();
  });

  it("reveals nothing about invitations of other organizations", async () => {
    const other = await createTestOrganization();
    const { id, email } = await createInvitation(other);
    expect((await postInvitation({ email, role: "viewer" })).status).toBe(201);
    expect((await organization.client.delete(`/invitations/${id}`)).status).toBe(404);
    expect((await organization.client.post(`/invitations/${id}/resend`)).status).toBe(404);
    expect(await readInvitationState(id)).toBeUndefined();
  });

  it("429: the sixth mail to an address within an hour", async () => {
    const { id } = await createInvitation(organization);
    const responses = [];
    for (let index = 0; index < 5; index += 1) {
      responses.push(await organization.client.post(`/invitations/${id}/resend`));
    }
    expect(sortedStatuses(responses)).toEqual([200, 200, 200, 200, 429]);
    expect(Number(responses.at(-1)?.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("422: more than 200 pending invitations", async () => {
    const own = await createTestOrganization();
    await sql(
      `INSERT INTO member_invitations (id, organization_id, email, role, invited_by_type, invited_by_id,
         invited_by_name, created_at, sent_at, expires_at)
       SELECT gen_random_uuid(), $1, 'waiting-' || n || '@example.org', 'viewer', 'User', '', '', now(), now(),
         now() + interval '1 day' FROM generate_series(1, 200) AS n`,
      [own.id],
    );
    const { status, data } = await postInvitation({ email: newInvitedAddress(), role: "viewer" }, own);
    expect([status, data.code]).toEqual([422, "too_many_invitations"]);
    // Resending renews one that is pending. One that has expired would become another.
    const [pending] = await sql("SELECT id FROM member_invitations WHERE organization_id = $1 LIMIT 1", [
      own.id,
    ]);
    const resend = () => own.client.post(`/invitations/${String(pending?.id)}/resend`);
    expect((await resend()).status).toBe(200);
    await sql("UPDATE member_invitations SET expires_at = now() WHERE id = $1", [pending?.id]);
    await sql(
      `INSERT INTO member_invitations (id, organization_id, email, role, invited_by_type, invited_by_id,
         invited_by_name, created_at, sent_at, expires_at)
       SELECT gen_random_uuid(), organization_id, 'last@example.org', role, invited_by_type, '', '', now(), now(),
         now() + interval '1 day' FROM member_invitations WHERE id = $1`,
      [pending?.id],
    );
    const expired = await resend();
    expect([expired.status, expired.data.code]).toEqual([422, "too_many_invitations"]);
  });
});

describe("GET /organizations/{id}/invitations", () => {
  it("200: newest first; filters by state, role and address", async () => {
    const own = await createTestOrganization();
    const first = await createInvitation(own, { role: "viewer" });
    const second = await createInvitation(own, { role: "administrator" });
    await own.client.delete(`/invitations/${first.id}`);
    const listInvitationIds = async (query: string): Promise<string[]> =>
      (await own.client.get(`/invitations?${query}`)).data.map(({ id }: { id: string }) => id);
    expect(await listInvitationIds("")).toEqual([second.id, first.id]);
    expect(await listInvitationIds("filter=state::withdrawn,expired")).toEqual([first.id]);
    expect(await listInvitationIds(`filter=email::${second.email.slice(0, 12)}|role::administrator`)).toEqual(
      [second.id],
    );
    expect(await listInvitationIds("sort=email")).toEqual([first.id, second.id]);
    expect((await own.client.get("/invitations?filter=state::lost")).status).toBe(400);
  });
});

describe("POST /organizations/{id}/invitations/{id}/resend", () => {
  it("200: extends by seven days with a new link; the previous link stops working", async () => {
    const clock = stopClock();
    const invited = await createInvitation(organization);
    clock.advance(8 * DAY);
    expect(await readLinkStatus(invited)).toBe("expired");
    const { status, data } = await organization.client.post(`/invitations/${invited.id}/resend`);
    expect([status, data.state]).toEqual([200, "pending"]);
    const token = await sendInvitationMail(invited.id);
    expect(await readLinkStatus(invited)).toBe("wrong_link");
    expect(await readLinkStatus({ ...invited, token })).toBe("introduce");
    clock.restore();
  });

  it("422: an invitation that was withdrawn", async () => {
    const { id } = await createInvitation(organization);
    await organization.client.delete(`/invitations/${id}`);
    const { status, data } = await organization.client.post(`/invitations/${id}/resend`);
    expect([status, data.code]).toEqual([422, "withdrawn"]);
  });
});

describe("DELETE /organizations/{id}/invitations/{id}", () => {
  it("204: its link stops working, and a pending mail is not sent; 422 the second time", async () => {
    const { data } = await postInvitation({ email: newInvitedAddress(), role: "viewer" });
    const invited = await createInvitation(organization);
    for (const id of [data.id, invited.id]) {
      expect((await organization.client.delete(`/invitations/${id}`)).status).toBe(204);
    }
    expect(await sendDueMails(data)).toEqual([]);
    expect(await readLinkStatus(invited)).toBe("withdrawn");
    expect((await submitInvitationForm(invited, NEW_MEMBER_FORM)).cookie).toBeNull();
    expect((await organization.client.delete(`/invitations/${invited.id}`)).status).toBe(422);
  });
});

describe("the page of an invitation", () => {
  it("changes nothing when viewed, and redirects a wrong link nowhere", async () => {
    const invited = await createInvitation(organization);
    const before = await digestTables();
    expect(await readLinkStatus(invited)).toBe("introduce");
    expect(await readLinkStatus({ ...invited, token: "wrong" })).toBe("wrong_link");
    expect(await readLinkStatus({ id: "nothing", token: invited.token })).toBe("wrong_link");
    expect(await readLinkStatus({ ...invited, id: organization.id })).toBe("wrong_link");
    const response = await submitInvitationForm({ ...invited, token: "wrong" }, NEW_MEMBER_FORM);
    expect([response.status, response.cookie]).toEqual([303, null]);
    expect(await digestTables()).toEqual(before);
  });

  it("creates an account and a member in one step, and starts a session", async () => {
    const invited = await createInvitation(organization);
    const { status, path, cookie } = await submitInvitationForm(invited, NEW_MEMBER_FORM);
    expect([status, path.split("/")[1]]).toEqual([303, "console"]);
    const me = await send("GET", "/v1/me", { headers: { cookie: cookie ?? "" } });
    expect(me.data).toMatchObject({ first_name: "Nadia", email: invited.email, has_password: true });
    expect(await readRole(me.data.id)).toBe("issuer");
    expect(await readLinkStatus(invited, me.data.id)).toBe("accepted");
    const { data } = await organization.client.get(`/audit_entries?filter=subject_id::${invited.id}`);
    expect(data[0]).toMatchObject({
      action: "invitation.accept",
      actor: { id: me.data.id, name: "Nadia Berg" },
    });
    const [row] = (await organization.client.get("/invitations?filter=state::accepted")).data;
    expect(row).toMatchObject({ id: invited.id, member_id: me.data.id });
  });

  it("names the invalid field, and creates nothing", async () => {
    const invited = await createInvitation(organization);
    const before = await digestTables();
    const { path, cookie } = await submitInvitationForm(invited, {
      ...NEW_MEMBER_FORM,
      first_name: " ",
      password: "short",
    });
    expect(path).toContain("&wrong=first_name&wrong=password");
    expect([cookie, await digestTables()]).toEqual([null, before]);
  });

  it("can be confirmed by the signed-in invitee, and by no other person", async () => {
    const person = await createPerson();
    const invited = await createInvitation(organization, { email: person.email });
    const other = await createPerson();
    expect(await readLinkStatus(invited, person.id)).toBe("confirm");
    expect(await readLinkStatus(invited, other.id)).toBe("wrong_person");
    await submitInvitationForm(invited, NEW_MEMBER_FORM, { cookie: other.cookie });
    expect(await readRole(other.id)).toBeUndefined();
    const { path, cookie } = await submitInvitationForm(invited, {}, { cookie: person.cookie });
    expect([path.startsWith("/console/"), cookie]).toEqual([true, null]);
    expect(await readRole(person.id)).toBe("issuer");
  });

  it("asks an account with a password to sign in: the link alone does not change it", async () => {
    const person = await createPerson();
    await send("PUT", "/v1/me/password", { headers: person.headers, body: { password: "the person's own" } });
    const invited = await createInvitation(organization, { email: person.email });
    expect(await readLinkStatus(invited)).toBe("sign_in");
    expect((await submitInvitationForm(invited, NEW_MEMBER_FORM)).cookie).toBeNull();
    expect(await readRole(person.id)).toBeUndefined();
  });

  it("asks an account with a passkey and no password to sign in, too", async () => {
    const { person } = await createPasskeyOwner();
    const invited = await createInvitation(organization, { email: person.email });
    expect(await readLinkStatus(invited)).toBe("sign_in");
    expect((await submitInvitationForm(invited, NEW_MEMBER_FORM)).cookie).toBeNull();
    expect(await readRole(person.id)).toBeUndefined();
  });

  it("sets the first password of an account without one and keeps its name", async () => {
    const person = await createPerson();
    const invited = await createInvitation(organization, { email: person.email });
    expect(await readLinkStatus(invited)).toBe("introduce");
    const { cookie } = await submitInvitationForm(invited, NEW_MEMBER_FORM);
    const me = await send("GET", "/v1/me", { headers: { cookie: cookie ?? "" } });
    expect(me.data).toMatchObject({ id: person.id, first_name: "Mara", has_password: true });
    expect((await send("GET", "/v1/me", { headers: person.headers })).status).toBe(401);
  });

  it("is accepted once, however many concurrent requests try", async () => {
    const invited = await createInvitation(organization);
    const responses = await Promise.all([1, 2, 3].map(() => submitInvitationForm(invited, NEW_MEMBER_FORM)));
    expect(responses.filter(({ cookie }) => cookie !== null)).toHaveLength(1);
    const filter = `subject_id::${invited.id}|action::invitation.accept`;
    const { metadata } = await organization.client.get(`/audit_entries?filter=${filter}`);
    expect(metadata.total_count).toBe(1);
  });

  it("refuses a form from another site", async () => {
    const invited = await createInvitation(organization);
    const hidden = { origin: "null" };
    const foreign = [
      { origin: "https://evil.example" },
      hidden,
      { ...hidden, "sec-fetch-site": "cross-site" },
    ];
    for (const headers of foreign) {
      expect((await submitInvitationForm(invited, NEW_MEMBER_FORM, headers)).cookie).toBeNull();
    }
    expect(await readLinkStatus(invited)).toBe("introduce");
  });

  it("keeps the higher of two roles when the person became a member meanwhile", async () => {
    const email = newInvitedAddress();
    const invited = await createInvitation(organization, { email, role: "issuer" });
    const person = await createPerson(email);
    await sql("INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'administrator')", [
      organization.id,
      person.id,
    ]);
    await submitInvitationForm(invited, {}, { cookie: person.cookie });
    expect(await readRole(person.id)).toBe("administrator");
  });
});

describe("the stored data of an invitation", () => {
  it("contains no token, not even in its pending mail", async () => {
    const { id, token } = await createInvitation(organization);
    const rows = await sql("SELECT payload::text FROM outbox_messages WHERE subject_id = $1", [id]);
    const storedText = JSON.stringify([
      rows,
      await sql("SELECT * FROM member_invitations WHERE id = $1", [id]),
    ]);
    expect(storedText).toContain("member_invitation");
    expect(storedText).not.toContain(token);
  });
});
