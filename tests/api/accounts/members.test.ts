import { beforeAll, describe, expect, it } from "vitest";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { basicHeaders, send, sortedStatuses } from "../../support/http/client";
import { sql } from "../../support/platform/database";
import { createPersonClient } from "../../support/accounts/earners";
import { createMember, createPerson, type Person } from "../../support/accounts/members";
import { createInvitation } from "../../support/accounts/invitations";

let organization: TestOrganization;

beforeAll(async () => {
  organization = await createTestOrganization();
});

const sendAs = (
  person: Person,
  method: string,
  path: string,
  body?: Record<string, unknown>,
  of = organization,
) =>
  send(method, `/v1/organizations/${of.id}${path}`, { headers: person.headers, ...(body ? { body } : {}) });

const renamePerson = (person: Person, first: string, last: string) =>
  createPersonClient(person).patch("", { first_name: first, last_name: last });

describe("GET /organizations/{id}/members", () => {
  it("200: lists members with their roles, by name", async () => {
    const own = await createTestOrganization();
    const [zoe, abel] = [await createMember(own.id, "viewer"), await createMember(own.id, "issuer")];
    await renamePerson(zoe, "Zoë", "Abe%rg");
    await renamePerson(abel, "Abel", "Zorn");
    const { status, data, metadata } = await own.client.get("/members");
    expect([status, metadata.total_count]).toEqual([200, 3]);
    const [nameless, first] = data;
    expect(nameless.last_name).toBe("");
    expect(first).toEqual({
      id: zoe.id,
      first_name: "Zoë",
      last_name: "Abe%rg",
      email: zoe.email,
      photo_url: null,
      role: "viewer",
      created_at: expect.any(String),
      learning_member_id: expect.any(Number),
      authorization_tokens_count: 0,
      second_factor: false,
    });
    const listMemberIds = async (query: string): Promise<string[]> =>
      (await own.client.get(`/members?${query}`)).data.map(({ id }: { id: string }) => id);
    expect(await listMemberIds("filter=name_or_email::zoë abe%")).toEqual([zoe.id]);
    expect(await listMemberIds(`filter=name_or_email::${abel.email.toUpperCase()}`)).toEqual([abel.id]);
    expect(await listMemberIds("filter=role::issuer,viewer&sort=-role")).toEqual([zoe.id, abel.id]);
    expect(await listMemberIds("sort=created_at&per=2&page=2")).toEqual([abel.id]);
  });

  it("200: counts the valid tokens that a member created", async () => {
    const own = await createTestOrganization();
    const admin = await createMember(own.id, "administrator");
    await sendAs(admin, "POST", "/authorization_tokens", { read_enabled: true }, own);
    const ended = await sendAs(admin, "POST", "/authorization_tokens", { read_enabled: true }, own);
    await sql("UPDATE authorization_tokens SET expires_at = now() WHERE id = $1", [ended.data.id]);
    const { data } = await own.client.get(`/members/${admin.id}`);
    expect(data.authorization_tokens_count).toBe(1);
  });

  it("400: an unknown key, and an unknown role", async () => {
    expect((await organization.client.get("/members?filter=secret::1")).status).toBe(400);
    expect((await organization.client.get("/members?filter=role::owner")).status).toBe(400);
    expect((await organization.client.get("/members?sort=email")).status).toBe(400);
  });
});

describe("PUT /organizations/{id}/members/{id}", () => {
  it("200: the session has the new role from its next request on", async () => {
    const member = await createMember(organization.id, "administrator");
    expect((await sendAs(member, "GET", "/members")).status).toBe(200);
    const { status, data } = await organization.client.put(`/members/${member.id}`, { role: "viewer" });
    expect([status, data.role]).toEqual([200, "viewer"]);
    expect((await sendAs(member, "GET", "/members")).status).toBe(403);
    expect((await sendAs(member, "POST", "/recommendations", { type: "badge" })).status).toBe(403);
    expect((await sendAs(member, "GET", "/badges")).status).toBe(200);
  });

  it("403: a role above the caller's own, granted or removed", async () => {
    const member = await createMember(organization.id, "viewer");
    const createTokenHeaders = async (flags: Record<string, boolean>) =>
      basicHeaders((await organization.client.post("/authorization_tokens", flags)).data.token as string);
    const putRole = async (headers: Record<string, string>, role: string) =>
      (
        await send("PUT", `/v1/organizations/${organization.id}/members/${member.id}`, {
          headers,
          body: { role },
        })
      ).status;
    const readWrite = await createTokenHeaders({ read_enabled: true, write_enabled: true });
    expect(await putRole(readWrite, "issuer")).toBe(200);
    expect(await putRole(readWrite, "administrator")).toBe(403);
    const issuer = await createMember(organization.id, "issuer");
    expect(await putRole(issuer.headers, "viewer")).toBe(403);
  });

  it("404: an unknown member, and one of another organization", async () => {
    const other = await createTestOrganization();
    const stranger = await createMember(other.id, "viewer");
    for (const id of [stranger.id, "nobody", (await createPerson()).id]) {
      expect((await organization.client.put(`/members/${id}`, { role: "issuer" })).status).toBe(404);
      expect((await organization.client.get(`/members/${id}`)).status).toBe(404);
      expect((await organization.client.delete(`/members/${id}`)).status).toBe(404);
    }
  });

  it("422: no role, and the last administrator", async () => {
    const own = await createTestOrganization();
    const admin = own.caller.actor.id;
    expect((await own.client.put(`/members/${admin}`, { role: "owner" })).status).toBe(422);
    const { status, data } = await own.client.put(`/members/${admin}`, { role: "issuer" });
    expect([status, data.code]).toEqual([422, "last_administrator"]);
    expect((await own.client.put(`/members/${admin}`, { role: "administrator" })).status).toBe(200);
  });

  it("withdraws invitations sent by a former administrator, so that they cannot be used to return", async () => {
    const own = await createTestOrganization();
    const admin = await createMember(own.id, "administrator");
    const body = { email: "friend@example.org", role: "administrator" };
    const invitation = await sendAs(admin, "POST", "/invitations", body, own);
    await own.client.put(`/members/${admin.id}`, { role: "issuer" });
    const { data } = await own.client.get("/invitations?filter=state::withdrawn");
    expect(data.map(({ id }: { id: string }) => id)).toEqual([invitation.data.id]);
  });
});

describe("DELETE /organizations/{id}/members/{id}", () => {
  it("204: the session loses the organization immediately; tokens that the member created stay", async () => {
    const member = await createMember(organization.id, "administrator");
    const { data } = await sendAs(member, "POST", "/authorization_tokens", { read_enabled: true });
    expect((await organization.client.delete(`/members/${member.id}`)).status).toBe(204);
    expect((await sendAs(member, "GET", "/badges")).status).toBe(404);
    expect((await sendAs(member, "GET", "")).status).toBe(404);
    const response = await send("GET", `/v1/organizations/${organization.id}`, {
      headers: basicHeaders(data.token),
    });
    expect(response.status).toBe(200);
  });

  it("422: the last administrator, regardless of who sends the request", async () => {
    const own = await createTestOrganization();
    await createMember(own.id, "issuer");
    const { status, data } = await own.client.delete(`/members/${own.caller.actor.id}`);
    expect([status, data.code]).toEqual([422, "last_administrator"]);
  });

  it("keeps one administrator, however many leave at once", async () => {
    const own = await createTestOrganization();
    const admins = await Promise.all([1, 2, 3, 4].map(() => createMember(own.id, "administrator")));
    await own.client.delete(`/members/${own.caller.actor.id}`);
    const responses = await Promise.all(
      admins.flatMap((admin) => [
        own.client.delete(`/members/${admin.id}`),
        own.client.put(`/members/${admin.id}`, { role: "viewer" }),
        createPersonClient(admin).delete(`/memberships/${own.id}`),
      ]),
    );
    expect(sortedStatuses(responses).every((status) => [200, 204, 404, 422].includes(status))).toBe(true);
    const { metadata } = await own.client.get("/members?filter=role::administrator");
    expect(metadata.total_count).toBe(1);
  });
});

describe("GET /me/memberships", () => {
  it("200: one person with different roles in two organizations", async () => {
    const [one, two] = [await createTestOrganization(), await createTestOrganization()];
    const person = await createMember(one.id, "viewer");
    await sql("INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'administrator')", [
      two.id,
      person.id,
    ]);
    const { data } = await createPersonClient(person).get("/memberships");
    expect(data).toMatchObject([
      { organization: { id: one.id }, role: "viewer" },
      { organization: { id: two.id }, role: "administrator" },
    ]);
    expect((await sendAs(person, "GET", "/members", undefined, one)).status).toBe(403);
    expect((await sendAs(person, "GET", "/members", undefined, two)).status).toBe(200);
  });
});

describe("DELETE /me/memberships/{id}", () => {
  it("204: leaves, and the organization's audit log records it", async () => {
    const own = await createTestOrganization();
    const viewer = await createMember(own.id, "viewer");
    expect((await createPersonClient(viewer).delete(`/memberships/${own.id}`)).status).toBe(204);
    const { data } = await own.client.get("/audit_entries?filter=action::member.leave");
    expect(data).toMatchObject([{ actor: { id: viewer.id }, subject_id: viewer.id }]);
  });

  it("404 for other organizations, 422 for the last administrator", async () => {
    const own = await createTestOrganization();
    const person = await createPerson();
    for (const id of [own.id, "nothing"]) {
      expect((await createPersonClient(person).delete(`/memberships/${id}`)).status).toBe(404);
    }
    const admin = await createMember(own.id, "administrator");
    await own.client.delete(`/members/${own.caller.actor.id}`);
    const { status, data } = await createPersonClient(admin).delete(`/memberships/${own.id}`);
    expect([status, data.code]).toEqual([422, "last_administrator"]);
  });
});

describe("invitations sent by a member who leaves", () => {
  it("are withdrawn together with the membership", async () => {
    const own = await createTestOrganization();
    const admin = await createMember(own.id, "administrator");
    const otherInvitation = await createInvitation(own);
    await sendAs(admin, "POST", "/invitations", { email: "friend@example.org", role: "viewer" }, own);
    await createPersonClient(admin).delete(`/memberships/${own.id}`);
    const { data } = await own.client.get("/invitations?filter=state::pending");
    expect(data.map(({ id }: { id: string }) => id)).toEqual([otherInvitation.id]);
  });
});
