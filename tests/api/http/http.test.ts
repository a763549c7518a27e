import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { ErrorBody } from "@/lib/http/endpoints/responses";
import { log } from "@/lib/kernel/log";
import {
  badgeBody,
  createTestOrganization,
  createTemplate,
  nextSerial,
  type TestOrganization,
} from "../../support/builders";
import { basicHeaders, ORIGIN, send, sendRequest, type TestResponse } from "../../support/http/client";
import { digestTables, sql } from "../../support/platform/database";
import { createMember, createPerson, createSessionCookie } from "../../support/accounts/members";
import { dispatch, METHODS, operations, routes, type Route } from "../../support/http/routes";

let organization: TestOrganization;
let template: { id: string };
let base = "";

beforeAll(async () => {
  organization = await createTestOrganization();
  template = await createTemplate(organization);
  base = `/v1/organizations/${organization.id}`;
});

const UNKNOWN = "0190a5b4-0000-7000-8000-000000000000";

/** Expects an error response in the common format (decision 0002), with a request id. */
function expectError(response: TestResponse, expected: number, code?: string): void {
  const { status, data, metadata, headers } = response;
  expect(status, JSON.stringify(data)).toBe(expected);
  expect(ErrorBody.parse({ data, metadata })).toBeTruthy();
  expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers.get("content-type")).toContain("application/json");
  expect(data.code).toBe(code ?? data.code);
}

/** The `Allow` header of a path, from the specs of its handlers. */
function allowHeader(handlers: Route["handlers"]): string {
  const known = METHODS.filter((method) => handlers[method].spec);
  return [...known, ...(known.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
}

const post = (body: string, type: string) =>
  organization.client.post("/badges", body, { "content-type": type });

describe("errors", () => {
  it("400: malformed JSON, JSON that is not an object, bytes that are not UTF-8", async () => {
    const before = await digestTables();
    for (const body of ["{", "nonsense", "[1]", '"text"', "null", '{"a":1}{"b":2}', "7"]) {
      expectError(await post(body, "application/json"), 400, "malformed_json");
    }
    const request = new Request(`${ORIGIN}${base}/badges`, {
      method: "POST",
      headers: basicHeaders(organization.authorization_token),
      body: new Uint8Array([0x7b, 0xff, 0x7d]),
    });
    expect((await dispatch(request)).status).toBe(400);
    expect(await digestTables()).toEqual(before);
  });

  it("401: with WWW-Authenticate, on every operation, whatever the rest of the request", async () => {
    for (const { method, pattern, spec } of operations.filter(({ spec: { access } }) => access !== null)) {
      const path = pattern.replace("[organization_id]", organization.id).replace(/\[\w+\]/g, "no-id");
      const response = await send(method, path, method === "GET" ? {} : { body: "{" });
      expectError(response, 401, "unauthorized");
      // The earner's own resources accept only the session.
      const scheme = "caller" in spec && spec.caller === "earner" ? "Cookie" : "Basic";
      expect(response.headers.get("www-authenticate")).toContain(scheme);
    }
  });

  it("404: resources of another organization get exactly the same response as missing ones", async () => {
    const other = await createTestOrganization();
    const issued = await organization.client.post("/badges", badgeBody(template.id));
    const event = (await organization.client.get("/events")).data[0];
    const pairs = [`/badges/${issued.data.id}`, `/badge_templates/${template.id}`, `/events/${event.id}`].map(
      (path) => [path, path.replace(/[^/]+$/, UNKNOWN)],
    );
    for (const [foreign = "", unknown = ""] of pairs) {
      const [one, two] = [await other.client.get(foreign), await other.client.get(unknown)];
      expectError(one, 404, "not_found");
      expect(one.data).toEqual(two.data);
    }
  });

  it("404: unknown paths under an organization, for every method; 401 without a credential", async () => {
    for (const method of METHODS) {
      const headers = basicHeaders(organization.authorization_token);
      expectError(await send(method, `${base}/nothing/here`, { headers }), 404, "not_found");
      expectError(await send(method, `${base}/nothing`), 401);
      const foreign = `/v1/organizations/${UNKNOWN}/nothing`;
      expectError(await send(method, foreign, { headers }), 404);
    }
  });

  it("405: methods that a path does not support, with Allow", async () => {
    // Some have their own error format (oauth-token.test.ts, wallet-offers.test.ts) or none.
    const known = routes.filter(({ pattern }) => !/\.{3}|\/oauth\/token|\/wallet_issuance\//.test(pattern));
    for (const { pattern, handlers } of known) {
      const allowed = METHODS.filter((method) => handlers[method].spec);
      const path = pattern.replace("[organization_id]", organization.id).replace(/\[\w+\]/g, UNKNOWN);
      for (const method of METHODS.filter((one) => !allowed.includes(one))) {
        const headers = basicHeaders(organization.authorization_token);
        const response = await send(method, path, { headers });
        expectError(response, 405, "method_not_allowed");
        expect(response.headers.get("allow")).toBe(allowHeader(handlers));
      }
    }
  });

  it("204: OPTIONS lists the methods of a path without authentication, and nothing for an unknown path", async () => {
    for (const { pattern, handlers } of routes.filter(({ pattern }) => !pattern.includes("..."))) {
      const path = pattern.replace("[organization_id]", organization.id).replace(/\[\w+\]/g, UNKNOWN);
      const response = await send("OPTIONS", path);
      expect(response.status).toBe(204);
      expect(response.headers.get("allow"), pattern).toBe(allowHeader(handlers));
      // Open Badges and wallets may be read by pages of every origin; all else is for programs and our own pages.
      const origins = /^\/(obi\/|wallet_issuance\/|well_known\/|v1\/oembed$)/.test(pattern) ? "*" : null;
      expect(response.headers.get("access-control-allow-origin")).toBe(origins);
      expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    }
    expectError(await send("OPTIONS", `${base}/nothing`), 401);
  });

  it("413: a body larger than 1 MiB; 10 MiB where it may contain a file", async () => {
    const body = JSON.stringify({ name: "x", padding: "x".repeat(1_048_576) });
    expectError(await post(body, "application/json"), 413, "body_too_large");
    expect((await organization.client.post("/badge_templates", body)).status).toBe(201);
    const huge = JSON.stringify({ name: "x", padding: "x".repeat(10 * 1_048_576) });
    expectError(await organization.client.post("/badge_templates", huge), 413);
  });

  it("415: a compressed body, listing the accepted encodings; a multipart body; nothing is stored", async () => {
    const before = await digestTables();
    const compressed = gzipSync(JSON.stringify(badgeBody(template.id)));
    for (const coding of ["gzip", "br", "identity, gzip"]) {
      const headers = { ...basicHeaders(organization.authorization_token), "content-encoding": coding };
      const request = new Request(`${ORIGIN}${base}/badges`, { method: "POST", headers, body: compressed });
      const response = await sendRequest(request);
      expectError(response, 415, "unsupported_media_type");
      expect(response.headers.get("accept-encoding")).toBe("identity");
    }
    const parts = new FormData();
    for (const [name, value] of Object.entries(badgeBody(template.id))) parts.set(name, value);
    const headers = basicHeaders(organization.authorization_token);
    const request = new Request(`${ORIGIN}${base}/badges`, { method: "POST", headers, body: parts });
    expectError(await sendRequest(request), 415, "unsupported_media_type");
    expect(await digestTables()).toEqual(before);
  });

  it("500: returns the request id and nothing else when the database fails", async () => {
    const logged = vi.spyOn(log, "error").mockImplementation(() => undefined);
    await sql("ALTER TABLE badge_templates RENAME TO badge_templates_away");
    try {
      const response = await organization.client.get("/badge_templates");
      expectError(response, 500, "internal_error");
      const id = response.headers.get("x-request-id");
      expect(response.data).toEqual({
        message: `Something went wrong on our side. Request ID: ${id}`,
        code: "internal_error",
        errors: [],
      });
      expect(logged).toHaveBeenCalledOnce();
    } finally {
      logged.mockRestore();
      await sql("ALTER TABLE badge_templates_away RENAME TO badge_templates");
    }
  });
});

describe("paths", () => {
  it("respond identically with and without /v1 and a trailing slash", async () => {
    const headers = basicHeaders(organization.authorization_token);
    const { data } = await send("GET", base, { headers });
    for (const path of [`${base}/`, base.replace("/v1", ""), `${base.replace("/v1", "")}/`]) {
      expect((await send("GET", path, { headers })).data).toEqual(data);
    }
    const body = badgeBody(template.id);
    expect((await send("POST", `${base}/badges/`, { headers, body })).status).toBe(201);
  });

  it("URLs in responses are based on APP_URL, never on the request", async () => {
    const request = new Request(`http://evil.example${base}/badges?per=1`, {
      headers: { ...basicHeaders(organization.authorization_token), "x-forwarded-host": "evil.example" },
    });
    expect(await (await dispatch(request)).text()).not.toContain("evil.example");
  });

  it("headers that bypassed Next's middleware change nothing", async () => {
    const headers = { "x-middleware-subrequest": "middleware:middleware", rsc: "1", "x-nextjs-data": "1" };
    expectError(await send("GET", `${base}/badges`, { headers }), 401);
  });
});

describe("bodies", () => {
  const fields = (email: string) => ({
    recipient_email: email,
    issued_to_first_name: "Ada",
    issued_to_last_name: "Okafor & Söhne",
    badge_template_id: template.id,
    issued_at: "2014-04-01 09:41:00 -0500",
    suppress_badge_notification_email: "true",
    "issuer_earner_group[external_id]": "G-9",
    "issuer_earner_group[name]": "Nine",
    "evidence[0][type]": "KeyValueGroupEvidence",
    "evidence[0][name]": "Marks",
    "evidence[0][values][0][key]": "Grade",
    "evidence[0][values][0][value]": "A",
    "evidence[1][type]": "IdEvidence",
    "evidence[1][title]": "Licence",
    "evidence[1][description]": "B",
  });
  const expected = {
    issued_to: "Ada Okafor & Söhne",
    issued_at: "2014-04-01T14:41:00.000Z",
    suppress_badge_notification_email: true,
    issuer_earner_group: { external_id: "G-9", name: "Nine" },
    evidence: [
      { type: "KeyValueGroupEvidence", values: [{ key: "Grade", value: "A" }] },
      { type: "IdEvidence", title: "Licence" },
    ],
  };
  const newEmail = () => `form-${nextSerial()}@example.org`;

  it("201: a form, nested by brackets", async () => {
    const form = new URLSearchParams(fields(newEmail())).toString();
    const { status, data } = await post(form, "application/x-www-form-urlencoded; charset=utf-8");
    expect(status, JSON.stringify(data)).toBe(201);
    expect(data).toMatchObject(expected);
  });

  it("201: the query string of a POST without a body", async () => {
    const query = new URLSearchParams(fields(newEmail())).toString();
    const { status, data } = await organization.client.post(`/badges?${query}`);
    expect(status, JSON.stringify(data)).toBe(201);
    expect(data).toMatchObject(expected);
  });

  it("200: the query string of a PUT without a body", async () => {
    const { status, data } = await organization.client.put("?bio=From+the+query&hide_subscription=1");
    expect(status).toBe(200);
    expect(data).toMatchObject({ bio: "From the query", hide_subscription: true });
  });

  it("201: JSON with the content type of forms, or none", async () => {
    for (const type of ["application/x-www-form-urlencoded", "text/plain"]) {
      const body = JSON.stringify(badgeBody(template.id));
      expect((await post(body, type)).status).toBe(201);
    }
  });

  it("the query string is ignored when there is a body", async () => {
    const body = badgeBody(template.id, { issued_to: "From the body" });
    const { data } = await organization.client.post("/badges?issued_to=Query&locale=fr", body);
    expect(data).toMatchObject({ issued_to: "From the body", locale: "en" });
  });
});

describe("extreme input is never a 500, and stores nothing", () => {
  const texts = {
    NUL: "a\u0000b",
    "a high surrogate": "a\ud800b",
    "a low surrogate": "\udc00",
    "256 characters": "x".repeat(256),
    "a control character": "a\u001bb",
    "an object": { a: 1 },
    "a list": ["a"],
    "a number": 1e308,
    true: true,
  };
  const oneLine = [
    "issued_to",
    "issued_to_first_name",
    "issuer_earner_id",
    "country_name",
    "state_or_province",
  ];
  const others = ["recipient_email", "issued_at", "expires_at", "locale", "badge_template_id"];

  it.each(Object.entries(texts))("422: %s in every field of an issue", async (_name, value) => {
    const before = await digestTables();
    const encodeJson = (body: object) => JSON.stringify(body);
    for (const field of [...oneLine, ...others]) {
      const response = await post(encodeJson(badgeBody(template.id, { [field]: value })), "application/json");
      expectError(response, 422);
      expect(response.data.errors[0].field, field).toBe(field);
    }
    expect(await digestTables()).toEqual(before);
  });

  it.each(Object.entries(texts).slice(0, 3))("%s in evidence, groups and templates", async (_name, value) => {
    const before = await digestTables();
    const group = { external_id: value, name: value };
    const evidence = [{ type: "PlainTextEvidence", title: value, description: value }];
    for (const body of [{ issuer_earner_group: group }, { evidence }]) {
      expectError(await organization.client.post("/badges", badgeBody(template.id, body)), 422);
    }
    const named = { name: value, description: value, skills: [value], alignments: [{ name: value }] };
    expectError(await organization.client.post("/badge_templates", named), 422);
    expectError(await organization.client.post("/authorization_tokens", { description: value }), 422);
    expectError(await organization.client.put("", { name: value, bio: value }), 422);
    expect(await digestTables()).toEqual(before);
  });

  it("deep and wide JSON, hostile keys", async () => {
    const deep = `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`;
    expectError(await post(deep, "application/json"), 422);
    const deepList = `{"evidence":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    expectError(await post(deepList, "application/json"), 422);
    const proto = '{"__proto__":{"recipient_email":"a@example.org"},"constructor":{"prototype":{"x":1}}}';
    expectError(await post(proto, "application/json"), 422);
    expectError(await post(`a${"[b]".repeat(10_000)}=1`, "application/x-www-form-urlencoded"), 422);
    expectError(await post("%ZZ=%E0%A4&__proto__[x]=1&&==", "application/x-www-form-urlencoded"), 422);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it("404: malformed ids, in every path", async () => {
    for (const id of ["x", "%00", "0190a5b4", `${UNKNOWN}0`, "..%2F", "%F0%9F%98%80", "'%20OR%201=1--"]) {
      for (const { method, pattern } of operations.filter((one) => /^\/(?!me).*\].*\]/.test(one.pattern))) {
        const path = pattern.replace("[organization_id]", organization.id).replace(/\[\w+\]/g, id);
        const headers = basicHeaders(organization.authorization_token);
        expectError(await send(method, path, { headers }), 404);
      }
    }
  });
});

describe("a session", () => {
  const badgePath = () => `${base}/badges`;

  it("works for a member, and every response carries a request id", async () => {
    const member = await createMember(organization.id, "issuer");
    const { status, headers } = await send("GET", badgePath(), { headers: member.headers });
    expect(status).toBe(200);
    expect(headers.get("x-request-id")).not.toBeNull();
    expect(headers.get("cache-control")).toBe("no-store");
    const body = badgeBody(template.id);
    expect((await send("POST", badgePath(), { headers: member.headers, body })).status).toBe(201);
  });

  it("404: a user who is not a member, and a former member", async () => {
    const person = await createPerson();
    expectError(await send("GET", badgePath(), { headers: person.headers }), 404);
    const member = await createMember(organization.id, "viewer");
    await sql("DELETE FROM memberships WHERE user_id = $1", [member.id]);
    expectError(await send("GET", badgePath(), { headers: member.headers }), 404);
  });

  it("401: forged, ended by a password change, of a deleted user, under another name", async () => {
    const member = await createMember(organization.id, "viewer");
    const token = member.cookie.split("=").slice(1).join("=");
    const cookies = [
      `${member.cookie.slice(0, -4)}AAAA`,
      "badges.session=x",
      "badges.session=",
      `other=${token}`,
      await createSessionCookie(member.id, 2),
      await createSessionCookie(UNKNOWN),
    ];
    for (const cookie of cookies) expectError(await send("GET", badgePath(), { headers: { cookie } }), 401);
    await sql("UPDATE users SET deleted_at = now() WHERE id = $1", [member.id]);
    expectError(await send("GET", badgePath(), { headers: member.headers }), 401);
  });

  it("403: an unsafe method that does not come from our own pages, or is a form; nothing is stored", async () => {
    const { cookie } = await createMember(organization.id, "administrator");
    const before = await digestTables();
    const body = badgeBody(template.id);
    const foreign = [
      {},
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: `${ORIGIN}.evil.example` },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { origin: "https://evil.example", "sec-fetch-site": "same-origin" },
      { origin: ORIGIN, "content-type": "application/x-www-form-urlencoded" },
      { origin: ORIGIN, "content-type": "text/plain" },
    ];
    for (const headers of foreign) {
      expectError(
        await send("POST", badgePath(), { headers: { cookie, ...headers }, body }),
        403,
        "cross_site_request",
      );
      const path = `${base}/badge_templates/${template.id}`;
      expectError(await send("DELETE", path, { headers: { cookie, ...headers } }), 403);
    }
    expect(await digestTables()).toEqual(before);
    const own = { cookie, "sec-fetch-site": "same-origin" };
    expect((await send("POST", badgePath(), { headers: own, body })).status).toBe(201);
  });

  it("is ignored beside an Authorization header", async () => {
    const { headers } = await createMember(organization.id, "administrator");
    expectError(await send("GET", badgePath(), { headers: { ...headers, ...basicHeaders("wrong") } }), 401);
  });
});
