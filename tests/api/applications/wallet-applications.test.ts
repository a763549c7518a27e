import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { env } from "@/lib/kernel/env";
import {
  isAllowedRedirectUri,
  isRegisteredRedirectUri,
} from "@/lib/applications/wallet-applications/redirect-uris";
import { readAuthorizationRequest } from "@/lib/applications/wallet-applications/authorization";
import { READ_PROFILE } from "@/lib/applications/wallet-applications/choices";
import {
  ALL_SCOPES,
  answer,
  createWalletClient,
  REDIRECT_URI,
  register,
  sendWallet,
  SERVICE,
  type WalletClient,
} from "../../support/credentials/wallet-application";
import { stopClock } from "../../support/delivery/outbox";
import { createEarner, type TestEarner } from "../../support/accounts/earners";
import { createPerson } from "../../support/accounts/members";
import { digestTables, sql } from "../../support/platform/database";

let earner: TestEarner;
let client: WalletClient;

beforeEach(async () => {
  earner = await createEarner();
  client = await createWalletClient();
});

afterEach(() => void vi.restoreAllMocks());

describe("POST /oauth/register", () => {
  it("201: registers with defaults; only a digest of the secret is stored", async () => {
    const { status, json, headers } = await sendWallet("POST", `${SERVICE}/oauth/register`, {
      body: { redirect_uris: ["https://client.example/cb"] },
    });
    const { client_id, client_secret, client_id_issued_at, ...rest } = json;
    expect(status).toBe(201);
    expect(headers.get("cache-control")).toBe("no-store");
    expect([client_id, client_secret]).toEqual([
      expect.stringMatching(/^\w{32}$/),
      expect.stringMatching(/^bos_\w{38}$/),
    ]);
    expect(client_id_issued_at).toBeTypeOf("number");
    expect(rest).toEqual({
      client_secret_expires_at: 0,
      client_name: "client.example",
      redirect_uris: ["https://client.example/cb"],
      token_endpoint_auth_method: "client_secret_basic",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      scope: ALL_SCOPES,
    });
    const [row] = await sql("SELECT row_to_json(a)::text AS text FROM wallet_applications a WHERE uid = $1", [
      client_id,
    ]);
    expect(row?.text).not.toContain(client_secret);
  });

  it("201: returns all metadata, and no secret to a public client", async () => {
    const metadata = {
      client_name: "Wallet <b>",
      redirect_uris: ["http://127.0.0.1/cb", "http://localhost:5000/cb"],
      client_uri: "https://client.example",
      logo_uri: "https://client.example/logo.png",
      tos_uri: "https://client.example/terms",
      policy_uri: "https://client.example/privacy",
      contacts: ["help@client.example"],
      software_id: "4NRB1-0XZABZI9E6-5SM3R",
      software_version: "1.2",
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code"],
      response_types: ["code"],
      scope: READ_PROFILE,
    };
    const { status, json } = await register(metadata);
    expect(status).toBe(201);
    expect(json).toEqual({
      ...metadata,
      client_id: json.client_id,
      client_id_issued_at: json.client_id_issued_at,
    });
  });

  it.each([
    [{ redirect_uris: [] }, "invalid_redirect_uri"],
    [{ redirect_uris: undefined }, "invalid_redirect_uri"],
    [{ redirect_uris: ["http://client.example/cb"] }, "invalid_redirect_uri"],
    [{ redirect_uris: ["javascript:alert(1)"] }, "invalid_redirect_uri"],
    [{ redirect_uris: ["https://client.example/cb#part"] }, "invalid_redirect_uri"],
    [{ redirect_uris: ["https://user:pass@client.example/cb"] }, "invalid_redirect_uri"],
    [{ redirect_uris: ["com.example.app:/cb"] }, "invalid_redirect_uri"],
    [{ redirect_uris: Array.from({ length: 11 }, () => REDIRECT_URI) }, "invalid_redirect_uri"],
    [{ client_name: "x".repeat(101) }, "invalid_client_metadata"],
    [{ client_name: "Bank\u202Egnp" }, "invalid_client_metadata"],
    [{ client_name: "a\u0000b" }, "invalid_client_metadata"],
    [{ policy_uri: "javascript:alert(1)" }, "invalid_client_metadata"],
    [{ client_uri: "http://client.example" }, "invalid_client_metadata"],
    [{ token_endpoint_auth_method: "private_key_jwt" }, "invalid_client_metadata"],
    [{ grant_types: ["password"] }, "invalid_client_metadata"],
    [{ grant_types: ["refresh_token"] }, "invalid_client_metadata"],
    [{ response_types: ["token"] }, "invalid_client_metadata"],
    [{ scope: "everything" }, "invalid_client_metadata"],
    [{ contacts: ["nobody"] }, "invalid_client_metadata"],
  ])("400: %j is %s; nothing is stored", async (metadata, error) => {
    const before = await digestTables();
    const { status, json } = await register(metadata);
    expect([status, json.error]).toEqual([400, error]);
    expect(json.error_description).not.toBe("");
    expect(await digestTables()).toEqual(before);
  });

  it.each(["{", "[]", "null", '"text"'])("400: the body %s", async (body) => {
    const { status, json } = await sendWallet("POST", `${SERVICE}/oauth/register`, {
      headers: { "content-type": "application/json" },
      body,
    });
    expect([status, typeof json.error]).toEqual([400, "string"]);
  });

  it("429: an address can register 20 applications within an hour", async () => {
    const before = env().RATE_LIMIT;
    env().RATE_LIMIT = 600;
    try {
      const statuses: number[] = [];
      for (let count = 0; count < 21; count += 1) statuses.push((await register()).status);
      expect(statuses).toEqual([...Array.from({ length: 20 }, () => 201), 429]);
    } finally {
      env().RATE_LIMIT = before;
    }
  });

  it("deletes applications that no one has allowed for 90 days, and no others", async () => {
    const clock = stopClock();
    const [unused, used] = [await createWalletClient(), await createWalletClient()];
    await used.getTokens(earner);
    clock.advance(89 * 24 * 3_600_000);
    await createWalletClient();
    expect(await unused.findId()).not.toBe("undefined");
    clock.advance(2 * 24 * 3_600_000);
    await createWalletClient();
    expect([await unused.findId(), await used.findId()]).toEqual(["undefined", expect.stringMatching(/-/)]);
  });
});

describe("redirect URIs", () => {
  it.each([
    ["https://a.example/cb", true],
    ["https://a.example", true],
    ["http://127.0.0.1:1/cb", true],
    ["http://localhost/cb", true],
    ["http://127.0.0.1.evil.example/cb", false],
    ["http://[::1]/cb", false],
    ["https:a.example/cb", false],
    ["https://a.example/c b", false],
    ["https://a.example/\n", false],
    ["data:text/html,x", false],
  ])("%s is allowed: %s", (address, isAllowed) => {
    expect(isAllowedRedirectUri(address)).toBe(isAllowed);
  });

  it.each([
    ["https://a.example/cb", "https://a.example/cb", true],
    ["https://a.example/cb/", "https://a.example/cb", false],
    ["https://a.example/cb?x", "https://a.example/cb", false],
    ["https://A.example/cb", "https://a.example/cb", false],
    ["https://a.example:8443/cb", "https://a.example/cb", false],
    ["http://127.0.0.1:49152/cb", "http://127.0.0.1/cb", true],
    ["http://127.0.0.1:49152/other", "http://127.0.0.1/cb", false],
    ["http://localhost:1/cb", "http://127.0.0.1/cb", false],
  ])("%s matches the registered %s: %s", (given, registered, matches) => {
    expect(isRegisteredRedirectUri(given, [registered])).toBe(matches);
  });
});

describe("the request for consent", () => {
  const read = (changes: Record<string, string | undefined>) => {
    const fields = Object.entries({ ...client.requestFields(), ...changes });
    const given = fields.filter((pair): pair is [string, string] => pair[1] !== undefined);
    return readAuthorizationRequest(new URLSearchParams(given));
  };

  it("asks for the scopes of the request", async () => {
    expect(await read({ scope: READ_PROFILE })).toMatchObject({
      kind: "ask",
      request: { scopes: [READ_PROFILE], redirectUri: REDIRECT_URI, state: "xyz" },
    });
  });

  it.each([
    { client_id: "unknown" },
    { client_id: undefined },
    { redirect_uri: undefined },
    { redirect_uri: "https://evil.example/callback" },
    { redirect_uri: `${REDIRECT_URI}&more=1` },
  ])("is refused without a redirect: %j", async (changes) => {
    expect(await read(changes)).toEqual({ kind: "refuse" });
  });

  it("is refused without a redirect when the client is named twice", async () => {
    const query = new URLSearchParams(client.requestFields());
    query.append("client_id", client.id);
    expect(await readAuthorizationRequest(query)).toEqual({ kind: "refuse" });
  });

  it.each([
    [{ response_type: undefined }, "invalid_request"],
    [{ response_type: "token" }, "unsupported_response_type"],
    [{ scope: "everything" }, "invalid_scope"],
    [{ code_challenge: undefined }, "invalid_request"],
    [{ code_challenge: "short" }, "invalid_request"],
    [{ code_challenge_method: undefined }, "invalid_request"],
    [{ code_challenge_method: "plain" }, "invalid_request"],
  ])("returns with an error: %j", async (changes, error) => {
    const outcome = await read(changes);
    if (outcome.kind !== "return") throw new Error(outcome.kind);
    const { origin, searchParams } = new URL(outcome.location);
    expect(origin).toBe("https://client.example");
    expect(Object.fromEntries(searchParams)).toEqual({
      from: "badges",
      error,
      error_description: expect.any(String),
      state: "xyz",
      iss: `${env().APP_URL}${SERVICE}`,
    });
  });
});

describe("the answer", () => {
  const count = async () =>
    (await sql("SELECT id FROM wallet_grants WHERE user_id = $1", [earner.id])).length;

  it("leads back with a code, the state and the issuer", async () => {
    const location = await answer(earner, { ...client.requestFields(), answer: "allow" });
    expect(Object.fromEntries(location.searchParams)).toEqual({
      from: "badges",
      code: expect.stringMatching(/^bwc_/),
      state: "xyz",
      iss: `${env().APP_URL}${SERVICE}`,
    });
    const { data } = await earner.client.get("/wallet_applications");
    expect(data).toEqual([
      {
        id: await client.findId(),
        name: expect.stringMatching(/^Client/),
        client_uri: null,
        policy_uri: null,
        host: "client.example",
        scopes: ALL_SCOPES.split(" "),
        connected_at: expect.any(String),
      },
    ]);
    const [activity] = await sql("SELECT kind FROM account_activities WHERE user_id = $1", [earner.id]);
    expect(activity?.kind).toBe("application_allowed");
  });

  it("leads back with access_denied and grants nothing", async () => {
    const location = await answer(earner, { ...client.requestFields(), answer: "deny" });
    expect(location.searchParams.get("error")).toBe("access_denied");
    expect(await count()).toBe(0);
  });

  it("grants nothing to a form of another site, without a session, or after another person signed in", async () => {
    const fields = { ...client.requestFields(), answer: "allow" };
    const other = await createPerson();
    const headers = [
      { ...earner.headers, origin: "https://evil.example" },
      { origin: earner.headers.origin },
      other.headers,
    ];
    for (const given of headers) {
      const location = await answer(earner, fields, given);
      expect([location.pathname, location.searchParams.has("code")]).toEqual(["/authorize", false]);
    }
    expect([
      await count(),
      (await sql("SELECT id FROM wallet_grants WHERE user_id = $1", [other.id])).length,
    ]).toEqual([0, 0]);
  });

  it("stores at most ten consents for an application, the newest ones", async () => {
    for (let round = 0; round < 11; round += 1) await client.getCode(earner);
    expect(await count()).toBe(10);
  });
});
