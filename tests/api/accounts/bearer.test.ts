import pg from "pg";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createSecret } from "@/lib/kernel/secrets";
import {
  badgeBody,
  createTestOrganization,
  createTemplate,
  type TestOrganization,
} from "../../support/builders";
import { send } from "../../support/http/client";
import { countQueries, openConnection } from "../../support/platform/database";
import {
  bearerHeaders,
  obtainAccessToken,
  createApplication,
  type TestApplication,
} from "../../support/applications/oauth";
import { stopClock } from "../../support/delivery/outbox";

const LIFETIME_MS = 7_200_000;

let organization: TestOrganization;
let application: TestApplication;

beforeAll(async () => {
  organization = await createTestOrganization();
  application = await createApplication(organization, { name: "Portal" });
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe("an access token as a credential", () => {
  const path = (rest = "") => `/v1/organizations/${organization.id}${rest}`;
  const sendRequest = (authorization: string, rest = "") =>
    send("GET", path(rest), { headers: { authorization } });

  it("200: accepts the scheme in upper or lower case", async () => {
    const token = await obtainAccessToken(application, "events");
    for (const value of [`Bearer ${token}`, `bearer ${token}`, ` Bearer   ${token} `]) {
      expect((await sendRequest(value)).status).toBe(200);
    }
  });

  it("200: acts as the application: reads, issues and is recorded as the creator", async () => {
    const headers = bearerHeaders(await obtainAccessToken(application, "issued_badges authorization_tokens"));
    const template = await createTemplate(organization);
    const issued = await send("POST", path("/badges"), { headers, body: badgeBody(template.id) });
    expect(issued.status).toBe(201);
    expect((await send("GET", path(`/badges/${issued.data.id}`), { headers })).status).toBe(200);
    const created = await send("POST", path("/authorization_tokens"), { headers, body: {} });
    expect(created.data).toMatchObject({
      created_by_type: "OAuthApplication",
      created_by_id: application.uuid,
      created_by_name: "Portal",
    });
    const listed = await send("GET", "/v1/organizations", { headers });
    expect(listed.data.map(({ id }: { id: string }) => id)).toEqual([organization.id]);
  });

  it("401 invalid_token: unknown, mistyped, a secret of another kind, the wrong scheme", async () => {
    const token = await obtainAccessToken(application);
    const wrong = [
      "",
      "x",
      "a\u0080b",
      createSecret("boa"),
      `${token.slice(0, -1)}!`,
      token.toLowerCase(),
      application.secret,
      organization.authorization_token,
    ];
    for (const value of wrong) {
      const { status, headers, data } = await sendRequest(`Bearer ${value}`);
      expect([status, data.code]).toEqual([401, "unauthorized"]);
      expect(headers.get("www-authenticate")).toMatch(/^Bearer realm="badges", error="invalid_token"/);
    }
    const basic = await sendRequest(`Basic ${Buffer.from(`${token}:`).toString("base64")}`);
    expect(basic.status).toBe(401);
  });

  it("401: expires to the millisecond", async () => {
    const time = stopClock();
    const token = await obtainAccessToken(application);
    time.advance(LIFETIME_MS - 1);
    expect((await sendRequest(`Bearer ${token}`)).status).toBe(200);
    time.advance(1);
    const { status, headers } = await sendRequest(`Bearer ${token}`);
    expect(status).toBe(401);
    expect(headers.get("www-authenticate")).toContain('error="invalid_token"');
  });

  it("403 insufficient_scope: the header names the missing scope", async () => {
    const token = await obtainAccessToken(application, "events recommendations");
    const { status, headers, data } = await sendRequest(`Bearer ${token}`, "/badges");
    expect([status, data.code]).toEqual([403, "insufficient_scope"]);
    expect(headers.get("www-authenticate")).toBe(
      'Bearer realm="badges", error="insufficient_scope", scope="issued_badges"',
    );
  });

  it("404: an organization other than the application's looks as if it did not exist", async () => {
    const other = await createTestOrganization();
    const headers = bearerHeaders(await obtainAccessToken(application));
    const foreign = await send("GET", `/v1/organizations/${other.id}/badges`, { headers });
    const unknown = await send("GET", path().replace(/\w{12}$/, "000000000000"), { headers });
    expect([foreign.status, foreign.data]).toEqual([404, unknown.data]);
  });

  it("costs no query when it is mistyped, one when it is unknown, and no more when a scope is missing", async () => {
    const token = await obtainAccessToken(application, "events");
    expect(await countQueries(() => sendRequest(`Bearer ${token.slice(0, -1)}!`))).toBe(0);
    expect(await countQueries(() => sendRequest(`Bearer ${createSecret("boa")}`))).toBe(1);
    expect(await countQueries(() => sendRequest(`Bearer ${token}`, "/badges"))).toBe(1);
  });

  it("is looked up through indexes only", async () => {
    const queries = vi.spyOn(pg.Client.prototype, "query");
    await sendRequest(`Bearer ${createSecret("boa")}`);
    const texts = queries.mock.calls.map(([query]) => (query as unknown as { text: string }).text);
    queries.mockRestore();
    expect(texts).toHaveLength(1);
    const connection = await openConnection();
    // Even with this setting, a query that no index supports uses a sequential scan.
    await connection.query("SET enable_seqscan = off");
    const { rows } = await connection.query(`EXPLAIN (GENERIC_PLAN) ${texts[0]}`);
    await connection.end();
    expect(JSON.stringify(rows)).toContain("oauth_access_tokens_digest_key");
    expect(JSON.stringify(rows)).not.toContain("Seq Scan");
  });
});
