import { createHmac } from "node:crypto";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { clock } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { digestTables } from "../../support/platform/database";
import {
  createConnectedIntegration,
  createTestLearningApp,
  type TestApp,
  type TestIntegration,
} from "../../support/learning/learning";
import { postLaunch, learnerFields, signedFields } from "../../support/learning/learning-lti";
import { FORM, signFields, type Fields } from "../../support/learning/lti";

let organization: TestOrganization;
let app: TestApp;
let integration: TestIntegration;

beforeAll(async () => {
  organization = await createTestOrganization();
  app = await createTestLearningApp(organization, { name: "Canvas", enterprise: true });
  integration = await createConnectedIntegration(app);
});
afterEach(() => vi.restoreAllMocks());

type Body = Record<string, unknown>;

const requestCheck = (body: Body, of: { id: string } = app) =>
  organization.client.post(`/learning_apps/${of.id}/launch_checks`, body);

const launchFields = (changes: Fields = {}): Fields => learnerFields(integration.id, changes);
const encodeForm = (given: Record<string, string>): string => new URLSearchParams(given).toString();
const buildLaunchBody = (changes: Fields = {}, of: Pick<TestApp, "apiKey" | "secret"> = app): string =>
  encodeForm(signedFields(of, "/auth/lti", launchFields(changes)));

/** A launch that was signed for another URL, or differently from how it is sent. */
const signForUrl = (url: string, more: Fields = {}, method = "POST"): string => {
  const now = String(Math.floor(Date.now() / 1000));
  const own = { ...launchFields(), oauth_consumer_key: app.apiKey, oauth_timestamp: now, ...more };
  return encodeForm(
    Object.fromEntries(signFields(own, { url, method, secret: app.secret }) as [string, string][]),
  );
};

const stepOutcomes = ({ data }: { data: { checks: { step: string; outcome: string }[] } }) =>
  Object.fromEntries(data.checks.map(({ step, outcome }) => [step, outcome]));

const passed = { parse: "passed", parameters: "passed", key: "passed", timestamp: "passed" };

describe("POST …/learning_apps/{id}/launch_checks", () => {
  it("200: a valid launch, with the signed parameters; it stores nothing and uses up no nonce", async () => {
    const given = signedFields(app, "/auth/lti", launchFields());
    const before = await digestTables();
    const response = await requestCheck({ url: "/auth/lti", body: encodeForm(given) });
    expect(response.status).toBe(200);
    expect(response.data).toMatchObject({ accepted: true, step: null, code: null, hints: [] });
    expect(stepOutcomes(response)).toEqual({
      ...passed,
      signature: "passed",
      nonce: "not_checked",
      launch: "passed",
    });
    expect(response.data.base_uri).toBe(`${env().APP_URL}/auth/lti`);
    expect(response.data.base_string).toMatch(/^POST&http/);
    expect(response.data.parameters).toContainEqual({ name: "user_id", value: "learner-1" });
    expect(await digestTables()).toEqual(before);
    expect((await postLaunch(given)).status).toBe(302);
    // The same request again: the service refuses its nonce, and the check still reports whether the signature is
    // right.
    expect((await requestCheck({ url: "/auth/lti", body: encodeForm(given) })).data.accepted).toBe(true);
  });

  it("200: the whole request as HTTP, and parameters in the header", async () => {
    const body = buildLaunchBody();
    const raw = `POST /auth/lti HTTP/1.1\r\nHost: badges.example\r\nContent-Type: ${FORM}\r\n\r\n${body}\r\n`;
    expect((await requestCheck({ raw })).data).toMatchObject({ accepted: true, method: "POST" });
    const pairs = Object.entries(signedFields(app, "/auth/lti", launchFields())).map(
      ([name, value]) => `${name}="${encodeURIComponent(value)}"`,
    );
    const headed = await requestCheck({ url: "/auth/lti", authorization: `OAuth ${pairs.join(", ")}` });
    expect(headed.data.accepted).toBe(true);
  });

  it("200: a request that is too old is also checked against its own time", async () => {
    const timestamp = String(Math.floor(Date.now() / 1000) - 3_600);
    const response = await requestCheck({
      url: "/auth/lti",
      body: buildLaunchBody({ oauth_timestamp: timestamp }),
    });
    expect(response.data).toMatchObject({ accepted: false, step: "timestamp", code: "LTI_UNAUTHORIZED" });
    expect(stepOutcomes(response)).toMatchObject({
      timestamp: "failed",
      signature: "passed",
      launch: "passed",
    });
    expect(response.data.hints.join(" ")).toContain("60 minutes before the current time");
    expect(response.data.hints.join(" ")).toContain("signature is valid");
    expect(response.data.signed_at).toBe(new Date(Number(timestamp) * 1000).toISOString());
    const other = { apiKey: app.apiKey, secret: "another" };
    const wrong = await requestCheck({
      url: "/auth/lti",
      body: buildLaunchBody({ oauth_timestamp: timestamp }, other),
    });
    expect(stepOutcomes(wrong)).toMatchObject({
      timestamp: "failed",
      signature: "failed",
      launch: "not_reached",
    });
    expect(wrong.data.hints.join(" ")).toContain("signature is wrong as well");
  });

  it("200: another key; names an app of the same organization, and no other", async () => {
    const beside = await createTestLearningApp(organization, { name: "Moodle" });
    const foreign = await createTestLearningApp(undefined, { name: "Foreign" });
    const named = await requestCheck({ url: "/auth/lti", body: buildLaunchBody({}, beside) });
    expect(named.data).toMatchObject({ step: "key", code: "LTI_APP_NOT_FOUND" });
    expect(named.data.hints[0]).toContain("“Moodle”");
    const unnamed = await requestCheck({ url: "/auth/lti", body: buildLaunchBody({}, foreign) });
    expect([unnamed.data.step, JSON.stringify(unnamed.data)]).toEqual([
      "key",
      expect.not.stringContaining("Foreign"),
    ]);
    expect(stepOutcomes(unnamed)).toMatchObject({
      key: "failed",
      timestamp: "not_reached",
      launch: "not_reached",
    });
  });

  it("200: names what is missing, an unsigned request, and a body that is not a form", async () => {
    const missing = await requestCheck({
      url: "/auth/lti",
      body: buildLaunchBody({ roles: undefined, user_id: " " }),
    });
    expect(missing.data).toMatchObject({ step: "parameters", code: "LTI_DATA_MISSING" });
    expect(missing.data.message).toBe("user_id is required; roles is required.");
    const nothing = await requestCheck({ url: "/auth/lti", body: "hello" });
    expect(nothing.data).toMatchObject({ step: "parse", code: "NOT_FOUND", accepted: false });
    const json = await requestCheck({ url: "/auth/lti", content_type: "application/json", body: "{}" });
    expect(json.data.hints[0]).toContain("application/json");
  });

  it("200: a correctly signed launch that is refused anyway", async () => {
    const plain = await createTestLearningApp(organization, { name: "Plain" });
    const refused = await requestCheck({ url: "/auth/lti", body: buildLaunchBody({}, plain) }, plain);
    expect(refused.data).toMatchObject({ step: "launch", code: "LTI_UNAUTHORIZED" });
    const stranger = await requestCheck({
      url: "/auth/lti",
      body: buildLaunchBody({ integration_id: "2147483647" }),
    });
    expect(stranger.data).toMatchObject({ step: "launch", code: "LTI_DATA_MISSING" });
    expect(stepOutcomes(stranger)).toMatchObject({ signature: "passed", launch: "failed" });
    const connect = "/v1.1/cle_auth/connect";
    const few = { user_id: "server", integration_id: String(integration.id) };
    const connected = await requestCheck({ url: connect, body: encodeForm(signedFields(app, connect, few)) });
    expect(connected.data.accepted).toBe(true);
  });

  it("200: names the launch URL, for a path that accepts no launches", async () => {
    const response = await requestCheck({
      url: "/lti/launch",
      body: encodeForm(signedFields(app, "/lti/launch", launchFields())),
    });
    expect([response.data.accepted, response.data.hints[0]]).toEqual([
      true,
      expect.stringContaining("/auth/lti"),
    ]);
  });

  it("422: neither a request nor a URL; 404: an app of another organization", async () => {
    for (const [body, field] of [
      [{}, "url"],
      [{ url: "ftp://lms.example" }, "url"],
      [{ url: "auth/lti" }, "url"],
      [{ raw: "oauth_nonce=1" }, "raw"],
      [{ url: "/auth/lti", body: "x".repeat(32_001) }, "body"],
    ] as const) {
      const { status, data } = await requestCheck(body);
      expect([status, data.errors[0].field]).toEqual([422, field]);
    }
    expect((await requestCheck({ url: "/auth/lti" }, await createTestLearningApp())).status).toBe(404);
  });
});

describe("signature errors", () => {
  const listHints = async (body: Body): Promise<string> => {
    const { data } = await requestCheck({ url: "/auth/lti", ...body });
    expect([data.step, data.code]).toEqual(["signature", "LTI_UNAUTHORIZED"]);
    return data.hints.join(" ");
  };
  const hmac = (key: string) => (text: string) => createHmac("sha1", key).update(text).digest("base64");

  it("another secret", async () => {
    const body = buildLaunchBody({}, { apiKey: app.apiKey, secret: "another" });
    expect(await listHints({ body })).toContain("The secret is probably wrong");
  });

  it("another URL: the pasted one, that of the Host header, or the other scheme", async () => {
    const foreign = "https://badges.lms.example";
    const pasted = await listHints({ url: `${foreign}/auth/lti`, body: signForUrl(`${foreign}/auth/lti`) });
    expect(pasted).toContain(`signed for ${foreign}/auth/lti, but this service is at ${env().APP_URL}`);
    const raw = `POST /auth/lti HTTP/1.1\nHost: badges.lms.example\n\n${signForUrl(`${foreign}/auth/lti`)}`;
    expect((await requestCheck({ raw })).data.hints[0]).toContain(foreign);
    const secure = env().APP_URL.replace(/^http:/, "https:");
    expect(await listHints({ body: signForUrl(`${secure}/auth/lti`) })).toContain(
      `signed for ${secure}/auth/lti`,
    );
    expect(await listHints({ body: signForUrl(`${env().APP_URL}/auth/lti/`) })).toContain("slash at the end");
  });

  it("another method, and two deviations at once", async () => {
    const url = `${env().APP_URL}/auth/lti`;
    expect(await listHints({ body: signForUrl(url, {}, "GET") })).toContain("signed as GET");
    const both = await listHints({ body: signForUrl(`${url}/`, {}, "GET") });
    expect(both).toContain("signed as GET");
    expect(both).toContain("slash at the end");
  });

  it("a key that was built wrongly, or a secret that was pasted wrongly", async () => {
    const { data } = await requestCheck({
      url: "/auth/lti",
      body: buildLaunchBody({}, { ...app, secret: "another" }),
    });
    const base = data.base_string as string;
    const given = (key: string) => {
      const sent = new URLSearchParams(data.parameters.map((one: Fields) => [one.name, one.value]));
      sent.set("oauth_signature", hmac(key)(base));
      return listHints({ body: sent.toString() });
    };
    expect(await given(app.secret)).toContain("The & is missing");
    expect(await given(`${app.apiKey}&`)).toContain("API key instead of the secret");
    expect(await given(`${app.secret}%0A&`)).toContain("line end after it");
  });

  it("missing parameters, and lines that a browser ends differently", async () => {
    const rest = signForUrl(`${env().APP_URL}/auth/lti`);
    expect(await listHints({ url: "/auth/lti?theme=dark", body: rest })).toContain("query of the address");
    expect(await listHints({ body: `${rest}&custom_empty=` })).toContain("without a value");
    const lines = signForUrl(`${env().APP_URL}/auth/lti`, { context_title: "One\nTwo" });
    expect(await listHints({ body: lines.replace("%0A", "%0D%0A") })).toContain("CR LF");
  });

  it("a signature that was encoded twice, or not at all", async () => {
    // This only matters when it contains a plus, which has to be encoded.
    const plain = () => signedFields(app, "/auth/lti", launchFields());
    const sent = Array.from({ length: 200 }, plain).find((one) => one.oauth_signature?.includes("+")) ?? {};
    const { oauth_signature: signature = "", ...others } = sent;
    const twice = encodeForm({ ...others, oauth_signature: encodeURIComponent(signature) });
    expect(await listHints({ body: twice })).toContain("percent-encoded twice");
    expect(await listHints({ body: `${encodeForm(others)}&oauth_signature=${signature}` })).toContain("%2B");
    const short = encodeForm({ ...others, oauth_signature: "abc" });
    expect(await listHints({ body: short })).toContain("28 characters");
  });
});

describe("secrets", () => {
  it("are in no response, wherever they were pasted, nor is the correct signature", async () => {
    vi.spyOn(clock, "now").mockReturnValue(new Date());
    const right = signedFields(app, "/auth/lti", launchFields());
    const { oauth_signature: signature = "", ...others } = right;
    for (const changes of [
      { oauth_signature: "wrong" },
      { oauth_signature: "wrong", oauth_consumer_secret: app.secret },
      { oauth_signature: "wrong", custom_note: `secret ${app.secret}`, [app.secret]: "1" },
      { oauth_consumer_key: app.secret, oauth_signature: "wrong" },
      { [`oauth_${app.secret}`]: "1", oauth_signature: "wrong" },
    ]) {
      const body = `${encodeForm({ ...others, ...changes })}&oauth_${app.secret}=2`;
      const text = JSON.stringify(
        (await requestCheck({ url: `/auth/lti/${app.secret}?a=${app.secret}`, body })).data,
      );
      expect(text).not.toContain(app.secret);
      expect(text).not.toContain(signature);
      expect(text).not.toContain(encodeURIComponent(signature));
    }
  });
});
