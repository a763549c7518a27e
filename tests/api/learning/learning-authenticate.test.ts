import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { env } from "@/lib/kernel/env";
import { isWellFormedSecret } from "@/lib/kernel/secrets";
import * as passwords from "@/lib/identity/users/passwords";
import { createTestOrganization, nextSerial, type TestOrganization } from "../../support/builders";
import { ORIGIN } from "../../support/http/client";
import { dumpTables, sql } from "../../support/platform/database";
import {
  anonymousClient,
  invalidParameters,
  learningClient,
  createTestLearningApp,
  type TestApp,
} from "../../support/learning/learning";
import { appCode } from "../../support/identity/app-codes";
import { createPersonClient } from "../../support/accounts/earners";
import { createPerson, createSessionCookie } from "../../support/accounts/members";
import { addApp } from "../../support/identity/second-factors";

const PATH = "/v1.1/authenticate";
const basicHeader = (email: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${email}:${password}`).toString("base64")}`,
});

let organization: TestOrganization;
let app: TestApp;

beforeAll(async () => {
  organization = await createTestOrganization();
  app = await createTestLearningApp(organization);
});
afterEach(() => {
  vi.restoreAllMocks();
  env().RATE_LIMIT = null;
});

describe("POST /v1.1/authenticate", () => {
  it("200: by HTTP Basic; the token manages the integrations of the owner's app", async () => {
    const { admin_email, admin_password } = organization;
    const { status, data, meta } = await anonymousClient.post(
      PATH,
      {},
      basicHeader(admin_email, admin_password),
    );
    expect(status).toBe(200);
    expect(data).toEqual({ token: expect.any(String), Refresh_token: expect.any(String) });
    expect(isWellFormedSecret("blt", data.token)).toBe(true);
    expect(isWellFormedSecret("blr", data.Refresh_token)).toBe(true);
    expect(meta.token_owner).toBe(organization.caller.actor.id);
    const client = learningClient({ access_token: data.token });
    const created = await client.post("/v1.1/cle_integrations/create", { name: "Course", course_id: "c" });
    expect(created.status).toBe(200);
    expect((await app.client.get("/v1.1/cle_integrations")).data).toEqual(created.data);
  });

  it.each(["post", "postQuery", "postJson", "postMultipart"] as const)(
    "200: by email or username and password (%s)",
    async (method) => {
      const { admin_email, admin_password: password } = organization;
      const email = ` ${admin_email.toUpperCase()}`;
      expect((await anonymousClient[method](PATH, { email, password })).status).toBe(200);
      expect((await anonymousClient[method](PATH, { username: admin_email, password })).status).toBe(200);
    },
  );

  it("200: the token is valid for three years and stored as a digest", async () => {
    const { admin_email: email, admin_password: password } = organization;
    const { data } = await anonymousClient.post(PATH, { email, password });
    const [row] = await sql(
      "SELECT expires_at = created_at + interval '3 years' AS good, kind FROM learning_tokens ORDER BY created_at DESC",
    );
    expect(row).toEqual({ good: true, kind: "owner" });
    const text = await dumpTables();
    for (const secret of [data.token, data.Refresh_token, password]) expect(text).not.toContain(secret);
  });

  it("200: removes expired tokens of any app", async () => {
    const own = await createTestLearningApp(organization);
    await sql(
      "UPDATE learning_tokens SET created_at = '2020-01-01', expires_at = '2023-01-01' WHERE app_id = $1",
      [own.id],
    );
    const { admin_email: email, admin_password: password } = organization;
    await anonymousClient.post(PATH, { email, password, api_key: app.apiKey });
    expect(await sql("SELECT FROM learning_tokens WHERE app_id = $1", [own.id])).toEqual([]);
    await organization.client.delete(`/learning_apps/${own.id}`);
  });

  it("400: names what is missing", async () => {
    const listMissing = async (parameters: object) =>
      invalidParameters(await anonymousClient.post(PATH, { ...parameters }));
    expect(await listMissing({})).toEqual(["missing_param_email", "missing_param_password"]);
    expect(await listMissing({ email: "a@example.org" })).toEqual(["missing_param_password"]);
    expect(await listMissing({ password: "x" })).toEqual(["missing_param_email"]);
  });

  it("selects one of an owner's several apps by X-Api-Key or api_key", async () => {
    const appOrganization = await createTestOrganization();
    const [one, two] = [
      await createTestLearningApp(appOrganization),
      await createTestLearningApp(appOrganization),
    ];
    const login = { email: appOrganization.admin_email, password: appOrganization.admin_password };
    expect(invalidParameters(await anonymousClient.post(PATH, login))).toEqual(["missing_param_api_key"]);
    const readTokenApp = async (parameters: object, headers: Record<string, string> = {}) => {
      const { data } = await anonymousClient.post(PATH, { ...login, ...parameters }, headers);
      const created = { name: "Course", course_id: `of-${nextSerial()}` };
      const { data: mine } = await learningClient({ access_token: data.token }).post(
        "/v1.1/cle_integrations/create",
        created,
      );
      const [row] = await sql("SELECT app_id FROM learning_integrations WHERE id = $1", [
        Object.keys(mine)[0],
      ]);
      return row?.app_id;
    };
    expect(await readTokenApp({ api_key: one.apiKey })).toBe(one.id);
    expect(await readTokenApp({}, { "x-api-key": two.apiKey })).toBe(two.id);
    const wrong = await anonymousClient.post(PATH, { ...login, api_key: app.apiKey });
    expect(invalidParameters(wrong)).toEqual(["invalid_param_api_key"]);
    const secret = { "x-api-key": one.apiKey, "x-api-secret": two.secret };
    expect((await anonymousClient.post(PATH, login, secret)).status).toBe(401);
    const right = { "x-api-key": one.apiKey, "x-api-secret": one.secret };
    expect((await anonymousClient.post(PATH, login, right)).status).toBe(200);
  });

  it("401: identical for a wrong password, an unknown address, and an invalid address", async () => {
    const { admin_email, admin_password } = organization;
    const texts = new Set<string>();
    for (const [email, password] of [
      [admin_email, "wrong"],
      ["nobody@example.org", admin_password],
      ["no address", admin_password],
      ["a\u0000@example.org", admin_password],
      [admin_email, "x".repeat(1_001)],
      ["", ""],
    ] as const) {
      const { status, headers, text, meta } = await anonymousClient.post(
        PATH,
        {},
        basicHeader(email, password),
      );
      expect([status, meta.status]).toEqual([401, "API_ACCESS_UNAUTHORIZED"]);
      expect(headers.get("www-authenticate")).toBe('Basic realm="badges"');
      texts.add(text);
    }
    expect(texts.size).toBe(1);
    const { status } = await anonymousClient.post(PATH, {}, { authorization: "Basic %%%" });
    expect(status).toBe(401);
  });

  it("401: takes the same work for an unknown address", async () => {
    const checked = vi.spyOn(passwords, "isPassword");
    await anonymousClient.post(PATH, { email: "nobody@example.org", password: "wrong" });
    await anonymousClient.post(PATH, { email: organization.admin_email, password: "wrong" });
    expect(checked.mock.calls.map(([, stored]) => stored === null)).toEqual([true, false]);
  });

  it("401: for a person who owns no app, or left the organization", async () => {
    const appOrganization = await createTestOrganization();
    const login = { email: appOrganization.admin_email, password: appOrganization.admin_password };
    expect((await anonymousClient.post(PATH, login)).status).toBe(401);
    await createTestLearningApp(appOrganization);
    expect((await anonymousClient.post(PATH, login)).status).toBe(200);
    await sql("DELETE FROM memberships WHERE user_id = $1", [appOrganization.caller.actor.id]);
    expect((await anonymousClient.post(PATH, login)).status).toBe(401);
    const { email } = await createPerson();
    expect((await anonymousClient.post(PATH, { email, password: "x" })).status).toBe(401);
  });

  it("429: after ten wrong passwords, even with the right one", async () => {
    const appOrganization = await createTestOrganization();
    await createTestLearningApp(appOrganization);
    const login = { email: appOrganization.admin_email, password: "wrong" };
    for (let count = 0; count < 10; count += 1) {
      expect((await anonymousClient.post(PATH, login)).status).toBe(401);
    }
    const { status, meta, headers } = await anonymousClient.post(PATH, {
      ...login,
      password: appOrganization.admin_password,
    });
    expect([status, meta.status]).toEqual([429, "TOO_MANY_REQUESTS"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect(Number(headers.get("retry-after"))).toBeLessThanOrEqual(900);
  });

  it("429: after sixty wrong passwords from one IP address", async () => {
    env().RATE_LIMIT = 600;
    vi.spyOn(passwords, "isPassword").mockResolvedValue(false);
    const from = { "x-client-address": "198.51.100.42" };
    const statuses: number[] = [];
    for (let count = 0; count < 61; count += 1) {
      const login = { email: `many-${nextSerial()}@example.org`, password: "wrong" };
      statuses.push((await anonymousClient.post(PATH, login, from)).status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(60);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe("an owner with a second factor", () => {
  const openSession = async ({ caller }: TestOrganization) => {
    const [row] = await sql("SELECT session_version AS version FROM users WHERE id = $1", [caller.actor.id]);
    const cookie = await createSessionCookie(caller.actor.id, Number(row?.version));
    return { headers: { cookie, origin: ORIGIN } };
  };
  const signIn = (owner: TestOrganization, one_time_code?: string) =>
    anonymousClient.post(PATH, {
      email: owner.admin_email,
      password: owner.admin_password,
      ...(one_time_code !== undefined && { one_time_code }),
    });

  it("401 without a code of it, and with one that was used; 200 with a code", async () => {
    const owner = await createTestOrganization();
    await createTestLearningApp(owner);
    const { secret } = await addApp(createPersonClient(await openSession(owner)));
    const missing = await signIn(owner);
    expect([missing.status, missing.text]).toEqual([401, expect.stringContaining("send a code of it")]);
    const code = await appCode(secret);
    expect((await signIn(owner, code)).status).toBe(200);
    const again = await signIn(owner, code);
    expect([again.status, again.text]).toEqual([401, expect.stringContaining("was used before")]);
  });

  it("is required by the organization of the app: 401 for an owner without one", async () => {
    const owner = await createTestOrganization();
    await createTestLearningApp(owner);
    await sql("UPDATE organizations SET requires_second_factor = true WHERE id = $1", [owner.id]);
    const refused = await signIn(owner);
    expect([refused.status, refused.text]).toEqual([
      401,
      expect.stringContaining("requires a second factor"),
    ]);
    const { secret } = await addApp(createPersonClient(await openSession(owner)));
    expect((await signIn(owner, await appCode(secret))).status).toBe(200);
  });
});
