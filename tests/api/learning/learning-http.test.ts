import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { flushUses } from "@/lib/accounts/authentication/usage";
import { env } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { createSecret } from "@/lib/kernel/secrets";
import { ORIGIN, send } from "../../support/http/client";
import { digestTables, countQueries, sql } from "../../support/platform/database";
import {
  anonymousClient,
  createConnectedIntegration,
  invalidParameters,
  learningClient,
  sendLearning,
  type TestIntegration,
} from "../../support/learning/learning";
import { createMember } from "../../support/accounts/members";
import { dispatch, learningRoutes, METHODS } from "../../support/http/routes";

const LOGS = "/v1.1/cle_logs";

let integration: TestIntegration;
let siblingIntegration: TestIntegration;
let foreignIntegration: TestIntegration;

beforeAll(async () => {
  integration = await createConnectedIntegration();
  siblingIntegration = await createConnectedIntegration(integration.app);
  foreignIntegration = await createConnectedIntegration();
});
afterEach(() => {
  vi.restoreAllMocks();
  env().RATE_LIMIT = null;
});

const postDeletion = (body: string | Uint8Array<ArrayBuffer>, type: string) =>
  sendLearning(
    new Request(`${ORIGIN}${LOGS}/delete?access_token=${integration.token}`, {
      method: "POST",
      headers: { "content-type": type },
      body,
    }),
  );

const JSON_TYPE = "application/json";

describe("an integration in a request", () => {
  it("200: is named by its id or by its course", async () => {
    const { client } = integration;
    expect((await client.get(LOGS)).status).toBe(200);
    const { token: access_token, course_id } = integration;
    expect((await learningClient({ access_token, course_id }).get(LOGS)).status).toBe(200);
    expect((await integration.owner.get(LOGS)).status).toBe(200);
  });

  it("400: is named by neither, by both, or by an invalid id", async () => {
    const client = learningClient({ access_token: integration.token });
    expect(invalidParameters(await client.get(LOGS))).toEqual(["missing_param_integration_account_id"]);
    const { id, course_id } = integration;
    const both = { integration_account_id: id, course_id };
    expect(invalidParameters(await client.get(LOGS, both))).toEqual(["invalid_param_integration_account_id"]);
    for (const integration_account_id of [
      "x",
      "0",
      "-1",
      "2147483648",
      "1.5",
      ["1"],
      "1 OR 1=1",
      "1\u0000",
    ]) {
      const errors = invalidParameters(await client.get(LOGS, { integration_account_id }));
      expect(errors).toEqual(["invalid_param_integration_account_id"]);
    }
    expect(invalidParameters(await client.get(LOGS, { course_id: "a\u0000" }))).toEqual([
      "invalid_param_course_id",
    ]);
  });

  it("400: is reported together with all other errors", async () => {
    const client = learningClient({ access_token: integration.token });
    const errors = invalidParameters(await client.get(LOGS, { start: "soon", end: ["x"], page: "x" }));
    expect(errors.toSorted()).toEqual([
      "invalid_param_end",
      "invalid_param_page",
      "invalid_param_start",
      "missing_param_integration_account_id",
    ]);
  });

  it("400: outside the token's access looks as if it did not exist", async () => {
    const client = learningClient({ access_token: integration.token });
    const texts = new Set<string>();
    for (const named of [
      { integration_account_id: siblingIntegration.id },
      { course_id: siblingIntegration.course_id },
      { integration_account_id: foreignIntegration.id },
      { course_id: foreignIntegration.course_id },
      { integration_account_id: 2_147_483_647 },
      { course_id: "unknown" },
    ]) {
      const learningResponse = await client.get(LOGS, named);
      expect(invalidParameters(learningResponse)).toEqual(["invalid_integration"]);
      texts.add(learningResponse.text);
    }
    expect(texts.size).toBe(1);
  });
});

describe("a token", () => {
  it("is a parameter in the query or body, and nowhere else", async () => {
    const { token, id } = integration;
    const parameters = { access_token: token, integration_account_id: id };
    for (const method of ["post", "postQuery", "postJson", "postMultipart"] as const) {
      expect((await anonymousClient[method](`${LOGS}/delete`, parameters)).status).toBe(200);
    }
    const named = { integration_account_id: id };
    for (const authorization of [`Bearer ${token}`, `Basic ${btoa(`${token}:`)}`, token]) {
      const { status, headers } = await anonymousClient.get(LOGS, named, { authorization });
      expect(status).toBe(401);
      expect(headers.get("www-authenticate")).toBe('AccessToken realm="badges"');
    }
  });

  it("401: in any other format; a mistyped one costs no query", async () => {
    const { client } = integration;
    const { token } = integration;
    const wrong = [
      `${token.slice(0, -1)}${token.endsWith("0") ? "1" : "0"}`,
      "x",
      "a\u0000",
      [token],
      { a: token },
    ];
    for (const access_token of wrong) {
      const queries = await countQueries(async () => {
        const { status, meta } = await client.postJson(`${LOGS}/delete`, { access_token });
        expect([status, meta.status]).toEqual([401, "API_ACCESS_UNAUTHORIZED"]);
      });
      expect(queries).toBe(0);
    }
    expect((await client.get(LOGS, { access_token: createSecret("blt") })).status).toBe(401);
  });

  it("requires the key and secret of its own app next to it, or none", async () => {
    const { client, app } = integration;
    const own = { "x-api-key": app.apiKey, "x-api-secret": app.secret };
    expect((await client.get(LOGS, {}, own)).status).toBe(200);
    expect((await client.get(LOGS, {}, { "x-api-key": app.apiKey })).status).toBe(200);
    for (const more of [
      { "x-api-key": foreignIntegration.app.apiKey },
      { "x-api-secret": foreignIntegration.app.secret },
      { "x-api-secret": "" },
      { "x-api-key": app.apiKey.toLowerCase() },
    ]) {
      expect((await client.get(LOGS, {}, { ...own, ...more })).status).toBe(401);
    }
  });

  it("records its uses and its app's", async () => {
    const { client, app, token } = await createConnectedIntegration();
    await flushUses();
    await client.get(LOGS);
    await client.get(LOGS, { page: "x" });
    await flushUses();
    const [app_row] = await sql("SELECT * FROM learning_apps WHERE id = $1", [app.id]);
    const [row] = await sql("SELECT * FROM learning_tokens WHERE app_id = $1 AND kind = 'integration'", [
      app.id,
    ]);
    for (const used of [row, app_row]) {
      expect(Number(used?.last_used_at)).toBeGreaterThan(Date.now() - 60_000);
      expect(Number(used?.last_successfully_used_at)).toBeLessThanOrEqual(Number(used?.last_used_at));
    }
    expect(JSON.stringify([row, app_row])).not.toContain(token);
  });

  it("429: in this response format, after too many requests", async () => {
    const { client, app } = await createConnectedIntegration();
    env().RATE_LIMIT = 2;
    const first = await client.get(LOGS);
    expect([first.status, first.headers.get("ratelimit")]).toEqual([200, '"requests";r=1;t=60']);
    await client.get(LOGS);
    const { status, meta, headers } = await client.get(LOGS);
    expect([status, meta.status]).toEqual([429, "TOO_MANY_REQUESTS"]);
    expect(headers.get("retry-after")).toBe("60");
    expect(meta.token_owner).toBe(app.ownerId);
  });

  it("429: an IP address that sends too many wrong ones", async () => {
    env().RATE_LIMIT = 600;
    const from = { "x-client-address": "198.51.100.41" };
    const statuses: number[] = [];
    for (let count = 0; count < 61; count += 1) {
      statuses.push((await anonymousClient.get(LOGS, { access_token: createSecret("blt") }, from)).status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(60);
    expect(statuses.at(-1)).toBe(429);
    expect((await integration.client.get(LOGS, {}, from)).status).toBe(200);
  });
});

describe("bodies", () => {
  const period = { start: "2017-12-01 09:51:11 UTC", end: "Fri, 01 Dec 2017 09:51:11 +0000" };

  it("200: JSON whatever the content type says; an empty parameter counts as missing", async () => {
    const text = JSON.stringify({ integration_account_id: integration.id, ...period });
    for (const type of [
      JSON_TYPE,
      "application/vnd.api+json",
      "text/plain",
      "application/x-www-form-urlencoded",
    ]) {
      expect((await postDeletion(text, type)).status).toBe(200);
    }
    const empty = { ...period, course_id: "", start: "", end: null };
    expect((await integration.client.postJson(`${LOGS}/delete`, empty)).status).toBe(200);
  });

  it("200: parameters of the body take precedence over those of the query", async () => {
    const url = `${ORIGIN}${LOGS}/delete?integration_account_id=${foreignIntegration.id}&access_token=${integration.token}`;
    const body = new URLSearchParams({ integration_account_id: String(integration.id) });
    expect((await sendLearning(new Request(url, { method: "POST", body }))).status).toBe(200);
  });

  it("400: a body of no supported kind", async () => {
    const toBytes = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
    for (const [body, type] of [
      ["{", JSON_TYPE],
      ["[]", JSON_TYPE],
      ["7", JSON_TYPE],
      ["null", JSON_TYPE],
      ["{", "application/x-www-form-urlencoded"],
      ["nonsense", "multipart/form-data; boundary=x"],
      ["nonsense", "multipart/form-data"],
    ] as const) {
      expect(invalidParameters(await postDeletion(body, type)), `${type} ${body}`).toEqual(["invalid_body"]);
    }
    expect(invalidParameters(await postDeletion(toBytes('{"a":"\xff"}'), JSON_TYPE))).toEqual([
      "invalid_body",
    ]);
    expect(
      invalidParameters(await postDeletion(toBytes("a=\xff"), "application/x-www-form-urlencoded")),
    ).toEqual(["invalid_body"]);
  });

  it("413: a body of very many parts, before they are parsed", async () => {
    const multipartPart = (index: number) =>
      `--x\r\nContent-Disposition: form-data; name="a${index}"\r\n\r\n1\r\n`;
    const multipartBody = (count: number) =>
      `${Array.from({ length: count }, (_, index) => multipartPart(index)).join("")}--x--\r\n`;
    const type = "multipart/form-data; boundary=x";
    expect((await postDeletion(multipartBody(4_000), type)).status).not.toBe(413);
    const { status, meta } = await postDeletion(multipartBody(5_001), type);
    expect([status, meta.status]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
  });

  it("400: deep, wide and hostile ones; nothing is stored, nothing is polluted", async () => {
    const before = await digestTables();
    const deep = `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`;
    const form = "application/x-www-form-urlencoded";
    for (const [body, type] of [
      [deep, JSON_TYPE],
      ['{"__proto__":{"integration_account_id":1},"constructor":{"prototype":{"x":1}}}', JSON_TYPE],
      [`a${"[b]".repeat(10_000)}=1`, form],
      ["%ZZ=%E0%A4&__proto__[x]=1&&==&hasOwnProperty=1", form],
    ] as const) {
      expect(invalidParameters(await postDeletion(body, type))).toEqual([
        "missing_param_integration_account_id",
      ]);
    }
    expect(({} as Record<string, unknown>).x).toBeUndefined();
    expect(await digestTables()).toEqual(before);
  });

  it("413: more than 1 MiB, or too many values or items", async () => {
    const form = "application/x-www-form-urlencoded";
    for (const body of [
      "a=" + "x".repeat(1_048_576),
      "a=1&".repeat(5_001),
      "a[]=1&".repeat(1_001),
      "a[1000]=1",
    ]) {
      const { status, meta } = await postDeletion(body, form);
      expect([status, meta.status], body.slice(0, 10)).toEqual([413, "PAYLOAD_TOO_LARGE"]);
    }
  });
});

describe("paths", () => {
  it("respond identically with a trailing slash", async () => {
    expect((await integration.client.get(`${LOGS}/`)).status).toBe(200);
    expect((await integration.client.post(`${LOGS}/delete/`)).status).toBe(200);
  });

  it("404: unknown ones, in this response format, for every method and caller", async () => {
    for (const path of [
      "/v1.1",
      "/v1.1/nothing",
      "/v1.1/cle_logs/nothing/here",
      "/cle_auth/nothing",
      "/cle_eligibility/x",
    ]) {
      for (const method of [...METHODS, "OPTIONS"]) {
        const { status, meta } = await sendLearning(new Request(ORIGIN + path, { method }));
        expect([status, meta.status, meta.token_owner]).toEqual([404, "NOT_FOUND", null]);
      }
    }
  });

  it("405: unsupported methods, in this response format, with Allow; 204: OPTIONS", async () => {
    for (const { pattern, handlers } of learningRoutes.filter((one) => !one.pattern.includes("..."))) {
      const known = METHODS.filter((method) => handlers[method].spec);
      const allow = [...known, ...(known.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
      for (const method of METHODS.filter((one) => !known.includes(one))) {
        const { status, meta, headers } = await sendLearning(new Request(ORIGIN + pattern, { method }));
        expect([status, meta.status, headers.get("allow")]).toEqual([405, "METHOD_NOT_ALLOWED", allow]);
      }
      const response = await dispatch(new Request(ORIGIN + pattern, { method: "OPTIONS" }));
      expect([response.status, response.headers.get("allow")]).toEqual([204, allow]);
    }
  });
});

describe("each request", () => {
  it("writes one line to the log, without the token", async () => {
    const lines: unknown[] = [];
    vi.spyOn(log, "isLevelEnabled").mockReturnValue(true);
    vi.spyOn(log, "info").mockImplementation((line: unknown) => void lines.push(line));
    const { headers } = await integration.client.get(LOGS);
    expect(lines).toEqual([
      {
        requestId: headers.get("x-request-id"),
        method: "GET",
        route: LOGS,
        status: 200,
        ms: expect.any(Number),
        organizationId: integration.organization.id,
        address: "unknown",
        actorType: "LearningToken",
        actorId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    ]);
    expect(JSON.stringify(lines)).not.toContain(integration.token);
  });

  it("500: returns the request id and nothing else when the database fails", async () => {
    const logged = vi.spyOn(log, "error").mockImplementation(() => undefined);
    await sql("ALTER TABLE learning_logs RENAME TO learning_logs_away");
    try {
      const { status, meta, headers } = await integration.client.get(LOGS);
      expect(status).toBe(500);
      expect(meta).toEqual({
        status_code: 500,
        status: "INTERNAL_ERROR",
        message: `Something went wrong on our side. Request ID: ${headers.get("x-request-id")}`,
        more_info: {},
        token_owner: integration.app.ownerId,
      });
      expect(logged).toHaveBeenCalledOnce();
    } finally {
      await sql("ALTER TABLE learning_logs_away RENAME TO learning_logs");
    }
  });

  it("reads the token and the integration in two statements, before its own", async () => {
    expect(await countQueries(() => integration.client.get(LOGS))).toBe(4);
  });
});

describe("the console's session", () => {
  it("is ignored here", async () => {
    const { headers } = await createMember(integration.organization.id, "administrator");
    const named = { integration_account_id: integration.id };
    expect((await anonymousClient.get(LOGS, named, headers)).status).toBe(401);
    expect((await send("GET", `/v1/organizations/${integration.organization.id}`, { headers })).status).toBe(
      200,
    );
  });
});
