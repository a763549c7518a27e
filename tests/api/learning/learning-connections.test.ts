import { beforeAll, describe, expect, it } from "vitest";
import { ORIGIN } from "../../support/http/client";
import { digestTables, dumpTables, sql } from "../../support/platform/database";
import {
  anonymousClient,
  createConnectedIntegration,
  invalidParameters,
  learningClient,
  sendLearning,
  type LearningAnswer,
  type TestIntegration,
} from "../../support/learning/learning";
import { learnerFields, signedFields } from "../../support/learning/learning-lti";

const LOGS = "/v1.1/cle_logs";

let integration: TestIntegration;
let siblingIntegration: TestIntegration;
let foreignIntegration: TestIntegration;

beforeAll(async () => {
  integration = await createConnectedIntegration();
  siblingIntegration = await createConnectedIntegration(integration.app);
  foreignIntegration = await createConnectedIntegration();
});

const readStatusCodes = async ({ meta, status }: LearningAnswer) => [status, meta.status];

describe.each(["/v1.1/cle_auth/connect", "/v1.1/cle_auth/authenticate", "/cle_auth/authenticate"])(
  "POST %s",
  (path) => {
    const sendConnect = (changes: Record<string, string | undefined> = {}, app = integration.app) =>
      anonymousClient.post(
        path,
        signedFields(app, path, { user_id: "7", integration_id: String(integration.id), ...changes }),
      );

    it("200: a token that works on the integration, and its number", async () => {
      const { status, data, meta } = await sendConnect();
      expect(status).toBe(200);
      expect(data).toEqual({
        token: expect.any(String),
        Refresh_token: expect.any(String),
        connected_account_id: integration.id,
      });
      expect(meta.token_owner).toBe(integration.app.ownerId);
      const client = learningClient({ access_token: data.token });
      expect((await client.get(LOGS, { integration_account_id: data.connected_account_id })).status).toBe(
        200,
      );
      expect(
        invalidParameters(await client.get(LOGS, { integration_account_id: siblingIntegration.id })),
      ).toEqual(["invalid_integration"]);
      expect((await client.post("/v1.1/cle_integrations/create", { name: "x", course_id: "x" })).status).toBe(
        401,
      );
      expect(await dumpTables()).not.toContain(data.token);
    });

    it("200: with the owner's token among the signed parameters, and by the Authorization header", async () => {
      expect((await sendConnect({ access_token: integration.app.token })).status).toBe(200);
      const fields = signedFields(integration.app, path, {
        user_id: "7",
        integration_id: String(integration.id),
      });
      const pairs = Object.entries(fields).map(([name, value]) => `${name}="${encodeURIComponent(value)}"`);
      const headers = { authorization: `OAuth ${pairs.join(", ")}` };
      const response = await sendLearning(new Request(ORIGIN + path, { method: "POST", headers }));
      expect([response.status, response.data.connected_account_id]).toEqual([200, integration.id]);
    });

    it("200: a teacher's or administrator's launch acts as the owner, whatever their address", async () => {
      for (const roles of ["Instructor", "urn:lti:instrole:ims/lis/Administrator"]) {
        const { admin_email } = integration.organization;
        const fields = { roles, lis_person_contact_email_primary: admin_email };
        const { status, meta } = await sendConnect(learnerFields(integration.id, fields));
        expect([status, meta.token_owner]).toEqual([200, integration.app.ownerId]);
      }
    });

    it("200: a learner's launch acts as the learner, and creates an account once", async () => {
      const fields = learnerFields(integration.id, {
        user_id: `connected ${path}`,
        lis_person_contact_email_primary: `connected${path.replaceAll("/", "-")}@lms.example`,
      });
      const [one, two] = [await sendConnect(fields), await sendConnect(fields)];
      expect([one.status, two.status]).toEqual([200, 200]);
      expect(one.meta.token_owner).not.toBe(integration.app.ownerId);
      expect(two.meta.token_owner).toBe(one.meta.token_owner);
      const other = await sendConnect({ ...fields, user_id: "somebody else" });
      expect(await readStatusCodes(other)).toEqual([400, "LTI_EMAIL_BELONGS_TO_ANOTHER"]);
    });

    it("400: LTI_DATA_MISSING names what is missing", async () => {
      const response = await sendConnect({ user_id: undefined, integration_id: " " });
      expect(await readStatusCodes(response)).toEqual([400, "LTI_DATA_MISSING"]);
      expect(Object.keys(response.meta.more_info).toSorted()).toEqual([
        "missing_param_integration_id",
        "missing_param_user_id",
      ]);
      const nonce = await sendConnect({ oauth_nonce: undefined });
      expect(Object.keys(nonce.meta.more_info)).toEqual(["missing_param_oauth_nonce"]);
    });

    it("400: an integration of another app, or an unknown one", async () => {
      for (const integration_id of [String(foreignIntegration.id), "2147483647"]) {
        const response = await sendConnect({ integration_id });
        expect(await readStatusCodes(response)).toEqual([400, "LTI_DATA_MISSING"]);
        expect(Object.keys(response.meta.more_info)).toEqual(["invalid_param_integration_id"]);
      }
    });

    it("400 LTI_APP_NOT_FOUND, LTI_NO_CONNECTION and LTI_MEMBER_CREATION_FAILED; nothing is stored", async () => {
      const before = await digestTables();
      const unknown = await sendConnect({}, { ...integration.app, apiKey: "nokeyofours" });
      expect(await readStatusCodes(unknown)).toEqual([400, "LTI_APP_NOT_FOUND"]);
      for (const oauth_consumer_key of ["no key of ours", "\u0000", "x".repeat(300)]) {
        expect((await sendConnect({ oauth_consumer_key })).status).toBe(400);
      }
      expect(await digestTables()).toEqual(before);
      const product = { tool_consumer_info_product_family_code: "moodle" };
      expect(await readStatusCodes(await sendConnect(learnerFields(integration.id, product)))).toEqual([
        400,
        "LTI_NO_CONNECTION",
      ]);
      const address = { lis_person_contact_email_primary: "no address" };
      expect(await readStatusCodes(await sendConnect(learnerFields(integration.id, address)))).toEqual([
        400,
        "LTI_MEMBER_CREATION_FAILED",
      ]);
    });

    it("401 LTI_UNAUTHORIZED: another secret, an old timestamp, a used nonce; one of two concurrent requests succeeds", async () => {
      const before = await digestTables();
      const wrong = await sendConnect({}, { ...integration.app, secret: foreignIntegration.app.secret });
      expect(await readStatusCodes(wrong)).toEqual([401, "LTI_UNAUTHORIZED"]);
      const old = await sendConnect({ oauth_timestamp: String(Math.floor(Date.now() / 1000) - 301) });
      expect(await readStatusCodes(old)).toEqual([401, "LTI_UNAUTHORIZED"]);
      expect(await digestTables()).toEqual(before);
      const oauth_nonce = `once ${path}`;
      const responses = await Promise.all([1, 2, 3, 4, 5].map(() => sendConnect({ oauth_nonce })));
      expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
        200, 401, 401, 401, 401,
      ]);
      // Nonces are separate for each app.
      const integration_id = String(foreignIntegration.id);
      expect((await sendConnect({ oauth_nonce, integration_id }, foreignIntegration.app)).status).toBe(200);
    });

    it("404: an unsigned request", async () => {
      for (const request of [
        new Request(ORIGIN + path, { method: "POST" }),
        new Request(ORIGIN + path, { method: "POST", body: new URLSearchParams({ user_id: "7" }) }),
        new Request(ORIGIN + path, { method: "POST", body: new Uint8Array([0xff, 0xfe]) }),
        new Request(ORIGIN + path, { method: "POST", headers: { authorization: "Bearer x" } }),
      ]) {
        expect(await readStatusCodes(await sendLearning(request))).toEqual([404, "NOT_FOUND"]);
      }
    });
  },
);

describe("nonces", () => {
  it("are deleted after eleven minutes, some with each new one", async () => {
    const path = "/v1.1/cle_auth/connect";
    await sql("UPDATE learning_nonces SET seen_at = now() - interval '9 minutes'");
    const [row] = await sql("SELECT count(*)::int AS count FROM learning_nonces");
    expect(row?.count).toBeGreaterThan(0);
    const sendConnect = () =>
      anonymousClient.post(
        path,
        signedFields(integration.app, path, { user_id: "7", integration_id: String(integration.id) }),
      );
    await sendConnect();
    expect(await sql("SELECT FROM learning_nonces WHERE seen_at < now() - interval '8 minutes'")).not.toEqual(
      [],
    );
    await sql("UPDATE learning_nonces SET seen_at = now() - interval '11 minutes 1 second'");
    await sendConnect();
    expect(await sql("SELECT FROM learning_nonces")).toHaveLength(1);
  });
});
