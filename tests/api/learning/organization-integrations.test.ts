import { beforeAll, describe, expect, it } from "vitest";
import {
  createTestOrganization,
  createTemplate,
  badgeBody,
  nextSerial,
  type TestOrganization,
} from "../../support/builders";
import { sortedStatuses } from "../../support/http/client";
import { digestTables, countQueries, sql } from "../../support/platform/database";
import {
  createConnectedIntegration,
  createTestLearningApp,
  type TestApp,
  type TestIntegration,
} from "../../support/learning/learning";
import { addGradable, addStudent } from "../../support/learning/learning-course";

const PATH = "/learning_integrations";

let organization: TestOrganization;
let app: TestApp;
let foreign: TestIntegration;

beforeAll(async () => {
  organization = await createTestOrganization();
  app = await createTestLearningApp(organization, { name: "Moodle" });
  foreign = await createConnectedIntegration();
});

const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const listNames = ({ data }: { data: { name: string }[] }) => data.map(({ name }) => name);
const buildBody = (changes: Record<string, unknown> = {}) => ({
  app_id: app.id,
  name: "Compilers",
  course_id: `course-${nextSerial()}`,
  ...changes,
});

describe("POST /organizations/{id}/learning_integrations", () => {
  it("201: an integration that the learning edition can use", async () => {
    const launchOrigins = ["https://lms.example.org", "http://localhost:8080"];
    const body = buildBody({ launch_origins: launchOrigins });
    const { status, data, metadata } = await organization.client.post(PATH, body);
    expect([status, metadata]).toEqual([201, {}]);
    expect(data).toEqual({
      id: expect.any(Number),
      course_id: body.course_id,
      name: "Compilers",
      launch_origins: launchOrigins,
      app: { id: app.id, name: "Moodle", api_key: app.apiKey, enterprise: false },
      students_count: 0,
      gradables_count: 0,
      rules_count: 0,
      badges_count: 0,
      created_at: timestamp,
    });
    const known = await app.client.get("/v1.1/cle_integrations", { per_page: 100 });
    expect(known.data[data.id]).toEqual({ id: data.id, course_id: body.course_id, name: "Compilers" });
  });

  it("201 once, when two requests create an integration of the same course", async () => {
    const body = buildBody();
    const responses = await Promise.all([1, 2, 3].map(() => organization.client.post(PATH, body)));
    expect(sortedStatuses(responses)).toEqual([201, 422, 422]);
  });

  it("422: missing fields, another organization's app, a course that already exists; nothing is stored", async () => {
    const { data: present } = await organization.client.post(PATH, buildBody());
    const before = await digestTables();
    for (const [body, field] of [
      [{}, "app_id"],
      [buildBody({ name: " " }), "name"],
      [buildBody({ course_id: "" }), "course_id"],
      [buildBody({ course_id: present.course_id }), "course_id"],
      [buildBody({ app_id: foreign.app.id }), "app_id"],
      [buildBody({ app_id: "x" }), "app_id"],
      [buildBody({ launch_origins: ["https://lms.example.org/path"] }), "launch_origins"],
      [buildBody({ launch_origins: ["javascript:alert(1)"] }), "launch_origins"],
      [buildBody({ launch_origins: ["https://*.example.edu"] }), "launch_origins"],
      [
        buildBody({ launch_origins: Array.from({ length: 21 }, (_, at) => `https://${at}.org`) }),
        "launch_origins",
      ],
    ] as const) {
      const { status, data } = await organization.client.post(PATH, body);
      expect([status, data.errors[0].field]).toEqual([422, field]);
    }
    expect(await digestTables()).toEqual(before);
  });
});

describe("GET /organizations/{id}/learning_integrations", () => {
  let of: TestOrganization;
  let [moodle, canvas]: TestApp[] = [];

  beforeAll(async () => {
    of = await createTestOrganization();
    moodle = await createTestLearningApp(of, { name: "Moodle" });
    canvas = await createTestLearningApp(of, { name: "Canvas" });
    await createConnectedIntegration(moodle, { name: "Compilers", course_id: "CS-1" });
    await createConnectedIntegration(canvas, { name: "Algebra", course_id: "MA-1" });
    await createConnectedIntegration(canvas, { name: "Botany", course_id: "BI_1" });
  });

  it("200: those of all apps, newest first, and of no other organization", async () => {
    const { status, data, metadata } = await of.client.get(`${PATH}?per=2`);
    expect([status, metadata.total_count, metadata.total_pages]).toEqual([200, 3, 2]);
    expect(listNames({ data })).toEqual(["Botany", "Algebra"]);
    expect(listNames(await of.client.get(`${PATH}?per=2&page=2`))).toEqual(["Compilers"]);
  });

  it("200: filters and sorts", async () => {
    const fetchNames = async (query: string) => listNames(await of.client.get(`${PATH}?${query}`));
    expect(await fetchNames("sort=name")).toEqual(["Algebra", "Botany", "Compilers"]);
    expect(await fetchNames("sort=-created_at&filter=query::ma-1")).toEqual(["Algebra"]);
    expect(await fetchNames("filter=query::_")).toEqual(["Botany"]);
    expect(await fetchNames(`filter=app_id::${canvas?.id}`)).toEqual(["Botany", "Algebra"]);
    expect(await fetchNames(`filter=app_id::${foreign.app.id}`)).toEqual([]);
  });

  it("200: counts of related records, with as many statements for three as for one", async () => {
    const integration = await createConnectedIntegration(moodle, { name: "Counted" });
    const student = await addStudent(integration);
    await addStudent(integration);
    await addGradable(integration);
    const template = await createTemplate(of);
    await sql(
      "INSERT INTO learning_rules (organization_id, integration_id, badge_template_id) VALUES ($1, $2, $3)",
      [of.id, integration.id, template.id],
    );
    const { data: badge } = await of.client.post("/badges", badgeBody(template.id));
    await sql(
      `INSERT INTO learning_awards (badge_id, organization_id, integration_id, student_id, badge_template_id)
       VALUES ($1, $2, $3, $4, $5)`,
      [badge.id, of.id, integration.id, student.id, template.id],
    );
    const counts = { students_count: 2, gradables_count: 1, rules_count: 1, badges_count: 1 };
    expect((await of.client.get(`${PATH}/${integration.id}`)).data).toMatchObject({
      ...counts,
      name: "Counted",
    });
    const one = await countQueries(() => of.client.get(`${PATH}?per=1`));
    const all = await countQueries(() => of.client.get(PATH));
    expect(all).toBe(one);
  });

  it("400: an unknown filter or sort key, or an invalid app id", async () => {
    for (const query of ["filter=secret::1", "sort=secret", "filter=app_id::1"]) {
      expect((await of.client.get(`${PATH}?${query}`)).status).toBe(400);
    }
  });

  it("404: unknown, another organization's, or not a number", async () => {
    for (const id of [foreign.id, 2_147_483_647, 9_999_999_999, "x", "0"]) {
      expect((await of.client.get(`${PATH}/${id}`)).status).toBe(404);
    }
  });
});

describe("PUT /organizations/{id}/learning_integrations/{id}", () => {
  it("200: changes the given fields, and never the course", async () => {
    const { id, course_id } = await createConnectedIntegration(app, { name: "Before" });
    const origins = ["https://lms.example.org"];
    const renamed = await organization.client.put(`${PATH}/${id}`, { name: "After", course_id: "another" });
    expect([renamed.status, renamed.data.name, renamed.data.course_id]).toEqual([200, "After", course_id]);
    const framed = await organization.client.put(`${PATH}/${id}`, { launch_origins: origins });
    expect(framed.data).toMatchObject({ name: "After", launch_origins: origins });
    expect((await organization.client.put(`${PATH}/${id}`, {})).data).toEqual(framed.data);
    const cleared = await organization.client.put(`${PATH}/${id}`, { launch_origins: [] });
    expect(cleared.data.launch_origins).toEqual([]);
  });

  it("422: an origin with a path, a blank name; 404: another organization's", async () => {
    const { id } = await createConnectedIntegration(app);
    const before = await digestTables();
    for (const body of [{ name: "" }, { launch_origins: ["https://lms.example.org/"] }]) {
      expect((await organization.client.put(`${PATH}/${id}`, body)).status).toBe(422);
    }
    expect((await organization.client.put(`${PATH}/${foreign.id}`, { name: "Mine" })).status).toBe(404);
    expect(await digestTables()).toEqual(before);
  });
});

describe("DELETE /organizations/{id}/learning_integrations/{id}", () => {
  it("204: deletes everything that belongs to it, including its tokens", async () => {
    const integration = await createConnectedIntegration(app);
    await addStudent(integration);
    expect((await organization.client.delete(`${PATH}/${integration.id}`)).status).toBe(204);
    expect((await integration.client.get("/v1.1/cle_logs")).status).toBe(401);
    expect((await organization.client.delete(`${PATH}/${integration.id}`)).status).toBe(404);
  });

  it("404: another organization's, which is unchanged", async () => {
    expect((await organization.client.delete(`${PATH}/${foreign.id}`)).status).toBe(404);
    expect((await foreign.client.get("/v1.1/cle_logs")).status).toBe(200);
  });
});
