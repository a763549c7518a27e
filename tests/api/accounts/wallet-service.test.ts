import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { startSite, trustTestSites, type Site } from "../../support/credentials/badge-site";
import { createCredentialIssuer } from "../../support/credentials/sent-credentials";
import {
  callWallet,
  createWalletClient,
  sendWallet,
  SERVICE,
  type Json,
} from "../../support/credentials/wallet-application";
import { stopClock } from "../../support/delivery/outbox";
import {
  createEarner,
  issueAcceptedBadge,
  issueBadgeTo,
  type TestEarner,
} from "../../support/accounts/earners";
import { digestTables, sql } from "../../support/platform/database";

const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

let organization: TestOrganization;
let earner: TestEarner;
let token: string;
let site: Site;

beforeAll(async () => {
  organization = await createTestOrganization("Open University");
});

beforeEach(async () => {
  trustTestSites();
  site = await startSite();
  earner = await createEarner();
  token = (await (await createWalletClient()).getTokens(earner)).access_token;
});

afterEach(() => void vi.restoreAllMocks());

const call = (method: string, path: string, body?: Json | string, headers = {}) =>
  callWallet(token, method, path, body, headers);
const list = (query = "") => call("GET", `/credentials${query}`);
const listIds = async (query = ""): Promise<string[]> =>
  (await list(query)).json.credential.map(({ id }: { id: string }) => id);

const minorCode = ({ json }: { json: Json }): unknown => {
  expect(json).toEqual({
    imsx_codeMajor: "failure",
    imsx_severity: "error",
    imsx_description: expect.stringMatching(/\w/),
    imsx_codeMinor: {
      imsx_codeMinorField: [
        { imsx_codeMinorFieldName: "TargetEndSystem", imsx_codeMinorFieldValue: expect.any(String) },
      ],
    },
  });
  return json.imsx_codeMinor.imsx_codeMinorField[0].imsx_codeMinorFieldValue;
};

describe("GET /credentials", () => {
  it("200: the credentials of accepted badges, public and private, byte for byte as they were signed", async () => {
    const badges = [
      await issueAcceptedBadge(organization, earner),
      await issueAcceptedBadge(organization, earner, true),
    ];
    await issueBadgeTo(organization, earner.email);
    await issueAcceptedBadge(organization, await createEarner());
    const { status, headers, text, json } = await list();
    expect([status, headers.get("x-total-count")]).toEqual([200, "2"]);
    expect(json.compactJwsString).toEqual([]);
    for (const { id } of badges) {
      const [row] = await sql("SELECT document FROM signed_credentials WHERE badge_id = $1", [id]);
      expect(text).toContain(row?.document);
    }
    expect(json.credential).toHaveLength(2);
  });

  it("200: empty lists without any", async () => {
    const { json, headers } = await list();
    expect(json).toEqual({ credential: [], compactJwsString: [] });
    expect(headers.get("x-total-count")).toBe("0");
  });

  it("200: a revoked, returned or deleted badge is no longer listed", async () => {
    const [revoked, returned, erased] = [
      await issueAcceptedBadge(organization, earner),
      await issueAcceptedBadge(organization, earner),
      await issueAcceptedBadge(organization, earner),
    ];
    expect((await list()).json.credential).toHaveLength(3);
    await organization.client.put(`/badges/${revoked.id}/revoke`, { reason: "Mistake." });
    await earner.client.post(`/badges/${returned.id}/reject`, {});
    await organization.client.delete(`/badges/${erased.id}`);
    expect((await list()).headers.get("x-total-count")).toBe("0");
  });

  it("200: pages in a stable order, oldest first, with links that lead through all of them", async () => {
    for (let count = 0; count < 5; count += 1) await issueAcceptedBadge(organization, earner);
    const all = await listIds();
    const seen: string[] = [];
    let path = "?limit=2";
    for (;;) {
      const { json, headers } = await list(path);
      seen.push(...json.credential.map(({ id }: { id: string }) => id));
      const link = headers.get("link") ?? "";
      expect(link).toContain('offset=0>; rel="first"');
      expect(link).toContain('offset=4>; rel="last"');
      const next = /credentials(\?[^>]*)>; rel="next"/.exec(link)?.[1];
      if (next === undefined) break;
      path = next;
    }
    expect(seen).toEqual(all);
    expect((await list("?limit=2&offset=2")).headers.get("link")).toContain('offset=0>; rel="prev"');
    expect(await listIds("?offset=9")).toEqual([]);
  });

  it("200: since gives what was accepted or sent later", async () => {
    const clock = stopClock();
    const first = clock.now();
    await issueAcceptedBadge(organization, earner);
    clock.advance(60_000);
    await issueAcceptedBadge(organization, earner);
    const [, later] = await listIds();
    const inZone = `${new Date(first.getTime() + 3_600_000).toISOString().replace("Z", "")}%2B01:00`;
    for (const since of [first.toISOString(), inZone, inZone.replace("%2B", "+")])
      expect(await listIds(`?since=${since}`)).toEqual([later]);
    expect(await listIds(`?since=${clock.now().toISOString()}`)).toEqual([]);
    const { headers } = await list(`?since=${first.toISOString()}&limit=1`);
    expect(headers.get("link")).toContain(`since=${encodeURIComponent(first.toISOString())}`);
  });

  it.each([
    "limit=0",
    "limit=x",
    "limit=-1",
    "offset=-1",
    "offset=10001",
    "offset=1e3",
    "since=yesterday",
    "since=2026-02-31",
  ])("400: %s", async (query) => {
    const response = await list(`?${query}`);
    expect([response.status, minorCode(response)]).toEqual([400, "invalid_query_parameter"]);
  });
});

describe("POST /credentials", () => {
  const upsert = (body: Json | string) =>
    call("POST", "/credentials", typeof body === "string" ? body : JSON.stringify(body), {
      "content-type": typeof body === "string" ? "text/plain" : "application/json",
    });
  const readWallet = async () => (await earner.client.get("/external_badges")).data as Json[];

  it("201: adds a credential to the external badges and lists it as it was sent", async () => {
    const credential = await createCredentialIssuer(site).sign(earner.email);
    const { status, text, headers } = await upsert(credential);
    expect(status, text).toBe(201);
    expect([text, headers.get("content-type")]).toEqual([
      JSON.stringify(credential),
      "application/json; charset=utf-8",
    ]);
    expect(await readWallet()).toMatchObject([{ badge_name: "Data Analysis", badge_id: credential.id }]);
    expect((await list()).text).toContain(JSON.stringify(credential));
  });

  it("201: a compact JWS, which is listed as one", async () => {
    const jws = createCredentialIssuer(site).signToken(earner.email);
    const { status, text, headers } = await upsert(jws);
    expect(status, text).toBe(201);
    expect([text, headers.get("content-type")]).toEqual([jws, "text/plain; charset=utf-8"]);
    expect((await list()).json).toEqual({ credential: [], compactJwsString: [jws] });
  });

  it("200: replaces the one with the same id and issuer; 304 for the same text", async () => {
    const issuer = createCredentialIssuer(site);
    const first = await issuer.sign(earner.email);
    expect((await upsert(first)).status).toBe(201);
    const [before] = await readWallet();
    expect((await upsert(first)).status).toBe(304);
    const { credentialSubject: subject } = first as { credentialSubject: Json };
    const achievement = { ...subject.achievement, name: "Data Mastery" };
    const second = await issuer.sign(earner.email, {
      id: first.id,
      credentialSubject: { ...subject, achievement },
    });
    const response = await upsert(second);
    expect([response.status, response.text]).toEqual([200, JSON.stringify(second)]);
    expect(await readWallet()).toMatchObject([{ id: before?.id, badge_name: "Data Mastery" }]);
    expect((await list()).json.credential).toEqual([second]);
  });

  it("400: the id of another issuer's credential, and of a badge that the earner added", async () => {
    const own = await createCredentialIssuer(site).sign(earner.email);
    expect((await upsert(own)).status).toBe(201);
    const foreign = await createCredentialIssuer(site, "/other").sign(earner.email, { id: own.id });
    const response = await upsert(foreign);
    expect([response.status, minorCode(response)]).toEqual([400, "invalid_data"]);
    const added = await createCredentialIssuer(site).sign(earner.email);
    await earner.client.post("/external_badges", { assertion: added });
    expect((await upsert(added)).status).toBe(400);
    expect((await list()).json.credential).toEqual([own]);
  });

  it("of the same credential twice at once one is added and the other replaces it", async () => {
    const credential = await createCredentialIssuer(site).sign(earner.email);
    const answers = await Promise.all([upsert(credential), upsert(credential)]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 201]);
    expect(await readWallet()).toHaveLength(1);
  });

  it("400: a credential for another address; nothing is stored", async () => {
    const credential = await createCredentialIssuer(site).sign("somebody@else.example");
    const before = await digestTables();
    const response = await upsert(credential);
    expect([response.status, minorCode(response)]).toEqual([400, "invalid_data"]);
    expect(await digestTables()).toEqual(before);
  });

  it.each([
    ["nothing", ""],
    ["broken JSON", "{"],
    ["no credential", "{}"],
    ["no id", '{"type":["OpenBadgeCredential"],"issuer":"https://a.example"}'],
    ["no issuer", '{"type":["OpenBadgeCredential"],"id":"urn:x"}'],
    ["a NUL in the id", '{"type":["OpenBadgeCredential"],"id":"\\u0000","issuer":"urn:y"}'],
    ["a lone surrogate", '{"type":["OpenBadgeCredential"],"id":"\\ud800","issuer":"urn:y"}'],
    ["no achievement", '{"type":["OpenBadgeCredential"],"id":"urn:x","issuer":"urn:y"}'],
    ["another text", "hello"],
    ["an odd JWS", "a.b.c"],
    ["deep JSON", `{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`],
    [
      "deep JSON of the right type",
      `{"type":"OpenBadgeCredential","id":"urn:x","issuer":"urn:y","a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`,
    ],
  ])("400: %s", async (_name, body) => {
    const response = await upsert(body);
    expect([response.status, minorCode(response)]).toEqual([400, "invalid_data"]);
  });

  it("removing the external badge removes the credential", async () => {
    await upsert(await createCredentialIssuer(site).sign(earner.email));
    const [badge] = await readWallet();
    await earner.client.delete(`/external_badges/${badge?.id}`);
    expect((await list()).headers.get("x-total-count")).toBe("0");
    expect(
      await sql("SELECT external_badge_id FROM uploaded_credentials WHERE external_badge_id = $1", [
        badge?.id,
      ]),
    ).toEqual([]);
  });
});

describe("/profile", () => {
  it("200: the earner as a Profile", async () => {
    const { status, json } = await call("GET", "/profile");
    expect([status, json]).toEqual([
      200,
      {
        id: `urn:uuid:${earner.id}`,
        type: ["Profile"],
        name: "Mara Lind",
        givenName: "Mara",
        familyName: "Lind",
        email: earner.email,
        url: expect.stringMatching(/\/users\//),
      },
    ]);
  });

  it("PUT 200: changes what is sent, and leaves the rest; an empty description is removed", async () => {
    const { json: before } = await call("GET", "/profile");
    const changed = {
      ...before,
      givenName: "Maria",
      additionalName: "K.",
      description: "Welds.",
      image: { id: PIXEL },
    };
    const { status, json } = await call("PUT", "/profile", changed);
    expect(status).toBe(200);
    expect(json).toEqual({
      ...before,
      name: "Maria K. Lind",
      givenName: "Maria",
      additionalName: "K.",
      description: "Welds.",
      image: { id: expect.stringContaining("/images/"), type: "Image" },
    });
    const { json: again } = await call("PUT", "/profile", { ...json, description: "", additionalName: "" });
    expect(again).toEqual({ ...before, name: "Maria Lind", givenName: "Maria", image: json.image });
    expect((await earner.client.get("")).data).toMatchObject({ first_name: "Maria", bio: null });
  });

  it.each([
    [{ id: "urn:uuid:other" }],
    [{ email: "other@example.org" }],
    [{ name: "Somebody Else" }],
    [{ givenName: "" }],
    [{ givenName: 7 }],
    [{ image: { id: "https://tracker.example/p.png" } }],
    [{ image: { id: "data:image/png;base64,AAAA" } }],
    [{ description: "x".repeat(5_001) }],
  ])("PUT 400: %j; nothing changes", async (changes) => {
    const before = await digestTables();
    const response = await call("PUT", "/profile", changes);
    expect([response.status, minorCode(response)]).toEqual([400, "invalid_data"]);
    expect(await digestTables()).toEqual(before);
  });

  it("PUT 400: a body that is not JSON", async () => {
    const response = await call("PUT", "/profile", "name=x");
    expect([response.status, minorCode(response)]).toEqual([400, "invalid_data"]);
  });
});

describe("errors and headers", () => {
  it("401 without a token, with another scheme, and with a token of another kind", async () => {
    for (const authorization of [
      undefined,
      "Basic YTpi",
      "Bearer",
      "Bearer bwa_x",
      `Bearer ${organization.client_id}`,
    ]) {
      const headers = authorization === undefined ? {} : { authorization };
      const response = await sendWallet("GET", `${SERVICE}/credentials`, { headers });
      expect([response.status, minorCode(response)]).toEqual([401, "unauthorizedrequest"]);
      expect(response.headers.get("www-authenticate")).toMatch(/^Bearer/);
    }
  });

  it("401 with the session of the earner: cookies are not read", async () => {
    const response = await sendWallet("GET", `${SERVICE}/profile`, { headers: earner.headers });
    expect(response.status).toBe(401);
  });

  it("405 for another method, 413 for a body of more than 1 MiB", async () => {
    const response = await call("DELETE", "/credentials");
    expect([response.status, minorCode(response)]).toEqual([405, "not_allowed"]);
    expect((await call("POST", "/credentials", "x".repeat(1_048_577))).status).toBe(413);
  });

  it("pages of any origin may use it, without cookies", async () => {
    for (const path of ["/discovery", "/credentials", "/profile", "/oauth/token", "/oauth/register"]) {
      const { status, headers } = await sendWallet("OPTIONS", SERVICE + path);
      expect(status).toBe(204);
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(headers.get("access-control-allow-headers")).toContain("Authorization");
      expect(headers.get("access-control-allow-credentials")).toBe(null);
    }
    expect((await list()).headers.get("access-control-expose-headers")).toContain("X-Total-Count");
  });
});

describe("GET /discovery", () => {
  it("200: names the addresses and scopes", async () => {
    const { status, json } = await sendWallet("GET", `${SERVICE}/discovery`);
    expect(status).toBe(200);
    expect(json.openapi).toBe("3.0.1");
    for (const key of ["termsOfService", "x-imssf-privacyPolicyUrl", "x-imssf-image"])
      expect(URL.canParse(json.info[key])).toBe(true);
    const { type, flows, ...scheme } = json.components.securitySchemes.OAuth2ACG;
    expect(type).toBe("oauth2");
    const { authorizationCode } = flows;
    expect(authorizationCode.tokenUrl).toBe(`http://localhost:3000${SERVICE}/oauth/token`);
    expect(scheme["x-imssf-registrationUrl"]).toBe(`http://localhost:3000${SERVICE}/oauth/register`);
    const { json: server } = await sendWallet("GET", `/.well-known/oauth-authorization-server${SERVICE}`);
    expect(server).toMatchObject({
      issuer: `http://localhost:3000${SERVICE}`,
      token_endpoint: authorizationCode.tokenUrl,
      authorization_endpoint: authorizationCode.authorizationUrl,
      scopes_supported: Object.keys(authorizationCode.scopes),
    });
  });
});
