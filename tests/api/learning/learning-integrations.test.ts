import { beforeAll, describe, expect, it } from "vitest";
import { createTestOrganization } from "../../support/builders";
import { sortedStatuses } from "../../support/http/client";
import { digestTables, sql } from "../../support/platform/database";
import {
  anonymousClient,
  createConnectedIntegration,
  invalidParameters,
  learningClient,
  createTestLearningApp,
  createTestLearningToken,
  type TestApp,
} from "../../support/learning/learning";

const LIST = "/v1.1/cle_integrations";
const CREATE = "/v1.1/cle_integrations/create";
const DELETE = "/v1.1/cle_integrations/delete";

let app: TestApp;
/** Another app of the same organization, and one of another organization. */
let siblingApp: TestApp;
let foreignApp: TestApp;

beforeAll(async () => {
  const organization = await createTestOrganization();
  app = await createTestLearningApp(organization);
  siblingApp = await createTestLearningApp(organization);
  foreignApp = await createTestLearningApp();
});

const toIds = ({ data }: { data: unknown }): number[] => Object.keys(data as object).map(Number);

describe("GET /v1.1/cle_integrations", () => {
  it("200: an owner gets all of the app, by their ids, and none of another app", async () => {
    const own = await createTestLearningApp(app.organization);
    const [one, two] = [
      await createConnectedIntegration(own),
      await createConnectedIntegration(own, { name: "Two" }),
    ];
    const { status, data, paging, meta } = await own.client.get(LIST);
    expect(status).toBe(200);
    expect(data).toEqual({
      [one.id]: { id: one.id, course_id: one.course_id, name: "Course" },
      [two.id]: { id: two.id, course_id: two.course_id, name: "Two" },
    });
    expect(paging).toEqual({ page: 0, per_page: 10, order_direction: "ASC", multi_result_count: 2 });
    expect(meta).toEqual({
      status_code: 200,
      status: "OK",
      message: "Success.",
      more_info: {},
      token_owner: own.ownerId,
    });
  });

  it("200: an integration's token gets only that integration", async () => {
    const [one] = [await createConnectedIntegration(app), await createConnectedIntegration(app)];
    const { data, paging } = await learningClient({ access_token: one.token }).get(LIST);
    expect(toIds({ data })).toEqual([one.id]);
    expect(paging?.multi_result_count).toBe(1);
  });

  it("200: pages from 0, of 10 by default and at most 100, in either direction", async () => {
    const own = await createTestLearningApp(app.organization);
    const ids: number[] = [];
    for (let index = 0; index < 12; index += 1) ids.push((await createConnectedIntegration(own)).id);
    const listIntegrations = async (query: Record<string, unknown>) => {
      const response = await own.client.get(LIST, query);
      return { ids: toIds(response), ...response.paging };
    };
    expect((await listIntegrations({})).ids).toEqual(ids.slice(0, 10));
    expect(await listIntegrations({ page: 1 })).toEqual({
      ids: ids.slice(10),
      page: 1,
      per_page: 10,
      order_direction: "ASC",
      multi_result_count: 12,
    });
    expect((await listIntegrations({ page: 2, per_page: 5 })).ids).toEqual(ids.slice(10));
    expect(await listIntegrations({ per_page: 3, order_direction: "desc" })).toMatchObject({
      ids: ids.slice(-3),
      order_direction: "DESC",
    });
    expect(await listIntegrations({ per_page: 5_000 })).toMatchObject({ ids, per_page: 100 });
    expect((await listIntegrations({ page: 7 })).ids).toEqual([]);
  });

  it("400: invalid pages", async () => {
    const errors = invalidParameters(
      await app.client.get(LIST, { page: "-1", per_page: "0", order_direction: "up" }),
    );
    expect(errors.toSorted()).toEqual([
      "invalid_param_order_direction",
      "invalid_param_page",
      "invalid_param_per_page",
    ]);
    expect(invalidParameters(await app.client.get(LIST, { page: 2_000_000_000 }))).toEqual([
      "invalid_param_page",
    ]);
    expect(invalidParameters(await app.client.get(LIST, { page: "9999999999" }))).toEqual([
      "invalid_param_page",
    ]);
  });

  it("401: without a token", async () => {
    const { status, meta } = await anonymousClient.get(LIST);
    expect([status, meta.status, meta.token_owner]).toEqual([401, "API_ACCESS_UNAUTHORIZED", null]);
  });
});

describe("POST /v1.1/cle_integrations/create", () => {
  it.each(["post", "postQuery", "postJson", "postMultipart"] as const)(
    "200: returns only the new one (%s)",
    async (method) => {
      const course = { name: "Größe & Maß", course_id: `über/${method}` };
      const { status, data, paging } = await app.client[method](CREATE, course);
      expect(status).toBe(200);
      const [id = ""] = Object.keys(data as object);
      expect(data).toEqual({ [id]: { id: Number(id), ...course } });
      expect(paging).toMatchObject({ page: 0, multi_result_count: 1 });
      await app.client.delete(DELETE, { course_id: course.course_id });
    },
  );

  it("200: two apps may each have an integration of the same course", async () => {
    const course = { name: "Shared", course_id: "shared" };
    const responses = await Promise.all(
      [app, siblingApp, foreignApp].map(({ client }) => client.post(CREATE, course)),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(responses.flatMap(toIds)).size).toBe(3);
  });

  it("200: stores the origins that may frame its launch page", async () => {
    const launch_origins = ["https://lms.example.org", "http://localhost:8080"];
    const { id } = await createConnectedIntegration(app, { launch_origins });
    const [row] = await sql("SELECT launch_origins FROM learning_integrations WHERE id = $1", [id]);
    expect(row?.launch_origins).toEqual(launch_origins);
    for (const origin of ["https://lms.example.org/", "javascript:alert(1)", "lms.example.org", "*"]) {
      const course = { name: "Course", course_id: "framed", launch_origins: [origin] };
      expect(invalidParameters(await app.client.post(CREATE, course))).toEqual([
        "invalid_param_launch_origins",
      ]);
    }
  });

  it("200: writes an audit entry that names the token", async () => {
    const { id } = await createConnectedIntegration(app);
    const { data } = await app.organization.client.get(
      "/audit_entries?filter=action::learning_integration.create&per=1",
    );
    expect(data[0]).toMatchObject({ subject_id: String(id), actor: { type: "LearningToken" } });
  });

  it("400: names everything that is missing or wrong; nothing is stored", async () => {
    const before = await digestTables();
    expect(invalidParameters(await app.client.post(CREATE)).toSorted()).toEqual([
      "missing_param_course_id",
      "missing_param_name",
    ]);
    expect(invalidParameters(await app.client.post(CREATE, { name: "", course_id: "c" }))).toEqual([
      "missing_param_name",
    ]);
    const wrong = { name: "x".repeat(256), course_id: "a\u0000b" };
    for (const method of ["post", "postJson", "postMultipart"] as const) {
      expect(invalidParameters(await app.client[method](CREATE, wrong)).toSorted()).toEqual([
        "invalid_param_course_id",
        "invalid_param_name",
      ]);
    }
    expect(await digestTables()).toEqual(before);
  });

  it("400: a course that the app already has; one of several parallel requests creates it", async () => {
    const course = { name: "Once", course_id: "once" };
    const responses = await Promise.all(Array.from({ length: 8 }, () => app.client.post(CREATE, course)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = responses.filter(({ status }) => status !== 200);
    for (const response of refused) expect(invalidParameters(response)).toEqual(["invalid_param_course_id"]);
    const rows = await sql("SELECT FROM learning_integrations WHERE app_id = $1 AND course_id = 'once'", [
      app.id,
    ]);
    expect(rows).toHaveLength(1);
  });

  it("401: a token of an integration or a learner may not manage the app; nothing is stored", async () => {
    const integration = await createConnectedIntegration(app);
    const learner = await createTestLearningToken(app, "learner", [integration.id]);
    const before = await digestTables();
    for (const access_token of [integration.token, learner]) {
      const course = { name: "Course", course_id: "another" };
      const { status, meta } = await learningClient({ access_token }).post(CREATE, course);
      expect([status, meta.status, meta.token_owner]).toEqual([401, "API_ACCESS_UNAUTHORIZED", app.ownerId]);
    }
    expect(await digestTables()).toEqual(before);
  });
});

describe("DELETE or POST /v1.1/cle_integrations/delete", () => {
  it.each(["delete", "post"] as const)("200: lists the remaining ones (%s)", async (method) => {
    const own = await createTestLearningApp(app.organization);
    const [gone, left] = [await createConnectedIntegration(own), await createConnectedIntegration(own)];
    const { status, data, paging } = await own.client[method](DELETE, { course_id: gone.course_id });
    expect([status, toIds({ data }), paging?.multi_result_count]).toEqual([200, [left.id], 1]);
    expect(toIds(await own.client.get(LIST))).toEqual([left.id]);
  });

  it("200: ends the tokens of the integration", async () => {
    const integration = await createConnectedIntegration(app);
    const learner = await createTestLearningToken(app, "learner", [integration.id]);
    await app.client.delete(DELETE, { course_id: integration.course_id });
    for (const access_token of [integration.token, learner]) {
      expect((await learningClient({ access_token }).get(LIST)).status).toBe(401);
    }
    expect((await app.client.get(LIST)).status).toBe(200);
  });

  it("400: a course that is missing, unknown, or another app's; nothing is deleted", async () => {
    const [of, other] = [
      await createConnectedIntegration(siblingApp),
      await createConnectedIntegration(foreignApp),
    ];
    const before = await digestTables();
    expect(invalidParameters(await app.client.delete(DELETE))).toEqual(["missing_param_course_id"]);
    const responses = [];
    for (const course_id of [of.course_id, other.course_id, "unknown"]) {
      const response = await app.client.delete(DELETE, { course_id });
      expect(invalidParameters(response)).toEqual(["invalid_integration"]);
      responses.push(response.text);
    }
    // The response for another app's course is exactly that for an unknown one.
    expect(new Set(responses).size).toBe(1);
    expect(await digestTables()).toEqual(before);
  });

  it("400: one of several parallel requests deletes it", async () => {
    const { course_id } = await createConnectedIntegration(app);
    const responses = await Promise.all([1, 2, 3, 4].map(() => app.client.delete(DELETE, { course_id })));
    expect(sortedStatuses(responses as never)).toEqual([200, 400, 400, 400]);
    const { metadata } = await app.organization.client.get(
      "/audit_entries?filter=action::learning_integration.delete",
    );
    expect(metadata.total_count).toBeGreaterThan(0);
  });

  it("401: for the tokens of an integration", async () => {
    const { course_id, token } = await createConnectedIntegration(app);
    const { status } = await learningClient({ access_token: token }).delete(DELETE, { course_id });
    expect(status).toBe(401);
  });
});
