import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { OFFLINE_ACCESS, READ_PROFILE } from "@/lib/applications/wallet-applications/choices";
import {
  ALL_SCOPES,
  callWallet,
  createWalletClient,
  type WalletClient,
} from "../../support/credentials/wallet-application";
import { stopClock } from "../../support/delivery/outbox";
import { createEarner, type TestEarner } from "../../support/accounts/earners";
import { sql } from "../../support/platform/database";

let earner: TestEarner;
let client: WalletClient;

beforeEach(async () => {
  earner = await createEarner();
  client = await createWalletClient();
});

afterEach(() => void vi.restoreAllMocks());

const readProfile = async (token: string) => (await callWallet(token, "GET", "/profile")).status;

describe("POST /oauth/token with a code", () => {
  it("200: returns tokens, which are stored as digests only", async () => {
    const { status, json, headers } = await client.post("token", await client.getCode(earner));
    expect([status, headers.get("cache-control"), headers.get("pragma")]).toEqual([
      200,
      "no-store",
      "no-cache",
    ]);
    expect(json).toEqual({
      access_token: expect.stringMatching(/^bwa_/),
      token_type: "Bearer",
      expires_in: 3_600,
      refresh_token: expect.stringMatching(/^bwr_/),
      scope: ALL_SCOPES,
    });
    expect(await readProfile(json.access_token)).toBe(200);
    const rows = await sql("SELECT row_to_json(t)::text AS text FROM wallet_tokens t");
    expect(JSON.stringify(rows)).not.toContain(json.access_token);
  });

  it("200: without offline_access there is no refresh token", async () => {
    const tokens = await client.getTokens(earner, READ_PROFILE);
    expect([tokens.refresh_token, tokens.scope]).toEqual([undefined, READ_PROFILE]);
  });

  it("200: for a public client, which only names itself, and for one that sends its secret in the body", async () => {
    const open = await createWalletClient({ token_endpoint_auth_method: "none" });
    expect(await readProfile((await open.getTokens(earner)).access_token)).toBe(200);
    const body = { client_id: client.id, client_secret: client.secret ?? "" };
    expect((await client.post("token", { ...(await client.getCode(earner)), ...body }, {})).status).toBe(200);
  });

  it.each([
    ["a wrong verifier", { code_verifier: "x".repeat(43) }, "invalid_grant"],
    ["no verifier", { code_verifier: "" }, "invalid_grant"],
    ["a malformed verifier", { code_verifier: "short" }, "invalid_request"],
    ["another redirect URI", { redirect_uri: "https://client.example/other" }, "invalid_request"],
    ["no redirect URI", { redirect_uri: "" }, "invalid_request"],
    ["no code", { code: "" }, "invalid_request"],
    ["an unknown code", { code: "bwc_unknown" }, "invalid_grant"],
    ["another grant type", { grant_type: "client_credentials" }, "unsupported_grant_type"],
    ["no grant type", { grant_type: "" }, "invalid_request"],
  ])("400: %s", async (_name, changes, error) => {
    const { status, json } = await client.post("token", { ...(await client.getCode(earner)), ...changes });
    expect([status, json.error]).toEqual([400, error]);
  });

  it("400: a wrong verifier uses up the code", async () => {
    const fields = await client.getCode(earner);
    await client.post("token", { ...fields, code_verifier: "x".repeat(43) });
    expect((await client.post("token", fields)).json.error).toBe("invalid_grant");
  });

  it("400: a code ends after two minutes", async () => {
    const clock = stopClock();
    const fields = await client.getCode(earner);
    clock.advance(120_000);
    expect((await client.post("token", fields)).json.error).toBe("invalid_grant");
  });

  it("400: a code of another application, which stays valid for its own", async () => {
    const other = await createWalletClient();
    const fields = await client.getCode(earner);
    expect((await other.post("token", fields)).json.error).toBe("invalid_grant");
    expect((await client.post("token", fields)).status).toBe(200);
  });

  it("400: a code that is used again ends the tokens that it gave", async () => {
    const fields = await client.getCode(earner);
    const { json } = await client.post("token", fields);
    expect((await client.post("token", fields)).json.error).toBe("invalid_grant");
    expect(await readProfile(json.access_token)).toBe(401);
    expect((await client.refresh(json.refresh_token)).json.error).toBe("invalid_grant");
  });

  it("of many exchanges of a code at once none leaves a valid token", async () => {
    const fields = await client.getCode(earner);
    const answers = await Promise.all(Array.from({ length: 8 }, () => client.post("token", fields)));
    const granted = answers.filter(({ status }) => status === 200);
    expect(granted.length).toBeLessThanOrEqual(1);
    for (const { json } of granted) expect(await readProfile(json.access_token)).toBe(401);
  });

  it.each([
    [
      "a wrong secret",
      (one: WalletClient) => ({ client_id: one.id, client_secret: `bos_${"x".repeat(38)}` }),
    ],
    ["no secret", (one: WalletClient) => ({ client_id: one.id })],
    ["an unknown client", () => ({ client_id: "x".repeat(32), client_secret: "bos_x" })],
    ["an unknown client without a secret", () => ({ client_id: "x".repeat(32) })],
  ])("401: %s", async (_name, credentials) => {
    const fields = await client.getCode(earner);
    const { status, json, headers } = await client.post("token", { ...fields, ...credentials(client) }, {});
    expect([status, json.error]).toEqual([401, "invalid_client"]);
    expect(headers.get("www-authenticate")).toContain("Basic");
    expect((await client.post("token", fields)).status).toBe(200);
  });

  it("401: a secret for a public client", async () => {
    const open = await createWalletClient({ token_endpoint_auth_method: "none" });
    const { status } = await open.post("token", { ...(await open.getCode(earner)), client_secret: "bos_x" });
    expect(status).toBe(401);
  });
});

describe("POST /oauth/token with a refresh token", () => {
  it("200: replaces it; the scopes can be fewer, and only for this access token", async () => {
    const first = await client.getTokens(earner);
    const { status, json } = await client.refresh(first.refresh_token, { scope: OFFLINE_ACCESS });
    expect([status, json.scope]).toEqual([200, OFFLINE_ACCESS]);
    expect(json.refresh_token).not.toBe(first.refresh_token);
    expect(await readProfile(json.access_token)).toBe(403);
    const next = await client.refresh(json.refresh_token);
    expect([next.json.scope, await readProfile(next.json.access_token)]).toEqual([ALL_SCOPES, 200]);
  });

  it("400: more scopes than the earner allowed", async () => {
    const { refresh_token: token } = await client.getTokens(earner, `${READ_PROFILE} ${OFFLINE_ACCESS}`);
    expect((await client.refresh(token, { scope: ALL_SCOPES })).json.error).toBe("invalid_scope");
    expect((await client.refresh(token)).status).toBe(200);
  });

  it("400: a second use ends all tokens of the consent, and leaves other consents", async () => {
    const [first, other] = [await client.getTokens(earner), await client.getTokens(earner)];
    const { json } = await client.refresh(first.refresh_token);
    expect((await client.refresh(first.refresh_token)).json.error).toBe("invalid_grant");
    expect(await Promise.all([first, json, other].map((one) => readProfile(one.access_token)))).toEqual([
      401, 401, 200,
    ]);
    expect((await client.refresh(json.refresh_token)).json.error).toBe("invalid_grant");
  });

  it("of many uses at once at most one succeeds, and its tokens have ended", async () => {
    const { refresh_token: token } = await client.getTokens(earner);
    const answers = await Promise.all(Array.from({ length: 8 }, () => client.refresh(token)));
    const granted = answers.filter(({ status }) => status === 200);
    expect(granted.length).toBeLessThanOrEqual(1);
    for (const { json } of granted) expect(await readProfile(json.access_token)).toBe(401);
  });

  it("400: for another application, and after 90 days", async () => {
    const clock = stopClock();
    const { refresh_token: token } = await client.getTokens(earner);
    const other = await createWalletClient();
    expect((await other.refresh(token)).json.error).toBe("invalid_grant");
    clock.advance(90 * 24 * 3_600_000);
    expect((await client.refresh(token)).json.error).toBe("invalid_grant");
  });

  it("400: an application that did not register the grant type", async () => {
    const once = await createWalletClient({ grant_types: ["authorization_code"] });
    const { refresh_token: token } = await once.getTokens(earner);
    expect((await once.refresh(token ?? "bwr_x")).json.error).toBe("unauthorized_client");
  });

  it("401: an access token after an hour", async () => {
    const clock = stopClock();
    const { access_token: token } = await client.getTokens(earner);
    clock.advance(3_599_000);
    expect(await readProfile(token)).toBe(200);
    clock.advance(1_000);
    expect(await readProfile(token)).toBe(401);
  });
});

describe("POST /oauth/revoke", () => {
  it("200: an access token ends alone, a refresh token with all others", async () => {
    const tokens = await client.getTokens(earner);
    const { status, text } = await client.post("revoke", { token: tokens.access_token });
    expect([status, text]).toEqual([200, ""]);
    expect(await readProfile(tokens.access_token)).toBe(401);
    const { json } = await client.refresh(tokens.refresh_token);
    expect((await client.post("revoke", { token: json.refresh_token })).status).toBe(200);
    expect(await readProfile(json.access_token)).toBe(401);
    expect((await earner.client.get("/wallet_applications")).data).toEqual([]);
  });

  it("200: an unknown token, and one of another application, which stays valid", async () => {
    const other = await createWalletClient();
    const { access_token: token } = await client.getTokens(earner);
    for (const unknown of ["nothing", token])
      expect((await other.post("revoke", { token: unknown })).status).toBe(200);
    expect(await readProfile(token)).toBe(200);
  });

  it("401 without the secret, 400 without a token", async () => {
    const { access_token: token } = await client.getTokens(earner);
    expect((await client.post("revoke", { token, client_id: client.id }, {})).status).toBe(401);
    expect((await client.post("revoke", {})).json.error).toBe("invalid_request");
    expect(await readProfile(token)).toBe(200);
  });
});
