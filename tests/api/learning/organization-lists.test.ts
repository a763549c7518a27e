import { beforeAll, describe, expect, it } from "vitest";
import { transaction } from "@/lib/kernel/db";
import { writeLogs } from "@/lib/learning/logs/service";
import { badgeBody, makeOrganization, makeTemplate, type TestOrganization } from "../../support/builders";
import { countQueries, sql } from "../../support/platform/database";
import { connectedIntegration, makeLearningApp, type TestIntegration } from "../../support/learning/learning";
import {
  addGradable,
  addStudent,
  grade,
  makeLearningBadge,
  makeRule,
  type TestGradable,
  type TestStudent,
} from "../../support/learning/learning-course";

let organization: TestOrganization;
let integration: TestIntegration;
let beside: TestIntegration;
let foreign: TestIntegration;

beforeAll(async () => {
  organization = await makeOrganization();
  const app = await makeLearningApp(organization);
  [integration, beside] = [await connectedIntegration(app), await connectedIntegration(app)];
  foreign = await connectedIntegration();
});

const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const get = (list: string, of = integration) =>
  organization.client.get(`/learning_integrations/${of.id}/${list}`);
const idsOf = async (list: string): Promise<number[]> =>
  (await get(list)).data.map(({ id }: { id: number }) => id);

/** Rules that apply to every list of an integration. */
function describeBounds(list: string) {
  it("404: an integration that is unknown, or another organization's", async () => {
    expect((await get(list, foreign)).status).toBe(404);
    expect((await organization.client.get(`/learning_integrations/2147483647/${list}`)).status).toBe(404);
  });

  it("400: an unknown filter or sort key", async () => {
    expect((await get(`${list}?filter=secret::1`)).status).toBe(400);
    expect((await get(`${list}?sort=secret`)).status).toBe(400);
  });
}

describe("GET …/learning_integrations/{id}/students", () => {
  let ada: TestStudent;
  let bo: TestStudent;
  let chi: TestStudent;

  beforeAll(async () => {
    ada = await addStudent(integration, { first: "Ada", last: "Okafor", email: "ada@a.example" });
    bo = await addStudent(integration, { first: "Bo%", last: "Lind", email: "bo@b.example" });
    chi = await addStudent(integration, { first: "Chi", last: "Abara", email: "chi@b.example" });
    await addStudent(beside, { first: "Ada", last: "Beside" });
    await addStudent(foreign, { first: "Ada", last: "Foreign" });
    await grade(integration, await addGradable(integration), ada, "70");
    const template = await makeTemplate(organization);
    const { data: badge } = await organization.client.post("/badges", badgeBody(template.id));
    await sql(
      `INSERT INTO learning_awards (badge_id, organization_id, integration_id, student_id, badge_template_id)
       VALUES ($1, $2, $3, $4, $5)`,
      [badge.id, organization.id, integration.id, ada.id, template.id],
    );
  });

  it("200: by last name, with the number of grades and badges, with as many statements for three as for one", async () => {
    const { status, data, metadata } = await get("students");
    expect([status, metadata.total_count]).toEqual([200, 3]);
    expect(data.map(({ last }: { last: string }) => last)).toEqual(["Abara", "Lind", "Okafor"]);
    expect(data[2]).toEqual({
      id: ada.id,
      extern_id: ada.externId,
      first: "Ada",
      last: "Okafor",
      email: "ada@a.example",
      integration_id: integration.id,
      grades_count: 1,
      badges_count: 1,
      created_at: timestamp,
    });
    const one = await countQueries(() => get("students?per=1"));
    expect(await countQueries(() => get("students"))).toBe(one);
  });

  it("200: filters and sorts; every word of a query must match, in any field", async () => {
    const find = (filter: string) => idsOf(`students?filter=${encodeURIComponent(filter)}`);
    expect(await find("query::okafor ada")).toEqual([ada.id]);
    expect(await find("query::ada lind")).toEqual([]);
    expect(await find("query::B.EXAMPLE")).toEqual([chi.id, bo.id]);
    expect(await find("query::%")).toEqual([bo.id]);
    expect(await find(`extern_id::${ada.externId}`)).toEqual([ada.id]);
    expect(await find("email::BO@b.example")).toEqual([bo.id]);
    expect(await idsOf("students?sort=-created_at")).toEqual([chi.id, bo.id, ada.id]);
    expect(await idsOf("students?sort=first&per=2&page=2")).toEqual([chi.id]);
  });

  describeBounds("students");
});

describe("GET …/learning_integrations/{id}/gradables", () => {
  it("200: by name in natural order", async () => {
    const of = await connectedIntegration(integration.app);
    for (const name of ["Zebra", "Level 10", "apple", "Level 2", "Éclair"])
      await addGradable(of, "points", name);
    const { data } = await get("gradables?sort=name", of);
    expect(data.map(({ name }: { name: string }) => name)).toEqual([
      "apple",
      "Éclair",
      "Level 2",
      "Level 10",
      "Zebra",
    ]);
  });

  it("200: in the order added, with the number of grades and of rules that require each", async () => {
    const of = await connectedIntegration(integration.app);
    const exam = await addGradable(of, "points", "Exam");
    const essay = await addGradable(of, "letterGrade", "Essay");
    await addStudent(of, {}, [[exam, "70"]]);
    await addStudent(of, {}, [[exam, "80"]]);
    // Between two bounds: one rule, two requirements on one gradable.
    await makeRule(of, await makeLearningBadge(of), [exam, "gte", 60], [exam, "lt", 90]);
    const { status, data } = await get("gradables", of);
    expect(status).toBe(200);
    expect(data).toEqual([
      {
        id: exam.id,
        extern_id: exam.externId,
        name: "Exam",
        callback: "points",
        min_pass_requirement: "60",
        grades_count: 2,
        rules_count: 1,
        created_at: timestamp,
      },
      expect.objectContaining({ id: essay.id, callback: "letterGrade", grades_count: 0, rules_count: 0 }),
    ]);
    const names = async (query: string) =>
      (await get(`gradables?${query}`, of)).data.map(({ name }: { name: string }) => name);
    expect(await names("sort=name")).toEqual(["Essay", "Exam"]);
    expect(await names("filter=callback::letterGrade,pass")).toEqual(["Essay"]);
    expect(await names(`filter=query::${exam.externId.toUpperCase()}`)).toEqual(["Exam"]);
    expect((await get("gradables?filter=callback::x", of)).status).toBe(400);
  });

  describeBounds("gradables");
});

describe("GET …/learning_integrations/{id}/grades", () => {
  it("200: the last completed first, with student and gradable; filters", async () => {
    const of = await connectedIntegration(integration.app);
    const exam = await addGradable(of, "points", "Exam");
    const essay = await addGradable(of, "letterGrade", "Essay");
    const ada = await addStudent(of, { first: "Ada", last: "Okafor" });
    const bo = await addStudent(of, { first: "Bo", last: "Lind" });
    const completed = async (work: TestGradable, student: TestStudent, score: string, at: string) => {
      await grade(of, work, student, score);
      const [row] = await sql(
        "UPDATE learning_grades SET completed_at = $3 WHERE gradable_id = $1 AND student_id = $2 RETURNING id",
        [work.id, student.id, at],
      );
      return Number(row?.id);
    };
    const early = await completed(exam, ada, "70", "2026-01-05T10:00:00Z");
    const late = await completed(essay, ada, "B", "2026-02-05T10:00:00Z");
    const other = await completed(exam, bo, "90", "2026-01-20T10:00:00Z");
    const { status, data } = await get("grades", of);
    expect([status, data.map(({ id }: { id: number }) => id)]).toEqual([200, [late, other, early]]);
    expect(data[0]).toEqual({
      id: late,
      score: "B",
      completed_at: "2026-02-05T10:00:00.000Z",
      gradable: { id: essay.id, extern_id: essay.externId, name: "Essay", callback: "letterGrade" },
      student: { id: ada.id, extern_id: ada.externId, first: "Ada", last: "Okafor", email: ada.email },
    });
    const find = async (filter: string) =>
      (await get(`grades?filter=${encodeURIComponent(filter)}`, of)).data.map(({ id }: { id: number }) => id);
    expect(await find(`gradable_id::${exam.id}`)).toEqual([other, early]);
    expect(await find(`student_id::${ada.id}|gradable_id::${exam.id}`)).toEqual([early]);
    expect(await find("query::lind")).toEqual([other]);
    expect(await find("completed_at_min::2026-01-20|completed_at_max::2026-01-20")).toEqual([other]);
    for (const wrong of [
      "gradable_id::x",
      "student_id::0",
      "student_id::2147483648",
      "completed_at_min::x",
    ]) {
      expect((await get(`grades?filter=${wrong}`, of)).status).toBe(400);
    }
  });

  describeBounds("grades");
});

describe("GET …/learning_integrations/{id}/logs", () => {
  it("200: newest first, with every reported error; filters", async () => {
    const of = await connectedIntegration(integration.app);
    const written = { ...of, appId: of.app.id, courseId: of.course_id, organizationId: organization.id };
    await transaction(() =>
      writeLogs(written, [
        { action: "create", type: "student", data: { created_count: 2 } },
        { action: "create", type: "student", errorId: "invalid_item", data: { extern_id: "7" } },
        { action: "bulk_delete", type: "gradable", data: { deleted_count: 1 } },
      ]),
    );
    const { status, data } = await get("logs", of);
    expect(status).toBe(200);
    expect(data).toEqual([
      expect.objectContaining({ action: "bulk_delete", type: "gradable", error_id: null }),
      {
        id: expect.any(Number),
        created_at: timestamp,
        action: "create",
        type: "student",
        error_id: "invalid_item",
        data: { extern_id: "7" },
      },
      expect.objectContaining({ data: { created_count: 2 } }),
    ]);
    const count = async (filter: string) => (await get(`logs?filter=${filter}`, of)).metadata.total_count;
    expect(await count("failed::true")).toBe(1);
    expect(await count("failed::false")).toBe(2);
    expect(await count("type::student|action::create")).toBe(2);
    expect(await count("created_at_min::2999-01-01")).toBe(0);
    expect((await get("logs?filter=type::x", of)).status).toBe(400);
    expect((await get("logs", beside)).data).toEqual([]);
  });

  describeBounds("logs");
});
