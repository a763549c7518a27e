import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { OAuthErrorBody } from "@/lib/http/endpoints/oauth-endpoint";
import { log } from "@/lib/kernel/log";
import { isWellFormedSecret, createSecret } from "@/lib/kernel/secrets";
import {
  badgeBody,
  createTestOrganization,
  createTemplate,
  type TestOrganization,
} from "../../support/builders";
import { ORIGIN, send } from "../../support/http/client";
import {
  digestTables,
  countQueries,
  dumpTables,
  isWaiting,
  openConnection,
  sql,
} from "../../support/platform/database";
import {
  ALL_SCOPES,
  bearerHeaders,
  tokenRequestFields,
  obtainAccessToken,
  createApplication,
  requestToken,
  type TestApplication,
} from "../../support/applications/oauth";
import { stopClock } from "../../support/delivery/outbox";
import { dispatch } from "../../support/http/routes";
import { until } from "../../support/until";

const TOKEN_LIFETIME_SECONDS = 7_200;

let organization: TestOrganization;
let application: TestApplication;

beforeAll(async () => {
  organization = await createTestOrganization();
  application = await createApplication(organization, { name: "Portal" });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const basicHeader = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`,
});

type TokenResponse = Awaited<ReturnType<typeof requestToken>>;

/** An error response in the format of RFC 6749, 5.2. */
function expectOAuthError({ status, headers, body }: TokenResponse, expected: number, error: string): void {
  expect([status, body.error], JSON.stringify(body)).toEqual([expected, error]);
  expect(OAuthErrorBody.strict().parse(body).error_description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("content-type")).toContain("application/json");
  expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
}

describe("POST /oauth/token", () => {
  it("200: returns a Bearer token for two hours that must not be cached, also under /v1", async () => {
    const time = stopClock();
    for (const path of ["/oauth/token", "/v1/oauth/token", "/oauth/token/"]) {
      const credentials = tokenRequestFields(application, "events issued_badges");
      const { status, headers, body } = await requestToken(credentials, {}, path);
      expect(status).toBe(200);
      expect(body).toEqual({
        access_token: expect.any(String),
        token_type: "Bearer",
        expires_in: TOKEN_LIFETIME_SECONDS,
        scope: "events issued_badges",
        created_at: Math.floor(time.now().getTime() / 1000),
      });
      expect(isWellFormedSecret("boa", body.access_token as string)).toBe(true);
      expect([headers.get("cache-control"), headers.get("pragma")]).toEqual(["no-store", "no-cache"]);
    }
  });

  it("200: accepts any combination of scopes and returns each scope once", async () => {
    for (const scope of [...ALL_SCOPES, ALL_SCOPES.join(" ")]) {
      expect((await requestToken(tokenRequestFields(application, scope))).body.scope).toBe(scope);
    }
    const odd = await requestToken(tokenRequestFields(application, "  events  pathways events "));
    expect(odd.body.scope).toBe("events pathways");
  });

  it("200: accepts the client by HTTP Basic, form-encoded, with or without its id in the body", async () => {
    const { client_id, client_secret, ...grant } = tokenRequestFields(application);
    const percentEncode = (text: string) =>
      text.replace(/[A-Z_]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
    for (const headers of [
      basicHeader(client_id, client_secret),
      basicHeader(percentEncode(client_id), percentEncode(client_secret)),
      { authorization: basicHeader(client_id, client_secret).authorization.replace("Basic", "bASIC") },
    ]) {
      expect((await requestToken(grant, headers)).status).toBe(200);
      expect((await requestToken({ ...grant, client_id }, headers)).status).toBe(200);
    }
  });

  it("200: accepts JSON; ignores unknown parameters, even repeated ones, and other credentials", async () => {
    const credentials = tokenRequestFields(application);
    const json = JSON.stringify({ ...credentials, resource: ["a", "b"] });
    expect((await requestToken(json, { "content-type": "application/json" })).status).toBe(200);
    expect((await requestToken(json)).status).toBe(200);
    const form = `${new URLSearchParams(credentials).toString()}&resource=a&resource=b`;
    expect((await requestToken(form)).status).toBe(200);
    for (const headers of [bearerHeaders("stale"), { cookie: "badges.session=x" }]) {
      expect((await requestToken(credentials, headers)).status).toBe(200);
    }
  });

  it("400 invalid_request: a parameter is missing or empty", async () => {
    for (const name of ["grant_type", "client_id", "client_secret", "scope"]) {
      const { [name]: _left, ...rest } = tokenRequestFields(application) as Record<string, string>;
      for (const fields of [rest, { ...rest, [name]: "" }]) {
        const refused = await requestToken(fields);
        expectOAuthError(refused, 400, "invalid_request");
        expect(refused.body.error_description).toBe(`Missing in the body: ${name}.`);
      }
    }
    expectOAuthError(await requestToken(""), 400, "invalid_request");
  });

  it("400 invalid_request: a parameter is repeated or not a string, or the body is malformed", async () => {
    const credentials = tokenRequestFields(application);
    const form = new URLSearchParams(credentials).toString();
    for (const [name, value] of Object.entries(credentials)) {
      expectOAuthError(await requestToken(`${form}&${name}=${value}`), 400, "invalid_request");
      expectOAuthError(
        await requestToken(JSON.stringify({ ...credentials, [name]: [value] })),
        400,
        "invalid_request",
      );
    }
    expectOAuthError(await requestToken("{"), 400, "invalid_request");
    expectOAuthError(await requestToken(`{"a":1} "'\\ é`), 400, "invalid_request");
  });

  it("400 invalid_request: the client authenticates in both the body and HTTP Basic", async () => {
    const credentials = tokenRequestFields(application);
    const headers = basicHeader(application.uid, application.secret);
    expectOAuthError(await requestToken(credentials, headers), 400, "invalid_request");
    const { client_secret: _secret, ...rest } = credentials;
    expectOAuthError(await requestToken({ ...rest, client_id: "another" }, headers), 400, "invalid_request");
  });

  it("400 invalid_request: secrets in the query string are ignored", async () => {
    const query = new URLSearchParams(tokenRequestFields(application)).toString();
    expectOAuthError(await requestToken("", {}, `/oauth/token?${query}`), 400, "invalid_request");
  });

  it("400 unsupported_grant_type", async () => {
    for (const grant_type of ["password", "authorization_code", "refresh_token", "Client_Credentials"]) {
      const refused = await requestToken({ ...tokenRequestFields(application), grant_type });
      expectOAuthError(refused, 400, "unsupported_grant_type");
    }
  });

  it("400 invalid_scope: an unknown scope, no scope, or another separator", async () => {
    const before = await digestTables();
    for (const scope of [
      "badges",
      "events badges",
      "EVENTS",
      " ",
      "events,pathways",
      "toString",
      "events\t",
    ]) {
      expectOAuthError(await requestToken(tokenRequestFields(application, scope)), 400, "invalid_scope");
    }
    expect(await digestTables()).toEqual(before);
  });

  it("401 invalid_client with WWW-Authenticate: Basic, identical for every wrong client", async () => {
    const other = await createApplication(organization);
    const before = await digestTables();
    const { client_id: id, client_secret: secret, ...grant } = tokenRequestFields(application);
    const wrong = [
      [id, createSecret("bos")],
      [id, other.secret],
      [id, `${secret.slice(0, -1)}!`],
      [id, "a\u0000b"],
      [id, "x".repeat(100_000)],
      ["a".repeat(32), secret],
      ["unknown", secret],
      ["a\u0000b", secret],
      ["%ZZ", secret],
      [id.toLowerCase(), secret],
      [organization.id, organization.authorization_token],
    ];
    const bodies = new Set<string>();
    for (const [client_id = "", client_secret = ""] of wrong) {
      const inBody = await requestToken({ ...grant, client_id, client_secret });
      const inHeader = await requestToken(grant, basicHeader(client_id, client_secret));
      for (const refused of [inBody, inHeader]) {
        expectOAuthError(refused, 401, "invalid_client");
        expect(refused.headers.get("www-authenticate")).toBe('Basic realm="badges"');
        bodies.add(JSON.stringify(refused.body));
      }
    }
    for (const authorization of [
      "Basic",
      "Basic ::::",
      `Basic ${Buffer.from("%ZZ:%ZZ").toString("base64")}`,
    ]) {
      expectOAuthError(await requestToken(grant, { authorization }), 401, "invalid_client");
    }
    expect(bodies.size).toBe(1);
    expect(await digestTables()).toEqual(before);
  });

  it("401: a wrong secret and an unknown client cost one query each, a mistyped secret costs none", async () => {
    const countTokenQueries = (fields: Record<string, string>) => countQueries(() => requestToken(fields));
    const credentials = tokenRequestFields(application);
    expect(await countTokenQueries({ ...credentials, client_secret: createSecret("bos") })).toBe(1);
    expect(await countTokenQueries({ ...credentials, client_id: "a".repeat(32) })).toBe(1);
    expect(
      await countTokenQueries({ ...credentials, client_secret: `${application.secret.slice(0, -1)}!` }),
    ).toBe(0);
  });

  it("401: a client that is deleted during the request; no token is left behind", async () => {
    const doomed = await createApplication(organization);
    const connection = await openConnection();
    await connection.query("BEGIN");
    await connection.query("DELETE FROM oauth_applications WHERE id = $1", [doomed.id]);
    const tokenRequest = requestToken(tokenRequestFields(doomed));
    await until("the request to wait for the deletion", () => isWaiting());
    await connection.query("COMMIT");
    await connection.end();
    expectOAuthError(await tokenRequest, 401, "invalid_client");
    expect(await sql("SELECT 1 FROM oauth_access_tokens WHERE application_id = $1", [doomed.id])).toEqual([]);
  });

  it("405: other methods, in the OAuth error format", async () => {
    for (const method of ["GET", "PUT", "PATCH", "DELETE"]) {
      const response = await dispatch(new Request(`${ORIGIN}/oauth/token`, { method }));
      expect([response.status, response.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
      expect(OAuthErrorBody.parse(await response.json()).error).toBe("invalid_request");
    }
  });

  it("413: a body larger than 1 MiB", async () => {
    expectOAuthError(await requestToken(`scope=${"x".repeat(1_048_576)}`), 413, "invalid_request");
  });

  it("500: returns the request id and nothing else when the database fails", async () => {
    vi.spyOn(log, "error").mockImplementation(() => undefined);
    await sql("ALTER TABLE oauth_access_tokens RENAME TO oauth_access_tokens_away");
    try {
      const failed = await requestToken(tokenRequestFields(application));
      expectOAuthError(failed, 500, "server_error");
      const id = failed.headers.get("x-request-id");
      expect(failed.body.error_description).toBe(`Something went wrong on our side. Request ID: ${id}`);
    } finally {
      await sql("ALTER TABLE oauth_access_tokens_away RENAME TO oauth_access_tokens");
    }
  });

  it("removes expired tokens, a bounded number per grant, and no valid ones", async () => {
    const own = await createApplication(organization);
    const kept = bearerHeaders(await obtainAccessToken(own));
    await sql(
      `INSERT INTO oauth_access_tokens (id, organization_id, application_id, digest, scopes, created_at, expires_at)
       SELECT gen_random_uuid(), $1, $2, sha256(('old' || number)::bytea), '{events}', now(), now() - interval '1 s'
       FROM generate_series(1, 150) AS number`,
      [organization.id, own.id],
    );
    const countExpiredTokens = async () => {
      const [row] = await sql(
        "SELECT count(*)::int AS count FROM oauth_access_tokens WHERE expires_at <= now()",
      );
      return Number(row?.count);
    };
    // A grant of any application removes them, because the application that left them may never request a token again.
    await obtainAccessToken(application);
    expect(await countExpiredTokens()).toBe(50);
    await obtainAccessToken(application);
    expect(await countExpiredTokens()).toBe(0);
    const path = `/v1/organizations/${organization.id}`;
    expect((await send("GET", path, { headers: kept })).status).toBe(200);
  });
});

describe("secrets", () => {
  it("are never stored in plain text or another encoding: neither client secrets nor access tokens", async () => {
    const idempotent = { "idempotency-key": "with-a-secret" };
    const body = { name: "Kept", description: "Secretive" };
    const { data } = await organization.client.post("/oauth_applications", body, idempotent);
    const tokens = [await obtainAccessToken(data), await obtainAccessToken(data, "issued_badges")];
    const template = await createTemplate(organization);
    const path = `/v1/organizations/${organization.id}/badges`;
    for (const token of tokens) {
      const headers = { ...bearerHeaders(token), "idempotency-key": `key-${tokens.indexOf(token)}` };
      expect((await send("POST", path, { headers, body: badgeBody(template.id) })).status).toBe(201);
    }
    const stored = await dumpTables();
    const secrets = [...tokens, data.secret, application.secret, organization.client_secret];
    expect(stored).toContain(data.uid);
    for (const secret of secrets) {
      const bytes = Buffer.from(secret);
      for (const spelling of [secret, bytes.toString("hex"), bytes.toString("base64").replace(/=+$/, "")]) {
        expect(stored).not.toContain(spelling);
      }
    }
  });
});
