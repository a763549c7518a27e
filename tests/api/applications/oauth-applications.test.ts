import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { flushUses } from "@/lib/accounts/authentication/usage";
import { isWellFormedSecret } from "@/lib/kernel/secrets";
import {
  badgeBody,
  createTestOrganization,
  createTemplate,
  type TestOrganization,
} from "../../support/builders";
import { basicHeaders, ORIGIN, send } from "../../support/http/client";
import { digestTables, countQueries, isWaiting, openConnection, sql } from "../../support/platform/database";
import { createMember } from "../../support/accounts/members";
import { stopClock } from "../../support/delivery/outbox";
import { until } from "../../support/until";
import {
  bearerHeaders,
  createBearerHeaders,
  tokenRequestFields,
  obtainAccessToken,
  createApplication,
  requestToken,
} from "../../support/applications/oauth";

const PATH = "/oauth_applications";
const UNKNOWN = 2_147_483_647;

let organization: TestOrganization;

beforeAll(async () => {
  organization = await createTestOrganization();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe("POST /organizations/{id}/oauth_applications", () => {
  it("201: returns every field of the specification, including the secret", async () => {
    const { status, data, metadata } = await organization.client.post(PATH, {
      name: "Learning portal",
      description: "Issues what the\nportal awards.",
    });
    expect([status, metadata]).toEqual([201, {}]);
    expect(data).toEqual({
      id: expect.any(Number),
      name: "Learning portal",
      description: "Issues what the\nportal awards.",
      created_at: timestamp,
      updated_at: data.created_at,
      last_used_at: null,
      last_successfully_used_at: null,
      uid: expect.stringMatching(/^[0-9A-Za-z]{32}$/),
      secret: expect.any(String),
      created_by_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      created_by_type: "AuthorizationToken",
      created_by_name: "First token",
      creator_available: true,
      data_services_enabled: false,
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      scopes: null,
      access: { read: true, write: true, delete: true },
    });
    expect(isWellFormedSecret("bos", data.secret)).toBe(true);
  });

  it("201: requires only a name; data services are enabled on request", async () => {
    const { data } = await organization.client.post(PATH, { name: "Small" });
    expect(data).toMatchObject({ description: null, data_services_enabled: false });
    const other = await organization.client.post(PATH, { name: "Small", data_services_enabled: true });
    expect(other.data.data_services_enabled).toBe(true);
    expect(other.data.uid).not.toBe(data.uid);
    expect(other.data.secret).not.toBe(data.secret);
  });

  it("201: names the creator: a member or another application", async () => {
    const member = await createMember(organization.id, "administrator");
    const path = `/v1/organizations/${organization.id}${PATH}`;
    const byMember = await send("POST", path, { headers: member.headers, body: { name: "Console" } });
    expect(byMember.data).toMatchObject({
      created_by_id: member.id,
      created_by_type: "User",
      created_by_name: "Mara Lind",
    });
    const parent = await createApplication(organization, { name: "Parent" });
    const headers = bearerHeaders(await obtainAccessToken(parent, "oauth_applications"));
    const byApplication = await send("POST", path, { headers, body: { name: "Child" } });
    expect(byApplication.data).toMatchObject({
      created_by_id: parent.uuid,
      created_by_type: "OAuthApplication",
      created_by_name: "Parent",
    });
  });

  it("shows that the creator was deleted (member, token or application), with one query per list", async () => {
    const own = await createTestOrganization();
    const path = `/v1/organizations/${own.id}`;
    const member = await createMember(own.id, "administrator");
    const parent = await createApplication(own, { name: "Parent" });
    const { data: token } = await own.client.post("/authorization_tokens", { write_enabled: true });
    const creators = [
      member.headers,
      bearerHeaders(await obtainAccessToken(parent)),
      basicHeaders(token.token),
    ];
    for (const headers of creators) {
      const application = await send("POST", path + PATH, { headers, body: { name: "Child" } });
      const created = await send("POST", `${path}/authorization_tokens`, { headers, body: {} });
      expect([application.data.creator_available, created.data.creator_available]).toEqual([true, true]);
    }
    const listAvailable = async () => {
      const [applications, tokens] = [
        await own.client.get(PATH),
        await own.client.get("/authorization_tokens"),
      ];
      const getApplication = async ({ id }: { id: number }) => (await own.client.get(`${PATH}/${id}`)).data;
      const children = applications.data.filter(({ name }: { name: string }) => name === "Child");
      const singles = await Promise.all(children.map(getApplication));
      expect(singles).toEqual(children);
      return [...children, ...tokens.data.slice(0, 3)].map((one) => one.creator_available as boolean);
    };
    expect(new Set(await listAvailable())).toEqual(new Set([true]));
    await own.client.delete(`/members/${member.id}`);
    await own.client.delete(`${PATH}/${parent.id}`);
    await own.client.delete(`/authorization_tokens/${token.id}`);
    expect(new Set((await listAvailable()).slice(0, 3))).toEqual(new Set([false]));
    const queries = await countQueries(() => own.client.get(`${PATH}?per=1`));
    expect(await countQueries(() => own.client.get(PATH))).toBe(queries);
  });

  it("201: ignores an id, client id, secret or times sent by the caller", async () => {
    const chosen = {
      id: 1,
      uid: "mine",
      secret: "mine",
      created_at: "2020-01-01",
      last_used_at: "2020-01-01",
    };
    const { data } = await organization.client.post(PATH, { name: "Own", ...chosen });
    expect(data).toMatchObject({ name: "Own", last_used_at: null });
    for (const [key, value] of Object.entries(chosen)) expect(data[key]).not.toBe(value);
  });

  it("201: repeating the request with its Idempotency-Key creates one application and returns the first response again", async () => {
    const headers = { "idempotency-key": "one-application" };
    const [first, second] = [
      await organization.client.post(PATH, { name: "Once" }, headers),
      await organization.client.post(PATH, { name: "Once" }, headers),
    ];
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect([second.status, second.data]).toEqual([201, first.data]);
    expect((await requestToken(tokenRequestFields(second.data))).status).toBe(200);
    const rows = await sql("SELECT id FROM oauth_applications WHERE name = 'Once'");
    expect(rows).toEqual([{ id: first.data.id }]);
  });

  it("422: a missing, blank or too long name, wrong types; nothing is stored", async () => {
    const before = await digestTables();
    const bodies: [Record<string, unknown>, string][] = [
      [{}, "name"],
      [{ name: " " }, "name"],
      [{ name: null }, "name"],
      [{ name: "x".repeat(256) }, "name"],
      [{ name: "a\u0000b" }, "name"],
      [{ name: "x", description: "x".repeat(5_001) }, "description"],
      [{ name: "x", description: "\ud800" }, "description"],
      [{ name: "x", data_services_enabled: "perhaps" }, "data_services_enabled"],
    ];
    for (const [body, field] of bodies) {
      const { status, data } = await organization.client.post(PATH, body);
      expect([status, data.errors?.[0].field]).toEqual([422, field]);
    }
    expect(await digestTables()).toEqual(before);
  });

  it("403: refuses a token without write permission", async () => {
    const token = await organization.client.post("/authorization_tokens", { delete_enabled: true });
    const authorization = `Basic ${Buffer.from(`${token.data.token}:`).toString("base64")}`;
    const response = await organization.client.post(PATH, { name: "No" }, { authorization });
    expect(response.status).toBe(403);
  });
});

describe("GET /organizations/{id}/oauth_applications", () => {
  it("200: newest first, without secrets, paginated", async () => {
    const own = await createTestOrganization();
    const application = [];
    for (const name of ["A", "B", "C"]) application.push(await createApplication(own, { name }));
    const { status, data, metadata } = await own.client.get(PATH);
    expect(status).toBe(200);
    expect(data.map(({ name }: { name: string }) => name)).toEqual(["C", "B", "A", "Default"]);
    expect(data.every(({ secret }: { secret: unknown }) => secret === null)).toBe(true);
    expect(data[0]).toEqual({ ...application[2], secret: null });
    expect(metadata).toMatchObject({ count: 4, total_count: 4, total_pages: 1, per: 50 });
    const page = await own.client.get(`${PATH}?per=1&page=2`);
    expect(page.data.map(({ name }: { name: string }) => name)).toEqual(["B"]);
    expect(page.metadata.next_page_url).toBe(
      `${ORIGIN}/v1/organizations/${own.id}/oauth_applications?per=1&page=3`,
    );
  });

  it("400: refuses an unknown filter or sort key", async () => {
    for (const query of ["filter=name::x", "sort=name", "page=0", "page=202"]) {
      expect((await organization.client.get(`${PATH}?${query}`)).status).toBe(400);
    }
  });
});

describe("GET /organizations/{id}/oauth_applications/{id}", () => {
  it("200: does not include the secret", async () => {
    const application = await createApplication(organization);
    const { status, data } = await organization.client.get(`${PATH}/${application.id}`);
    expect([status, data]).toEqual([200, { ...application, secret: null }]);
  });

  it("404: unknown and malformed ids", async () => {
    for (const id of [UNKNOWN, UNKNOWN + 1, "99999999999", "0", "-1", "1.5", "1e3", "x", organization.id]) {
      expect((await organization.client.get(`${PATH}/${id}`)).status, String(id)).toBe(404);
    }
  });

  it("200: shows when it was last used and when it was last used successfully", async () => {
    const application = await createApplication(organization);
    const readUseTimes = async () => {
      await flushUses();
      const { data } = await organization.client.get(`${PATH}/${application.id}`);
      return [data.last_used_at, data.last_successfully_used_at, data.updated_at];
    };
    const time = stopClock();
    const currentTimestamp = () => time.now().toISOString();
    const { updated_at: changed } = (await organization.client.get(`${PATH}/${application.id}`)).data;
    // A request with a wrong secret does not count as a use of the application.
    await requestToken({ ...tokenRequestFields(application), client_secret: "wrong" });
    expect(await readUseTimes()).toEqual([null, null, changed]);
    expect((await requestToken(tokenRequestFields(application, "nothing"))).status).toBe(400);
    expect(await readUseTimes()).toEqual([currentTimestamp(), null, changed]);
    time.advance(1_000);
    const headers = bearerHeaders(await obtainAccessToken(application, "events"));
    expect(await readUseTimes()).toEqual([currentTimestamp(), currentTimestamp(), changed]);
    const success = currentTimestamp();
    time.advance(1_000);
    expect((await send("GET", `/v1/organizations/${organization.id}/badges`, { headers })).status).toBe(403);
    expect(await readUseTimes()).toEqual([currentTimestamp(), success, changed]);
    time.advance(1_000);
    expect((await send("GET", `/v1/organizations/${organization.id}/events`, { headers })).status).toBe(200);
    expect(await readUseTimes()).toEqual([currentTimestamp(), currentTimestamp(), changed]);
  });
});

describe("PUT /organizations/{id}/oauth_applications/{id}", () => {
  it("200: changes the given fields; the other fields, the client id and the secret stay", async () => {
    const application = await createApplication(organization, { description: "Old" });
    const time = stopClock();
    time.advance(60_000);
    const updated_at = time.now().toISOString();
    const updateApplication = (body: Record<string, unknown>) =>
      organization.client.put(`${PATH}/${application.id}`, body);
    const renamed = await updateApplication({ name: "New" });
    expect(renamed.status).toBe(200);
    expect(renamed.data).toEqual({ ...application, secret: null, name: "New", updated_at });
    expect((await updateApplication({ description: "Newer" })).data).toMatchObject({
      name: "New",
      description: "Newer",
    });
    expect((await updateApplication({ description: null })).data.description).toBeNull();
    expect((await updateApplication({ data_services_enabled: true })).data.data_services_enabled).toBe(true);
    expect((await updateApplication({ uid: "mine", secret: "mine" })).data).toMatchObject({
      uid: application.uid,
      secret: null,
    });
    expect((await requestToken(tokenRequestFields(application))).status).toBe(200);
  });

  it("200: turning off data services of the last application stops deliveries to the webhook", async () => {
    const own = await createTestOrganization();
    await own.client.put("", { webhook_url: "http://127.0.0.1:9/hook" });
    const { id } = (await own.client.get(PATH)).data[0];
    const { id: templateId } = await createTemplate(own);
    const countQueuedMessages = async () => {
      await own.client.post("/badges", badgeBody(templateId));
      const [row] = await sql(
        "SELECT count(*)::int AS count FROM outbox_messages WHERE kind = 'webhook' AND organization_id = $1",
        [own.id],
      );
      return Number(row?.count);
    };
    const before = await countQueuedMessages();
    await own.client.put(`${PATH}/${id}`, { data_services_enabled: false });
    expect(await countQueuedMessages()).toBe(before);
    await own.client.put(`${PATH}/${id}`, { data_services_enabled: true });
    expect(await countQueuedMessages()).toBeGreaterThan(before);
  });

  it("404 for unknown applications and 422 for invalid values", async () => {
    const application = await createApplication(organization);
    expect((await organization.client.put(`${PATH}/${UNKNOWN}`, { name: "x" })).status).toBe(404);
    const { status, data } = await organization.client.put(`${PATH}/${application.id}`, { name: "" });
    expect([status, data.errors[0].field]).toEqual([422, "name"]);
  });
});

describe("POST /organizations/{id}/oauth_applications/{id}/rotate_secret", () => {
  const rotateSecret = (id: number) => organization.client.post(`${PATH}/${id}/rotate_secret`);
  const listTokens = (id: number) => sql("SELECT 1 FROM oauth_access_tokens WHERE application_id = $1", [id]);

  it("201: shows a new secret once; the old secret and the tokens obtained with it stop working immediately", async () => {
    const application = await createApplication(organization, { description: "Kept" });
    const headers = bearerHeaders(await obtainAccessToken(application));
    const others = await createBearerHeaders(organization);
    const get = (from: Record<string, string>) =>
      send("GET", `/v1/organizations/${organization.id}`, { headers: from });
    expect((await get(headers)).status).toBe(200);
    const { status, data } = await rotateSecret(application.id);
    expect(status).toBe(201);
    expect(data).toMatchObject({
      id: application.id,
      uid: application.uid,
      name: application.name,
      description: "Kept",
    });
    expect(isWellFormedSecret("bos", data.secret)).toBe(true);
    expect(data.secret).not.toBe(application.secret);
    expect((await requestToken(tokenRequestFields(application))).body.error).toBe("invalid_client");
    expect([(await get(headers)).status, (await get(others)).status]).toEqual([401, 200]);
    expect(
      (await get(bearerHeaders(await obtainAccessToken({ ...application, secret: data.secret })))).status,
    ).toBe(200);
    expect((await organization.client.get(`${PATH}/${application.id}`)).data.secret).toBeNull();
    const { data: entries } = await organization.client.get(
      `/audit_entries?filter=subject_id::${application.id}`,
    );
    expect(entries[0].action).toBe("oauth_application.rotate_secret");
    expect(JSON.stringify(entries)).not.toContain(data.secret);
  });

  it("201: a concurrent token request with the old secret leaves no token behind", async () => {
    const application = await createApplication(organization);
    const connection = await openConnection();
    try {
      await connection.query("BEGIN");
      await connection.query("SELECT FROM oauth_applications WHERE id = $1 FOR UPDATE", [application.id]);
      // The rotation waits for the row first. The token request, whose client is already authenticated, waits after it.
      const rotated = rotateSecret(application.id);
      await until("the rotation waits", () => isWaiting());
      const tokenRequest = requestToken(tokenRequestFields(application));
      await until("the request waits", () => isWaiting(2));
      await connection.query("COMMIT");
      expect((await rotated).status).toBe(201);
      expect((await tokenRequest).body.error).toBe("invalid_client");
      expect(await listTokens(application.id)).toEqual([]);
    } finally {
      await connection.end();
    }
  });

  it("403: a token without all permissions; 404: unknown", async () => {
    const application = await createApplication(organization);
    const body = { read_enabled: true, write_enabled: true, delete_enabled: false };
    const { data: token } = await organization.client.post("/authorization_tokens", body);
    const path = `/v1/organizations/${organization.id}${PATH}/${application.id}/rotate_secret`;
    const refused = await send("POST", path, { headers: basicHeaders(token.token) });
    expect([refused.status, (await rotateSecret(UNKNOWN)).status]).toEqual([403, 404]);
    expect((await requestToken(tokenRequestFields(application))).status).toBe(200);
  });
});
