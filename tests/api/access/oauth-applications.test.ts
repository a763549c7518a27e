import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { flushUses } from "@/lib/access/authentication/usage";
import { isWellFormedSecret } from "@/lib/kernel/secrets";
import { badgeBody, makeOrganization, makeTemplate, type TestOrganization } from "../../support/builders";
import { basic, ORIGIN, send } from "../../support/http/client";
import { contents, countQueries, isWaiting, openConnection, sql } from "../../support/platform/database";
import { makeMember } from "../../support/identity/members";
import { stopClock } from "../../support/delivery/outbox";
import { until } from "../../support/until";
import {
  bearer,
  bearerOf,
  credentialsOf,
  grantToken,
  makeApplication,
  requestToken,
} from "../../support/access/oauth";

const PATH = "/oauth_applications";
const UNKNOWN = 2_147_483_647;

let organization: TestOrganization;

beforeAll(async () => {
  organization = await makeOrganization();
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
    const member = await makeMember(organization.id, "administrator");
    const path = `/v1/organizations/${organization.id}${PATH}`;
    const byMember = await send("POST", path, { headers: member.headers, body: { name: "Console" } });
    expect(byMember.data).toMatchObject({
      created_by_id: member.id,
      created_by_type: "User",
      created_by_name: "Mara Lind",
    });
    const parent = await makeApplication(organization, { name: "Parent" });
    const headers = bearer(await grantToken(parent, "oauth_applications"));
    const byApplication = await send("POST", path, { headers, body: { name: "Child" } });
    expect(byApplication.data).toMatchObject({
      created_by_id: parent.uuid,
      created_by_type: "OAuthApplication",
      created_by_name: "Parent",
    });
  });

  it("shows that the creator was deleted (member, token or application), with one query per list", async () => {
    const own = await makeOrganization();
    const path = `/v1/organizations/${own.id}`;
    const member = await makeMember(own.id, "administrator");
    const parent = await makeApplication(own, { name: "Parent" });
    const { data: token } = await own.client.post("/authorization_tokens", { write_enabled: true });
    const creators = [member.headers, bearer(await grantToken(parent)), basic(token.token)];
    for (const headers of creators) {
      const application = await send("POST", path + PATH, { headers, body: { name: "Child" } });
      const created = await send("POST", `${path}/authorization_tokens`, { headers, body: {} });
      expect([application.data.creator_available, created.data.creator_available]).toEqual([true, true]);
    }
    const available = async () => {
      const [applications, tokens] = [
        await own.client.get(PATH),
        await own.client.get("/authorization_tokens"),
      ];
      const shown = async ({ id }: { id: number }) => (await own.client.get(`${PATH}/${id}`)).data;
      const children = applications.data.filter(({ name }: { name: string }) => name === "Child");
      const singles = await Promise.all(children.map(shown));
      expect(singles).toEqual(children);
      return [...children, ...tokens.data.slice(0, 3)].map((one) => one.creator_available as boolean);
    };
    expect(new Set(await available())).toEqual(new Set([true]));
    await own.client.delete(`/members/${member.id}`);
    await own.client.delete(`${PATH}/${parent.id}`);
    await own.client.delete(`/authorization_tokens/${token.id}`);
    expect(new Set((await available()).slice(0, 3))).toEqual(new Set([false]));
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
    expect((await requestToken(credentialsOf(second.data))).status).toBe(200);
    const rows = await sql("SELECT id FROM oauth_applications WHERE name = 'Once'");
    expect(rows).toEqual([{ id: first.data.id }]);
  });

  it("422: a missing, blank or too long name, wrong types; nothing is stored", async () => {
    const before = await contents();
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
    expect(await contents()).toEqual(before);
  });

  it("403: refuses a token without write permission", async () => {
    const token = await organization.client.post("/authorization_tokens", { delete_enabled: true });
    const authorization = `Basic ${Buffer.from(`${token.data.token}:`).toString("base64")}`;
    const answer = await organization.client.post(PATH, { name: "No" }, { authorization });
    expect(answer.status).toBe(403);
  });
});

describe("GET /organizations/{id}/oauth_applications", () => {
  it("200: newest first, without secrets, paginated", async () => {
    const own = await makeOrganization();
    const made = [];
    for (const name of ["A", "B", "C"]) made.push(await makeApplication(own, { name }));
    const { status, data, metadata } = await own.client.get(PATH);
    expect(status).toBe(200);
    expect(data.map(({ name }: { name: string }) => name)).toEqual(["C", "B", "A", "Default"]);
    expect(data.every(({ secret }: { secret: unknown }) => secret === null)).toBe(true);
    expect(data[0]).toEqual({ ...made[2], secret: null });
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
    const made = await makeApplication(organization);
    const { status, data } = await organization.client.get(`${PATH}/${made.id}`);
    expect([status, data]).toEqual([200, { ...made, secret: null }]);
  });

  it("404: unknown and malformed ids", async () => {
    for (const id of [UNKNOWN, UNKNOWN + 1, "99999999999", "0", "-1", "1.5", "1e3", "x", organization.id]) {
      expect((await organization.client.get(`${PATH}/${id}`)).status, String(id)).toBe(404);
    }
  });

  it("200: shows when it was last used and when it was last used successfully", async () => {
    const made = await makeApplication(organization);
    const timesOf = async () => {
      await flushUses();
      const { data } = await organization.client.get(`${PATH}/${made.id}`);
      return [data.last_used_at, data.last_successfully_used_at, data.updated_at];
    };
    const time = stopClock();
    const at = () => time.now().toISOString();
    const { updated_at: changed } = (await organization.client.get(`${PATH}/${made.id}`)).data;
    // A request with a wrong secret does not count as a use of the application.
    await requestToken({ ...credentialsOf(made), client_secret: "wrong" });
    expect(await timesOf()).toEqual([null, null, changed]);
    expect((await requestToken(credentialsOf(made, "nothing"))).status).toBe(400);
    expect(await timesOf()).toEqual([at(), null, changed]);
    time.advance(1_000);
    const headers = bearer(await grantToken(made, "events"));
    expect(await timesOf()).toEqual([at(), at(), changed]);
    const success = at();
    time.advance(1_000);
    expect((await send("GET", `/v1/organizations/${organization.id}/badges`, { headers })).status).toBe(403);
    expect(await timesOf()).toEqual([at(), success, changed]);
    time.advance(1_000);
    expect((await send("GET", `/v1/organizations/${organization.id}/events`, { headers })).status).toBe(200);
    expect(await timesOf()).toEqual([at(), at(), changed]);
  });
});

describe("PUT /organizations/{id}/oauth_applications/{id}", () => {
  it("200: changes the given fields; the other fields, the client id and the secret stay", async () => {
    const made = await makeApplication(organization, { description: "Old" });
    const time = stopClock();
    time.advance(60_000);
    const updated_at = time.now().toISOString();
    const change = (body: Record<string, unknown>) => organization.client.put(`${PATH}/${made.id}`, body);
    const renamed = await change({ name: "New" });
    expect(renamed.status).toBe(200);
    expect(renamed.data).toEqual({ ...made, secret: null, name: "New", updated_at });
    expect((await change({ description: "Newer" })).data).toMatchObject({
      name: "New",
      description: "Newer",
    });
    expect((await change({ description: null })).data.description).toBeNull();
    expect((await change({ data_services_enabled: true })).data.data_services_enabled).toBe(true);
    expect((await change({ uid: "mine", secret: "mine" })).data).toMatchObject({
      uid: made.uid,
      secret: null,
    });
    expect((await requestToken(credentialsOf(made))).status).toBe(200);
  });

  it("200: turning off data services of the last application stops deliveries to the webhook", async () => {
    const own = await makeOrganization();
    await own.client.put("", { webhook_url: "http://127.0.0.1:9/hook" });
    const { id } = (await own.client.get(PATH)).data[0];
    const { id: templateId } = await makeTemplate(own);
    const queued = async () => {
      await own.client.post("/badges", badgeBody(templateId));
      const [row] = await sql(
        "SELECT count(*)::int AS count FROM outbox_messages WHERE kind = 'webhook' AND organization_id = $1",
        [own.id],
      );
      return Number(row?.count);
    };
    const before = await queued();
    await own.client.put(`${PATH}/${id}`, { data_services_enabled: false });
    expect(await queued()).toBe(before);
    await own.client.put(`${PATH}/${id}`, { data_services_enabled: true });
    expect(await queued()).toBeGreaterThan(before);
  });

  it("404 for unknown applications and 422 for invalid values", async () => {
    const made = await makeApplication(organization);
    expect((await organization.client.put(`${PATH}/${UNKNOWN}`, { name: "x" })).status).toBe(404);
    const { status, data } = await organization.client.put(`${PATH}/${made.id}`, { name: "" });
    expect([status, data.errors[0].field]).toEqual([422, "name"]);
  });
});

describe("POST /organizations/{id}/oauth_applications/{id}/rotate_secret", () => {
  const rotate = (id: number) => organization.client.post(`${PATH}/${id}/rotate_secret`);
  const tokensOf = (id: number) => sql("SELECT 1 FROM oauth_access_tokens WHERE application_id = $1", [id]);

  it("201: shows a new secret once; the old secret and the tokens obtained with it stop working immediately", async () => {
    const made = await makeApplication(organization, { description: "Kept" });
    const headers = bearer(await grantToken(made));
    const others = await bearerOf(organization);
    const get = (from: Record<string, string>) =>
      send("GET", `/v1/organizations/${organization.id}`, { headers: from });
    expect((await get(headers)).status).toBe(200);
    const { status, data } = await rotate(made.id);
    expect(status).toBe(201);
    expect(data).toMatchObject({ id: made.id, uid: made.uid, name: made.name, description: "Kept" });
    expect(isWellFormedSecret("bos", data.secret)).toBe(true);
    expect(data.secret).not.toBe(made.secret);
    expect((await requestToken(credentialsOf(made))).body.error).toBe("invalid_client");
    expect([(await get(headers)).status, (await get(others)).status]).toEqual([401, 200]);
    expect((await get(bearer(await grantToken({ ...made, secret: data.secret })))).status).toBe(200);
    expect((await organization.client.get(`${PATH}/${made.id}`)).data.secret).toBeNull();
    const { data: entries } = await organization.client.get(`/audit_entries?filter=subject_id::${made.id}`);
    expect(entries[0].action).toBe("oauth_application.rotate_secret");
    expect(JSON.stringify(entries)).not.toContain(data.secret);
  });

  it("201: a concurrent token request with the old secret leaves no token behind", async () => {
    const made = await makeApplication(organization);
    const connection = await openConnection();
    try {
      await connection.query("BEGIN");
      await connection.query("SELECT FROM oauth_applications WHERE id = $1 FOR UPDATE", [made.id]);
      // The rotation waits for the row first. The token request, whose client is already authenticated, waits after it.
      const rotated = rotate(made.id);
      await until("the rotation waits", () => isWaiting());
      const asked = requestToken(credentialsOf(made));
      await until("the request waits", () => isWaiting(2));
      await connection.query("COMMIT");
      expect((await rotated).status).toBe(201);
      expect((await asked).body.error).toBe("invalid_client");
      expect(await tokensOf(made.id)).toEqual([]);
    } finally {
      await connection.end();
    }
  });

  it("403: a token without all permissions; 404: unknown", async () => {
    const made = await makeApplication(organization);
    const body = { read_enabled: true, write_enabled: true, delete_enabled: false };
    const { data: token } = await organization.client.post("/authorization_tokens", body);
    const path = `/v1/organizations/${organization.id}${PATH}/${made.id}/rotate_secret`;
    const refused = await send("POST", path, { headers: basic(token.token) });
    expect([refused.status, (await rotate(UNKNOWN)).status]).toEqual([403, 404]);
    expect((await requestToken(credentialsOf(made))).status).toBe(200);
  });
});

describe("DELETE /organizations/{id}/oauth_applications/{id}", () => {
  it("204: revokes its tokens immediately, and no others", async () => {
    const made = await makeApplication(organization);
    const [headers, others] = [bearer(await grantToken(made)), await bearerOf(organization)];
    const get = (from: Record<string, string>) =>
      send("GET", `/v1/organizations/${organization.id}`, { headers: from });
    expect((await get(headers)).status).toBe(200);
    expect((await organization.client.delete(`${PATH}/${made.id}`)).status).toBe(204);
    expect([(await get(headers)).status, (await get(others)).status]).toEqual([401, 200]);
    expect((await requestToken(credentialsOf(made))).body.error).toBe("invalid_client");
    expect(await sql("SELECT 1 FROM oauth_access_tokens WHERE application_id = $1", [made.id])).toEqual([]);
    expect((await organization.client.delete(`${PATH}/${made.id}`)).status).toBe(404);
  });

  it("204: the audit log covers the whole life of an application, without its secret", async () => {
    const own = await makeOrganization();
    const { id, secret } = await makeApplication(own);
    await own.client.put(`${PATH}/${id}`, { name: "Renamed" });
    await own.client.delete(`${PATH}/${id}`);
    const { data } = await own.client.get(`/audit_entries?filter=subject_id::${id}`);
    expect(data.map(({ action }: { action: string }) => action)).toEqual([
      "oauth_application.delete",
      "oauth_application.update",
      "oauth_application.create",
    ]);
    expect(JSON.stringify(data)).not.toContain(secret);
  });

  it("204: allows an application to delete itself", async () => {
    const made = await makeApplication(organization);
    const headers = bearer(await grantToken(made, "oauth_applications"));
    const path = `/v1/organizations/${organization.id}${PATH}/${made.id}`;
    expect((await send("DELETE", path, { headers })).status).toBe(204);
    expect((await send("DELETE", path, { headers })).status).toBe(401);
    await flushUses();
  });
});
