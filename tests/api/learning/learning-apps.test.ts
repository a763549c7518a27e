import { beforeAll, describe, expect, it } from "vitest";
import { setUpLearningApp } from "@/lib/operations/installation/commands";
import { createTestOrganization, nextSerial, type TestOrganization } from "../../support/builders";
import { basicHeaders, send } from "../../support/http/client";
import { digestTables, dumpTables, sql } from "../../support/platform/database";
import {
  anonymousClient,
  createConnectedIntegration,
  learningClient,
  createTestLearningApp,
  createTestLearningToken,
} from "../../support/learning/learning";
import { createMember, createPerson } from "../../support/accounts/members";

const PATH = "/learning_apps";
const UNKNOWN = "0190a5b4-0000-7000-8000-000000000000";

let organization: TestOrganization;
let other: TestOrganization;

beforeAll(async () => {
  [organization, other] = [await createTestOrganization(), await createTestOrganization()];
});

const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const LETTERS = /^[0-9A-Za-z]+$/;

const createWriter = async (of: TestOrganization) => {
  const { data } = await of.client.post("/authorization_tokens", { read_enabled: true, write_enabled: true });
  return basicHeaders(data.token as string);
};

describe("POST /organizations/{id}/learning_apps", () => {
  it("201: returns a key and secret of letters and digits; a token's app is owned by the first administrator", async () => {
    const { status, data, metadata } = await organization.client.post(PATH, { name: "Moodle" });
    expect([status, metadata]).toEqual([201, {}]);
    expect(data).toEqual({
      id: expect.any(String),
      name: "Moodle",
      api_key: expect.stringMatching(LETTERS),
      app_secret: expect.stringMatching(LETTERS),
      enterprise: false,
      registered_origins_only: false,
      owner: {
        id: organization.caller.actor.id,
        name: "Administrator",
        email: organization.admin_email,
      },
      created_at: timestamp,
      updated_at: data.created_at,
      last_used_at: null,
      last_successfully_used_at: null,
    });
    expect([data.api_key.length, data.app_secret.length]).toEqual([32, 48]);
  });

  it("201: is owned by the requesting member, or the named one", async () => {
    const [asking, named] = [
      await createMember(organization.id, "administrator"),
      await createMember(organization.id, "viewer"),
    ];
    const path = `/v1/organizations/${organization.id}${PATH}`;
    const body = { name: "Canvas", enterprise: true };
    const own = await send("POST", path, { headers: asking.headers, body });
    expect(own.data).toMatchObject({ enterprise: true, owner: { id: asking.id, email: asking.email } });
    const given = await send("POST", path, {
      headers: asking.headers,
      body: { ...body, owner_id: named.id },
    });
    expect(given.data.owner.id).toBe(named.id);
  });

  it("201: shows the secret only in this response, and stores it nowhere", async () => {
    const { data } = await organization.client.post(PATH, { name: "Secret" });
    const { data: shown } = await organization.client.get(`${PATH}/${data.id}`);
    expect(shown).toEqual({ ...data, app_secret: null });
    expect((await organization.client.get(PATH)).data[0]).toEqual(shown);
    expect(await dumpTables()).not.toContain(data.app_secret);
  });

  it("403: for a token with write but without delete permission; nothing is stored", async () => {
    const headers = await createWriter(organization);
    const before = await digestTables();
    const path = `/v1/organizations/${organization.id}${PATH}`;
    const { status, data } = await send("POST", path, { headers, body: { name: "Moodle" } });
    expect([status, data.code]).toEqual([403, "forbidden"]);
    expect(await digestTables()).toEqual(before);
  });

  it("422: without a name, and for an owner who is not a member; nothing is stored", async () => {
    const [stranger, foreign] = [await createPerson(), other.caller.actor.id];
    const before = await digestTables();
    for (const [body, field] of [
      [{}, "name"],
      [{ name: "x".repeat(256) }, "name"],
      [{ name: "LMS", enterprise: "perhaps" }, "enterprise"],
      [{ name: "LMS", owner_id: stranger.id }, "owner_id"],
      [{ name: "LMS", owner_id: foreign }, "owner_id"],
      [{ name: "LMS", owner_id: UNKNOWN }, "owner_id"],
      [{ name: "LMS", owner_id: "x" }, "owner_id"],
    ] as const) {
      const { status, data } = await organization.client.post(PATH, body);
      expect([status, data.errors[0].field]).toEqual([422, field]);
    }
    expect(await digestTables()).toEqual(before);
  });
});

describe("GET /organizations/{id}/learning_apps", () => {
  it("200: the organization's own, newest first", async () => {
    const of = await createTestOrganization();
    const created = [
      await createTestLearningApp(of),
      await createTestLearningApp(of),
      await createTestLearningApp(of),
    ];
    const { status, data, metadata } = await of.client.get(`${PATH}?per=2`);
    expect([status, metadata.total_count]).toEqual([200, 3]);
    expect(data.map(({ id }: { id: string }) => id)).toEqual([created[2]?.id, created[1]?.id]);
    expect((await other.client.get(PATH)).data).toEqual([]);
  });

  it("404: unknown, or another organization's", async () => {
    const { id } = await createTestLearningApp(other);
    for (const unknown of [id, UNKNOWN, "x"]) {
      expect((await organization.client.get(`${PATH}/${unknown}`)).status).toBe(404);
    }
  });
});

describe("PUT /organizations/{id}/learning_apps/{id}", () => {
  it("200: changes the given fields", async () => {
    const { id, apiKey } = await createTestLearningApp(organization, { name: "Before" });
    const { status, data } = await organization.client.put(`${PATH}/${id}`, { name: "After" });
    expect(status).toBe(200);
    expect(data).toMatchObject({ name: "After", enterprise: false, api_key: apiKey, app_secret: null });
    const enterprise = await organization.client.put(`${PATH}/${id}`, { enterprise: true });
    expect(enterprise.data).toMatchObject({ name: "After", enterprise: true });
  });

  it("200: changing the owner ends the previous owner's tokens; so does leaving the organization", async () => {
    const [first, second] = [
      await createMember(organization.id, "administrator"),
      await createMember(organization.id, "administrator"),
    ];
    const app = await createTestLearningApp(organization, { owner_id: first.id });
    const listIntegrationsStatus = async (token = app.token) =>
      (await learningClient({ access_token: token }).get("/v1.1/cle_integrations")).status;
    const statuses = [];
    statuses.push(await listIntegrationsStatus());
    await organization.client.put(`${PATH}/${app.id}`, { owner_id: second.id });
    statuses.push(await listIntegrationsStatus());
    await organization.client.put(`${PATH}/${app.id}`, { owner_id: first.id });
    statuses.push(await listIntegrationsStatus());
    const token = await createTestLearningToken(app, "owner", []);
    statuses.push(await listIntegrationsStatus(token));
    await sql("DELETE FROM memberships WHERE user_id = $1", [first.id]);
    statuses.push(await listIntegrationsStatus(token));
    expect(statuses).toEqual([200, 401, 401, 200, 401]);
  });

  it("403: for a token with write but without delete permission; 422 for an owner who is not a member", async () => {
    const { id } = await createTestLearningApp(organization);
    const path = `/v1/organizations/${organization.id}${PATH}/${id}`;
    const headers = await createWriter(organization);
    expect((await send("PUT", path, { headers, body: { name: "Mine" } })).status).toBe(403);
    const { status, data } = await organization.client.put(`${PATH}/${id}`, { owner_id: UNKNOWN });
    expect([status, data.errors[0].field]).toEqual([422, "owner_id"]);
  });

  it("404: unknown, or another organization's", async () => {
    const { id } = await createTestLearningApp(other);
    for (const unknown of [id, UNKNOWN]) {
      expect((await organization.client.put(`${PATH}/${unknown}`, { name: "Mine" })).status).toBe(404);
    }
  });
});

describe("POST /organizations/{id}/learning_apps/{id}/rotate_secret", () => {
  it("201: returns a new secret; the old one and everything obtained with it stop working", async () => {
    const app = await createTestLearningApp(organization);
    const { status, data } = await organization.client.post(`${PATH}/${app.id}/rotate_secret`);
    expect([status, data.api_key]).toEqual([201, app.apiKey]);
    expect(data.app_secret).toMatch(LETTERS);
    expect(data.app_secret).not.toBe(app.secret);
    const access_token = await createTestLearningToken(app, "owner", []);
    const listIntegrationsStatus = async (secret: string) =>
      (await anonymousClient.get("/v1.1/cle_integrations", { access_token }, { "x-api-secret": secret }))
        .status;
    expect([await listIntegrationsStatus(app.secret), await listIntegrationsStatus(data.app_secret)]).toEqual(
      [401, 200],
    );
  });

  it("201: ends the app's tokens, including its owner's, and no other app's", async () => {
    const { app, client, owner } = await createConnectedIntegration(
      await createTestLearningApp(organization),
    );
    const beside = await createConnectedIntegration(await createTestLearningApp(organization));
    await organization.client.post(`${PATH}/${app.id}/rotate_secret`);
    const statuses = [client, owner, beside.client].map(
      async (one) => (await one.get("/v1.1/cle_logs")).status,
    );
    expect(await Promise.all(statuses)).toEqual([401, 401, 200]);
  });

  it("403 without permission, and 404 for unknown apps", async () => {
    const [own, foreign] = [await createTestLearningApp(organization), await createTestLearningApp(other)];
    const path = `/v1/organizations/${organization.id}${PATH}/${own.id}/rotate_secret`;
    expect((await send("POST", path, { headers: await createWriter(organization) })).status).toBe(403);
    expect((await organization.client.post(`${PATH}/${foreign.id}/rotate_secret`)).status).toBe(404);
  });
});

describe("DELETE /organizations/{id}/learning_apps/{id}", () => {
  it("204: deletes it with its integrations and tokens", async () => {
    const integration = await createConnectedIntegration(await createTestLearningApp(organization));
    const { app, id } = integration;
    expect((await organization.client.delete(`${PATH}/${app.id}`)).status).toBe(204);
    expect((await integration.client.get("/v1.1/cle_logs")).status).toBe(401);
    expect((await app.client.get("/v1.1/cle_integrations")).status).toBe(401);
    expect(await sql("SELECT FROM learning_integrations WHERE id = $1", [id])).toEqual([]);
    expect((await organization.client.delete(`${PATH}/${app.id}`)).status).toBe(404);
  });

  it("404: another organization's", async () => {
    const { id } = await createTestLearningApp(other);
    expect((await organization.client.delete(`${PATH}/${id}`)).status).toBe(404);
    expect((await other.client.get(`${PATH}/${id}`)).status).toBe(200);
  });
});

describe("an app created by command", () => {
  it("has its own owner, who can sign in and is a member", async () => {
    const input = { organizationId: organization.id, name: "Moodle", enterprise: true };
    const created = await setUpLearningApp(input);
    expect(Object.keys(created)).toEqual(["api_key", "app_secret", "owner_email", "owner_password"]);
    const authorization = `Basic ${btoa(`${created.owner_email}:${created.owner_password}`)}`;
    const { status, data } = await anonymousClient.post("/v1.1/authenticate", {}, { authorization });
    expect([status, data.token]).toEqual([200, expect.stringMatching(/^blt_/)]);
    const [app] = (await organization.client.get(`${PATH}?per=1`)).data;
    expect(app).toMatchObject({ name: "Moodle", enterprise: true, api_key: created.api_key });
    const [row] = await sql("SELECT role FROM memberships WHERE user_id = $1", [app.owner.id]);
    expect(row).toEqual({ role: "issuer" });
  });

  it("uses the given address, and keeps the role of its member", async () => {
    const member = await createMember(organization.id, "administrator");
    const input = {
      organizationId: organization.id,
      name: "LMS",
      enterprise: false,
      ownerEmail: member.email,
    };
    const created = await setUpLearningApp(input);
    expect(created.owner_email).toBe(member.email);
    const [row] = await sql("SELECT role FROM memberships WHERE user_id = $1", [member.id]);
    expect(row).toEqual({ role: "administrator" });
  });

  it("is not created in an unknown organization; no account is left", async () => {
    const before = await digestTables();
    const ownerEmail = `nobody-${nextSerial()}@example.org`;
    const input = { organizationId: UNKNOWN, name: "LMS", enterprise: false, ownerEmail };
    await expect(setUpLearningApp(input)).rejects.toThrow("There is no such organization.");
    expect(await digestTables()).toEqual(before);
  });
});
