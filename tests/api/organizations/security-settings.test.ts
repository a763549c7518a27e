import { beforeEach, describe, expect, it } from "vitest";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { ORIGIN, send } from "../../support/http/client";
import { createPersonClient } from "../../support/accounts/earners";
import { createMember, createSessionCookie, type Person } from "../../support/accounts/members";
import { addApp } from "../../support/identity/second-factors";
import {
  anonymousClient,
  createTestLearningApp,
  createTestLearningToken,
} from "../../support/learning/learning";
import { sql } from "../../support/platform/database";

let organization: TestOrganization;
let administrator: Person;

beforeEach(async () => {
  organization = await createTestOrganization();
  administrator = await createMember(organization.id, "administrator");
});

const settingsPath = (): string => `/v1/organizations/${organization.id}/security_settings`;

const change = (body: Record<string, unknown>, { headers }: Pick<Person, "headers"> = administrator) =>
  send("PUT", settingsPath(), { headers, body });

/** The headers of another session of a person, in which no second factor was proved. */
const otherSession = async ({ id }: Person) => ({ cookie: await createSessionCookie(id), origin: ORIGIN });

const readMembers = (headers: Record<string, string>) =>
  send("GET", `/v1/organizations/${organization.id}/members`, { headers });

describe("the security settings", () => {
  it("begin without requirements, change field by field, and leave an audit entry", async () => {
    const { data } = await send("GET", settingsPath(), { headers: administrator.headers });
    expect(data).toMatchObject({
      requires_second_factor: false,
      session_idle_minutes: null,
      learning_token_idle_days: null,
    });
    expect((await change({ session_idle_minutes: 30 })).data.session_idle_minutes).toBe(30);
    const after = await change({ learning_token_idle_days: 90 });
    expect(after.data).toMatchObject({ session_idle_minutes: 30, learning_token_idle_days: 90 });
    const { data: entries } = await organization.client.get(
      "/audit_entries?filter=action::organization.update_security",
    );
    expect(entries).toHaveLength(2);
    for (const body of [
      { session_idle_minutes: 4 },
      { session_idle_minutes: 481 },
      { learning_token_idle_days: 0 },
    ])
      expect((await change(body)).status).toBe(422);
    for (const value of ["30", 7.5])
      expect((await change({ session_idle_minutes: value })).data.errors).toMatchObject([
        { field: "session_idle_minutes", message: "must be a whole number" },
      ]);
  });

  it("are those of the organization in test mode", async () => {
    const test = await send("POST", `/v1/organizations/${organization.id}/test_organization`, {
      headers: administrator.headers,
      body: {},
    });
    await change({ session_idle_minutes: 60 });
    const path = `/v1/organizations/${test.data.id}/security_settings`;
    expect((await send("GET", path, { headers: administrator.headers })).data.session_idle_minutes).toBe(60);
    const refused = await send("PUT", path, {
      headers: administrator.headers,
      body: { session_idle_minutes: 5 },
    });
    expect([refused.status, refused.data.code]).toEqual([422, "test_mode"]);
  });
});

describe("a required second factor", () => {
  it("422: cannot be required by a member who would be locked out", async () => {
    const refused = await change({ requires_second_factor: true });
    expect([refused.status, refused.data.code]).toEqual([422, "second_factor_missing"]);
  });

  it("keeps out sessions without one, and lets them in once they have one", async () => {
    await addApp(createPersonClient(administrator));
    expect((await change({ requires_second_factor: true })).status).toBe(200);
    const member = await createMember(organization.id, "administrator");
    const refused = await readMembers(member.headers);
    expect([refused.status, refused.data.code]).toEqual([403, "second_factor_required"]);
    const client = createPersonClient(member);
    expect((await client.get("/second_factors")).data.required_by).toHaveLength(1);
    await addApp(client);
    expect((await readMembers(member.headers)).status).toBe(200);
    const other = await otherSession(member);
    expect((await readMembers(other)).data.code).toBe("second_factor_required");
    await client.delete("/authenticator_app");
    expect((await readMembers(member.headers)).data.code).toBe("second_factor_required");
  });

  it("keeps out no token, and no member of another organization", async () => {
    await addApp(createPersonClient(administrator));
    await change({ requires_second_factor: true });
    expect((await organization.client.get("/members")).status).toBe(200);
    const other = await createTestOrganization();
    const member = await createMember(other.id, "viewer");
    expect(
      (await send("GET", `/v1/organizations/${other.id}/badges`, { headers: member.headers })).status,
    ).toBe(200);
  });
});

describe("a time-out", () => {
  const age = ({ id }: Person, minutes: number) =>
    sql("UPDATE sessions SET last_used_at = last_used_at - make_interval(mins => $2) WHERE user_id = $1", [
      id,
      minutes,
    ]);

  it("ends a session that was not used for longer, for good, and no other one", async () => {
    await change({ session_idle_minutes: 15 });
    const member = await createMember(organization.id, "administrator");
    await age(member, 14);
    expect((await readMembers(member.headers)).status).toBe(200);
    await age(member, 16);
    const other = await otherSession(member);
    expect((await readMembers(member.headers)).status).toBe(401);
    await change({ session_idle_minutes: null });
    expect((await readMembers(member.headers)).status).toBe(401);
    expect((await readMembers(other)).status).toBe(200);
  });

  it("takes a session out of the person's list", async () => {
    await change({ session_idle_minutes: 15 });
    const member = await createMember(organization.id, "administrator");
    await readMembers(member.headers);
    await age(member, 30);
    const client = createPersonClient({ ...member, headers: await otherSession(member) });
    expect((await client.get("/sessions")).data).toEqual([expect.objectContaining({ current: true })]);
    await change({ session_idle_minutes: null });
    expect((await client.get("/sessions")).data).toHaveLength(2);
  });

  it("ends a token of the learning edition that was not used for longer", async () => {
    const app = await createTestLearningApp(organization);
    const token = await createTestLearningToken(app, "owner", []);
    const list = () => anonymousClient.get("/v1.1/cle_integrations", { access_token: token });
    expect((await list()).status).toBe(200);
    await change({ learning_token_idle_days: 7 });
    expect((await list()).status).toBe(200);
    await sql(
      `UPDATE learning_tokens SET created_at = created_at - interval '8 days', last_used_at = NULL
       WHERE organization_id = $1`,
      [organization.id],
    );
    expect((await list()).status).toBe(401);
  });
});
