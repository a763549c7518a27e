import { beforeAll, describe, expect, it } from "vitest";
import { transaction } from "@/lib/kernel/db";
import { writeLogs } from "@/lib/learning/logs/service";
import {
  badgeBody,
  createTestOrganization,
  createTemplate,
  type TestOrganization,
} from "../../support/builders";
import { countQueries, sql } from "../../support/platform/database";
import {
  createConnectedIntegration,
  createTestLearningApp,
  type TestIntegration,
} from "../../support/learning/learning";
import {
  addGradable,
  addStudent,
  setGrade,
  createLearningBadge,
  createRule,
  type TestGradable,
  type TestStudent,
} from "../../support/learning/learning-course";

let organization: TestOrganization;
let integration: TestIntegration;
let siblingIntegration: TestIntegration;
let foreignIntegration: TestIntegration;

beforeAll(async () => {
  organization = await createTestOrganization();
  const app = await createTestLearningApp(organization);
  [integration, siblingIntegration] = [
    await createConnectedIntegration(app),
    await createConnectedIntegration(app),
  ];
  foreignIntegration = await createConnectedIntegration();
});

const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const getList = (list: string, targetIntegration = integration) =>
  organization.client.get(`/learning_integrations/${targetIntegration.id}/${list}`);
const listIds = async (list: string): Promise<number[]> =>
  (await getList(list)).data.map(({ id }: { id: number }) => id);

/** Rules that apply to every list of an integration. */
function describeListBounds(list: string) {
  it("404: an integration that is unknown, or another organization's", async () => {
    expect((await getList(list, foreignIntegration)).status).toBe(404);
    expect((await organization.client.get(`/learning_integrations/2147483647/${list}`)).status).toBe(404);
  });

  it("400: an unknown filter or sort key", async () => {
    expect((await getList(`${list}?filter=secret::1`)).status).toBe(400);
    expect((await getList(`${list}?sort=secret`)).status).toBe(400);
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
    await addStudent(siblingIntegration, { first: "Ada", last: "Beside" });
    await addStudent(foreignIntegration, { first: "Ada", last: "Foreign" });
    await setGrade(integration, await addGradable(integration), ada, "70");
    const template = await createTemplate(organization);
    const { data: badge } = await organization.client.post("/badges", badgeBody(template.id));
    await sql(
      `INSERT INTO learning_awards (badge_id, organization_id, integration_id, student_id, badge_template_id)
       VALUES ($1, $2, $3, $4, $5)`,
      [badge.id, organization.id, integration.id, ada.id, template.id],
    );
  });

  it("200: by last name, with the number of grades and badges, with as many statements for three as for one", async () => {
    const { status, data, metadata } = await getList("students");
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
    const one = await countQueries(() => getList("students?per=1"));
    expect(await countQueries(() => getList("students"))).toBe(one);
  });

  it("200: filters and sorts; every word of a query must match, in any field", async () => {
    const findIds = (filter: string) => listIds(`students?filter=${encodeURIComponent(filter)}`);
    expect(await findIds("query::okafor ada")).toEqual([ada.id]);
    expect(await findIds("query::ada lind")).toEqual([]);
    expect(await findIds("query::B.EXAMPLE")).toEqual([chi.id, bo.id]);
    expect(await findIds("query::%")).toEqual([bo.id]);
    expect(await findIds(`extern_id::${ada.externId}`)).toEqual([ada.id]);
    expect(await findIds("email::BO@b.example")).toEqual([bo.id]);
    expect(await listIds("students?sort=-created_at")).toEqual([chi.id, bo.id, ada.id]);
    expect(await listIds("students?sort=first&per=2&page=2")).toEqual([chi.id]);
  });

  describeListBounds("students");
});

describe("GET …/learning_integrations/{id}/gradables", () => {
  it("200: by name in natural order", async () => {
    const targetIntegration = await createConnectedIntegration(integration.app);
    for (const name of ["Zebra", "Level 10", "apple", "Level 2", "Éclair"])
      await addGradable(targetIntegration, "points", name);
    const { data } = await getList("gradables?sort=name", targetIntegration);
    expect(data.map(({ name }: { name: string }) => name)).toEqual([
      "apple",
      "Éclair",
      "Level 2",
      "Level 10",
      "Zebra",
    ]);
  });

  it("200: in the order added, with the number of grades and of rules that require each", async () => {
    const targetIntegration = await createConnectedIntegration(integration.app);
    const exam = await addGradable(targetIntegration, "points", "Exam");
    const essay = await addGradable(targetIntegration, "letterGrade", "Essay");
    await addStudent(targetIntegration, {}, [[exam, "70"]]);
    await addStudent(targetIntegration, {}, [[exam, "80"]]);
    // Between two bounds: one rule, two requirements on one gradable.
    await createRule(
      targetIntegration,
      await createLearningBadge(targetIntegration),
      [exam, "gte", 60],
      [exam, "lt", 90],
    );
    const { status, data } = await getList("gradables", targetIntegration);
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
    const listNames = async (query: string) =>
      (await getList(`gradables?${query}`, targetIntegration)).data.map(({ name }: { name: string }) => name);
    expect(await listNames("sort=name")).toEqual(["Essay", "Exam"]);
    expect(await listNames("filter=callback::letterGrade,pass")).toEqual(["Essay"]);
    expect(await listNames(`filter=query::${exam.externId.toUpperCase()}`)).toEqual(["Exam"]);
    expect((await getList("gradables?filter=callback::x", targetIntegration)).status).toBe(400);
  });

  describeListBounds("gradables");
});

describe("GET …/learning_integrations/{id}/grades", () => {
  it("200: the last completed first, with student and gradable; filters", async () => {
    const targetIntegration = await createConnectedIntegration(integration.app);
    const exam = await addGradable(targetIntegration, "points", "Exam");
    const essay = await addGradable(targetIntegration, "letterGrade", "Essay");
    const ada = await addStudent(targetIntegration, { first: "Ada", last: "Okafor" });
    const bo = await addStudent(targetIntegration, { first: "Bo", last: "Lind" });
    const addCompletedGrade = async (work: TestGradable, student: TestStudent, score: string, at: string) => {
      await setGrade(targetIntegration, work, student, score);
      const [row] = await sql(
        "UPDATE learning_grades SET completed_at = $3 WHERE gradable_id = $1 AND student_id = $2 RETURNING id",
        [work.id, student.id, at],
      );
      return Number(row?.id);
    };
    const early = await addCompletedGrade(exam, ada, "70", "2026-01-05T10:00:00Z");
    const late = await addCompletedGrade(essay, ada, "B", "2026-02-05T10:00:00Z");
    const other = await addCompletedGrade(exam, bo, "90", "2026-01-20T10:00:00Z");
    const { status, data } = await getList("grades", targetIntegration);
    expect([status, data.map(({ id }: { id: number }) => id)]).toEqual([200, [late, other, early]]);
    expect(data[0]).toEqual({
      id: late,
      score: "B",
      completed_at: "2026-02-05T10:00:00.000Z",
      gradable: { id: essay.id, extern_id: essay.externId, name: "Essay", callback: "letterGrade" },
      student: { id: ada.id, extern_id: ada.externId, first: "Ada", last: "Okafor", email: ada.email },
    });
    const findIds = async (filter: string) =>
      (await getList(`grades?filter=${encodeURIComponent(filter)}`, targetIntegration)).data.map(
        ({ id }: { id: number }) => id,
      );
    expect(await findIds(`gradable_id::${exam.id}`)).toEqual([other, early]);
    expect(await findIds(`student_id::${ada.id}|gradable_id::${exam.id}`)).toEqual([early]);
    expect(await findIds("query::lind")).toEqual([other]);
    expect(await findIds("completed_at_min::2026-01-20|completed_at_max::2026-01-20")).toEqual([other]);
    for (const wrong of [
      "gradable_id::x",
      "student_id::0",
      "student_id::2147483648",
      "completed_at_min::x",
    ]) {
      expect((await getList(`grades?filter=${wrong}`, targetIntegration)).status).toBe(400);
    }
  });

  describeListBounds("grades");
});

describe("GET …/learning_integrations/{id}/logs", () => {
  it("200: newest first, with every reported error; filters", async () => {
    const targetIntegration = await createConnectedIntegration(integration.app);
    const written = {
      ...targetIntegration,
      appId: targetIntegration.app.id,
      courseId: targetIntegration.course_id,
      organizationId: organization.id,
    };
    await transaction(() =>
      writeLogs(written, [
        { action: "create", type: "student", data: { created_count: 2 } },
        { action: "create", type: "student", errorId: "invalid_item", data: { extern_id: "7" } },
        { action: "bulk_delete", type: "gradable", data: { deleted_count: 1 } },
      ]),
    );
    const { status, data } = await getList("logs", targetIntegration);
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
    const countLogs = async (filter: string) =>
      (await getList(`logs?filter=${filter}`, targetIntegration)).metadata.total_count;
    expect(await countLogs("failed::true")).toBe(1);
    expect(await countLogs("failed::false")).toBe(2);
    expect(await countLogs("type::student|action::create")).toBe(2);
    expect(await countLogs("created_at_min::2999-01-01")).toBe(0);
    expect((await getList("logs?filter=type::x", targetIntegration)).status).toBe(400);
    expect((await getList("logs", siblingIntegration)).data).toEqual([]);
  });

  describeListBounds("logs");
});
