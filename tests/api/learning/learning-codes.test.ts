import { beforeAll, describe, expect, it } from "vitest";
import { digest, isWellFormedSecret } from "@/lib/kernel/secrets";
import { digestTables, dumpTables, sql } from "../../support/platform/database";
import {
  anonymousClient,
  createConnectedIntegration,
  invalidParameters,
  learningClient,
  createTestLearningApp,
  createTestLearningToken,
  findMemberNumber,
  type TestApp,
  type TestIntegration,
} from "../../support/learning/learning";
import {
  addGradable,
  createLearningBadge,
  createRule,
  requirements,
} from "../../support/learning/learning-course";
import { createPerson } from "../../support/accounts/members";

const AUTHORIZE = "/v1.1/cle_auth/authorize";
const EXCHANGE = "/v1.1/cle_auth/exchange";
const RECONNECT = "/v1.1/cle_auth/reconnect";
const DEAUTHENTICATE = "/v1.1/cle_auth/deauthenticate";
const LOGS = "/v1.1/cle_logs";

let integration: TestIntegration;
let siblingIntegration: TestIntegration;
let foreignIntegration: TestIntegration;
/** An app of another organization that gets codes. */
let partner: TestApp;

beforeAll(async () => {
  integration = await createConnectedIntegration();
  siblingIntegration = await createConnectedIntegration(integration.app);
  foreignIntegration = await createConnectedIntegration();
  partner = foreignIntegration.app;
});

const requestCode = (from: TestIntegration, changes: Record<string, unknown> = {}) =>
  from.client.post(AUTHORIZE, { oauth_consumer_key: partner.apiKey, integration_ids: [from.id], ...changes });

const partnerHeaders = ({ apiKey, secret }: TestApp) => ({ "x-api-key": apiKey, "x-api-secret": secret });

describe("POST /v1.1/cle_auth/authorize", () => {
  it("200: returns a code, for a token of the integration or of the owner", async () => {
    const { status, data } = await requestCode(integration, { redirect_url: "https://partner.example/back" });
    expect([status, isWellFormedSecret("blc", data.code)]).toEqual([200, true]);
    expect(await dumpTables()).not.toContain(data.code);
    for (const integration_ids of [
      [integration.id, siblingIntegration.id],
      `${integration.id},${siblingIntegration.id}`,
      `[${siblingIntegration.id}]`,
    ]) {
      const body = { oauth_consumer_key: partner.apiKey, integration_ids };
      expect((await integration.app.client.post(AUTHORIZE, body)).status).toBe(200);
    }
    // An integration's token applies to its own integration when the request names none.
    const own = { oauth_consumer_key: partner.apiKey };
    expect((await integration.client.post(AUTHORIZE, own)).status).toBe(200);
  });

  it("400: names what is missing or wrong", async () => {
    expect(invalidParameters(await requestCode(integration, { oauth_consumer_key: undefined }))).toEqual([
      "missing_param_oauth_consumer_key",
    ]);
    expect(invalidParameters(await requestCode(integration, { oauth_consumer_key: "unknown" }))).toEqual([
      "invalid_param_oauth_consumer_key",
    ]);
    for (const integration_ids of [["x"], ["0"], ["9999999999"], "1;x", ["1\u0000"]]) {
      expect(invalidParameters(await requestCode(integration, { integration_ids }))).toEqual([
        "invalid_param_integration_ids",
      ]);
    }
    const owners = { oauth_consumer_key: partner.apiKey };
    expect(invalidParameters(await integration.app.client.post(AUTHORIZE, owners))).toEqual([
      "missing_param_integration_ids",
    ]);
    expect(
      invalidParameters(await requestCode(integration, { redirect_url: "javascript:alert(1)" })),
    ).toEqual(["invalid_param_redirect_url"]);
  });

  it("400 unauthorized_user: integrations that the token has no access to, of any owner; nothing is stored", async () => {
    const before = await digestTables();
    for (const id of [siblingIntegration.id, foreignIntegration.id, 2_147_483_647]) {
      const response = await requestCode(integration, { integration_ids: [integration.id, id] });
      expect(invalidParameters(response)).toEqual(["unauthorized_user"]);
    }
    const owners = { oauth_consumer_key: partner.apiKey, integration_ids: [foreignIntegration.id] };
    expect(invalidParameters(await integration.app.client.post(AUTHORIZE, owners))).toEqual([
      "unauthorized_user",
    ]);
    expect(await digestTables()).toEqual(before);
  });
});

describe("POST /v1.1/cle_auth/exchange", () => {
  const createCode = async (changes: Record<string, unknown> = {}) =>
    (await requestCode(integration, changes)).data.code as string;

  it("200: a token for the partner on the integration, by key and secret or by its owner's token", async () => {
    const first = await anonymousClient.post(EXCHANGE, { code: await createCode() }, partnerHeaders(partner));
    const second = await partner.client.post(EXCHANGE, { code: await createCode() });
    for (const { status, data, meta } of [first, second]) {
      expect(status).toBe(200);
      expect(data).toEqual({
        token: expect.any(String),
        Refresh_token: expect.any(String),
        connected_account_id: integration.id,
      });
      expect(meta.token_owner).toBe(integration.app.ownerId);
      const client = learningClient({ access_token: data.token, integration_account_id: integration.id });
      expect((await client.get(LOGS)).status).toBe(200);
      // It is the partner's token, so it is sent with the partner's key and secret.
      expect((await client.get(LOGS, {}, partnerHeaders(partner))).status).toBe(200);
      expect((await client.get(LOGS, {}, partnerHeaders(integration.app))).status).toBe(401);
      expect(
        invalidParameters(await client.get(LOGS, { integration_account_id: siblingIntegration.id })),
      ).toEqual(["invalid_integration"]);
      expect(
        invalidParameters(await client.get(LOGS, { integration_account_id: foreignIntegration.id })),
      ).toEqual(["invalid_integration"]);
    }
  });

  it("401: when the person who authorized the partner is no longer a member", async () => {
    const own = await createConnectedIntegration();
    const { data: lent } = await requestCode(own);
    const { data } = await anonymousClient.post(EXCHANGE, { code: lent.code }, partnerHeaders(partner));
    const client = learningClient({ access_token: data.token, integration_account_id: own.id });
    expect((await client.get(LOGS)).status).toBe(200);
    await sql("DELETE FROM memberships WHERE organization_id = $1", [own.organization.id]);
    expect((await client.get(LOGS)).status).toBe(401);
  });

  it("a partner's token changes rules of badges that already have some there, and of no others", async () => {
    const own = await createConnectedIntegration();
    const { data: lent } = await requestCode(own);
    const { data } = await anonymousClient.post(EXCHANGE, { code: lent.code }, partnerHeaders(partner));
    const client = learningClient({ access_token: data.token, integration_account_id: own.id });
    const [given, other] = [await createLearningBadge(own), await createLearningBadge(own)];
    const requiredGradable = await addGradable(own);
    await createRule(own, given, [requiredGradable, "gte", "60"]);
    const rules = [{ id: "new", requirements: requirements([requiredGradable, "gte", "90"]) }];
    const updateRules = (badge_id: unknown) =>
      client.postJson("/v1.1/cle_rules/update", { badge_id, rules, name: "Mine", description: "Mine" });
    expect((await updateRules(given.number)).status).toBe(200);
    expect(invalidParameters(await updateRules(other.number))).toEqual(["unauthorized_user"]);
    expect(invalidParameters(await updateRules("new"))).toEqual(["unauthorized_user"]);
  });

  it("writes an audit entry for the organization that authorized the partner", async () => {
    const own = await createConnectedIntegration();
    const { data: lent } = await requestCode(own);
    await anonymousClient.post(EXCHANGE, { code: lent.code }, partnerHeaders(partner));
    const { data } = await own.organization.client.get(
      "/audit_entries?filter=action::learning_code.exchange",
    );
    expect(data).toMatchObject([
      { subject_id: String(own.id), actor: { type: "LearningApp", id: partner.id } },
    ]);
  });

  it("200: a code of several integrations opens all of them, and ends with the last", async () => {
    const [one, two] = [
      await createConnectedIntegration(integration.app),
      await createConnectedIntegration(integration.app),
    ];
    const body = { oauth_consumer_key: partner.apiKey, integration_ids: [one.id, two.id] };
    const { data: authorized } = await integration.app.client.post(AUTHORIZE, body);
    const { data } = await anonymousClient.post(EXCHANGE, { code: authorized.code }, partnerHeaders(partner));
    const client = learningClient({ access_token: data.token });
    const { data: list } = await client.get("/v1.1/cle_integrations");
    expect(Object.keys(list).map(Number)).toEqual([one.id, two.id]);
    await one.client.delete(DEAUTHENTICATE);
    expect((await client.get(LOGS, { course_id: two.course_id })).status).toBe(200);
    await two.client.delete(DEAUTHENTICATE);
    expect((await client.get(LOGS, { course_id: two.course_id })).status).toBe(401);
  });

  it("a partner's token may not authorize further partners, nor delete the integration", async () => {
    const { data } = await anonymousClient.post(
      EXCHANGE,
      { code: await createCode() },
      partnerHeaders(partner),
    );
    const client = learningClient({ access_token: data.token, integration_account_id: integration.id });
    const body = { oauth_consumer_key: partner.apiKey, integration_ids: [integration.id] };
    expect(invalidParameters(await client.post(AUTHORIZE, body))).toEqual(["unauthorized_user"]);
    expect(invalidParameters(await client.delete(DEAUTHENTICATE))).toEqual(["unauthorized_user"]);
    expect((await integration.client.get(LOGS)).status).toBe(200);
  });

  it("400: without a code", async () => {
    expect(invalidParameters(await anonymousClient.post(EXCHANGE, {}, partnerHeaders(partner)))).toEqual([
      "missing_param_code",
    ]);
  });

  it("401: for a caller who is not the authenticated partner; the code remains valid", async () => {
    const code = await createCode();
    const token = await createTestLearningToken(partner, "integration", [foreignIntegration.id]);
    const before = await digestTables();
    const attempts = [
      anonymousClient.post(EXCHANGE, { code }),
      anonymousClient.post(EXCHANGE, { code }, { "x-api-key": partner.apiKey }),
      anonymousClient.post(
        EXCHANGE,
        { code },
        { ...partnerHeaders(partner), "x-api-secret": integration.app.secret },
      ),
      anonymousClient.post(EXCHANGE, { code }, { "x-api-key": "unknown", "x-api-secret": "" }),
      anonymousClient.post(EXCHANGE, { code }, partnerHeaders(integration.app)),
      integration.app.client.post(EXCHANGE, { code }),
      learningClient({ access_token: token }).post(EXCHANGE, { code }),
    ];
    for (const attempt of attempts) {
      const { status, meta } = await attempt;
      expect([status, meta.status]).toEqual([401, "API_ACCESS_UNAUTHORIZED"]);
    }
    expect(await digestTables()).toEqual(before);
    expect((await anonymousClient.post(EXCHANGE, { code }, partnerHeaders(partner))).status).toBe(200);
  });

  it("401: a second time, after ten minutes, and for an unknown code; one of two concurrent requests succeeds", async () => {
    const code = await createCode();
    const responses = await Promise.all(
      [1, 2, 3, 4, 5].map(() => anonymousClient.post(EXCHANGE, { code }, partnerHeaders(partner))),
    );
    expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 401, 401, 401, 401,
    ]);
    const late = await createCode();
    await sql("UPDATE learning_authorization_codes SET expires_at = now() WHERE digest = $1", [digest(late)]);
    for (const wrong of [late, "x", `${late.slice(0, -1)}${late.endsWith("_") ? "-" : "_"}`]) {
      expect((await anonymousClient.post(EXCHANGE, { code: wrong }, partnerHeaders(partner))).status).toBe(
        401,
      );
    }
  });

  it("401: when the integration was deleted", async () => {
    const going = await createConnectedIntegration(integration.app);
    const { data } = await requestCode(going);
    await going.client.delete(DEAUTHENTICATE);
    expect((await anonymousClient.post(EXCHANGE, { code: data.code }, partnerHeaders(partner))).status).toBe(
      401,
    );
  });
});

describe("POST /v1.1/cle_auth/reconnect", () => {
  it("200: the integration, its organization, and the owner of the token", async () => {
    const { organization, id, course_id, name, app } = integration;
    const { status, data } = await learningClient({ access_token: integration.token }).post(RECONNECT, {
      organization_id: organization.id,
    });
    expect(status).toBe(200);
    expect(data).toEqual({
      id,
      organization: { id: organization.id, name: expect.stringContaining("Organization") },
      integration: { id, course_id, name },
      member: { id: await findMemberNumber(app.ownerId), name: "Administrator" },
    });
    const named = { organization_id: organization.id.toUpperCase(), course_id: siblingIntegration.course_id };
    expect((await app.client.post(RECONNECT, named)).data.id).toBe(siblingIntegration.id);
  });

  it("400: an organization that is missing or not the token's; an integration that an owner does not name", async () => {
    const client = learningClient({ access_token: integration.token });
    expect(invalidParameters(await client.post(RECONNECT))).toEqual(["missing_param_organization_id"]);
    for (const organization_id of [foreignIntegration.organization.id, "x"]) {
      expect(invalidParameters(await client.post(RECONNECT, { organization_id }))).toEqual([
        "invalid_param_organization_id",
      ]);
    }
    const own = { organization_id: integration.organization.id };
    expect(invalidParameters(await integration.app.client.post(RECONNECT, own))).toEqual([
      "missing_param_integration_account_id",
    ]);
    expect(
      invalidParameters(
        await client.post(RECONNECT, { ...own, integration_account_id: siblingIntegration.id }),
      ),
    ).toEqual(["invalid_integration"]);
  });
});

describe("POST or DELETE /v1.1/cle_auth/deauthenticate", () => {
  it.each(["post", "delete"] as const)(
    "200: the integration is removed with its tokens (%s)",
    async (method) => {
      const going = await createConnectedIntegration(integration.app);
      const learner = await createTestLearningToken(
        going.app,
        "learner",
        [going.id],
        (await createPerson()).id,
      );
      const { status, data } = await going.client[method](DEAUTHENTICATE);
      expect([status, data]).toEqual([
        200,
        { integration_account_id: going.id, message: expect.stringContaining("deleted") },
      ]);
      expect(await sql("SELECT FROM learning_integrations WHERE id = $1", [going.id])).toEqual([]);
      for (const access_token of [going.token, learner]) {
        expect((await learningClient({ access_token }).get("/v1.1/cle_integrations")).status).toBe(401);
      }
      expect((await integration.client.get(LOGS)).status).toBe(200);
    },
  );

  it("400: for an owner, by name", async () => {
    expect(invalidParameters(await integration.app.client.delete(DEAUTHENTICATE))).toEqual([
      "missing_param_integration_account_id",
    ]);
    const own = await createTestLearningApp(integration.organization);
    const named = { course_id: integration.course_id };
    expect(invalidParameters(await own.client.delete(DEAUTHENTICATE, named))).toEqual([
      "invalid_integration",
    ]);
  });
});
