import { beforeAll, describe, expect, it } from "vitest";
import { badgeBody, createTestOrganization, type TestOrganization } from "../../support/builders";
import { digestTables, countQueries, sql } from "../../support/platform/database";
import {
  createConnectedIntegration,
  createTestLearningApp,
  type TestIntegration,
} from "../../support/learning/learning";
import {
  addGradable,
  addStudent,
  addStudents,
  listAwards,
  createLearningBadge,
  createRule,
  requirements,
  type RequirementInput,
  type TestBadge,
  type TestGradable,
} from "../../support/learning/learning-course";

const UNKNOWN = "0190a5b4-0000-7000-8000-000000000000";

let organization: TestOrganization;
let foreign: TestIntegration;

beforeAll(async () => {
  organization = await createTestOrganization();
  foreign = await createConnectedIntegration();
});

const createCourse = async () => createConnectedIntegration(await createTestLearningApp(organization));

describe("POST …/learning_integrations/{id}/rule_preview", () => {
  let course: TestIntegration;
  let exam: TestGradable;
  let essay: TestGradable;
  let [ada, bo, chi, dan] = [0, 0, 0, 0];

  beforeAll(async () => {
    course = await createCourse();
    exam = await addGradable(course, "points", "Exam");
    essay = await addGradable(course, "letterGrade", "Essay");
    const addStudentWithGrades = async (first: string, ...grades: [TestGradable, string][]) =>
      (await addStudent(course, { first }, grades)).id;
    ada = await addStudentWithGrades("Ada", [exam, "90"], [essay, "A-"]);
    bo = await addStudentWithGrades("Bo", [exam, "90"], [essay, "C"]);
    chi = await addStudentWithGrades("Chi", [exam, "40"], [essay, "A"]);
    dan = await addStudentWithGrades("Dan", [exam, "90"]);
    // Of another course, with the same grades.
    const beside = await createConnectedIntegration(course.app);
    await addStudent(beside, {}, [[await addGradable(beside), "90"]]);
  });

  const previewRules = (rules: RequirementInput[][], more: Record<string, unknown> = {}) =>
    organization.client.post(`/learning_integrations/${course.id}/rule_preview`, {
      rules: rules.map((asked) => ({ requirements: requirements(...asked) })),
      ...more,
    });
  const listStudentIds = ({ data }: { data: { students: { id: number }[] } }) =>
    data.students.map(({ id }) => id);

  it("200: counts students who meet all requirements of one of the rules, per rule and in total; nothing is stored", async () => {
    const before = await digestTables();
    const one = await previewRules([[[exam, "gte", 60]]]);
    expect([one.status, one.data.total, one.data.rules]).toEqual([200, 3, [{ total: 3 }]]);
    expect(one.data.students[0]).toEqual({
      id: ada,
      extern_id: expect.any(String),
      first: "Ada",
      last: "Okafor",
      awarded: false,
    });
    const both = await previewRules([
      [
        [exam, "gte", 60],
        [essay, "gte", "B"],
      ],
    ]);
    expect(listStudentIds(both)).toEqual([ada]);
    const either = await previewRules([[[exam, "gte", 60]], [[essay, "eq", "A"]], [[exam, "gt", 99]]]);
    expect(listStudentIds(either)).toEqual([ada, bo, chi, dan]);
    expect(either.data.rules).toEqual([{ total: 3 }, { total: 1 }, { total: 0 }]);
    expect(
      listStudentIds(
        await previewRules([
          [
            [exam, "gte", 50],
            [exam, "lt", 90],
          ],
        ]),
      ),
    ).toEqual([]);
    expect(await digestTables()).toEqual(before);
  });

  it("200: shows who has the badge, from here or elsewhere, and lists those without it first", async () => {
    const badge = await createLearningBadge(course);
    await sql("UPDATE learning_students SET email = 'held@example.org' WHERE id = $1", [ada]);
    await organization.client.post("/badges", badgeBody(badge.id, { recipient_email: "held@example.org" }));
    const { data } = await previewRules([[[exam, "gte", 60]]], { badge_template_id: badge.id });
    expect([data.total, data.awarded]).toEqual([3, 1]);
    expect(data.students.map(({ id, awarded }: { id: number; awarded: boolean }) => [id, awarded])).toEqual([
      [bo, false],
      [dan, false],
      [ada, true],
    ]);
  });

  it("200: shows 50 of them, counts all, with as many statements for many rules as for one", async () => {
    const large = await createCourse();
    const gradable = await addGradable(large);
    await addStudents(large, 60, [gradable]);
    const countPreviewQueries = (count: number) =>
      organization.client.post(`/learning_integrations/${large.id}/rule_preview`, {
        rules: Array.from({ length: count }, () => ({ requirements: requirements([gradable, "gte", 60]) })),
      });
    const { data } = await countPreviewQueries(1);
    expect([data.total, data.students.length]).toEqual([60, 50]);
    expect(await countQueries(() => countPreviewQueries(30))).toBe(
      await countQueries(() => countPreviewQueries(1)),
    );
  });

  it("422: everything that storing would refuse, by field; 404: another organization's integration", async () => {
    const strange = await createLearningBadge(foreign);
    for (const [response, field] of [
      [await previewRules([]), "rules"],
      [await previewRules([[]]), "rules.0.requirements"],
      [await previewRules([[[exam, "gte", "B"]]]), "rules.0.requirements.0.value"],
      [await previewRules([[[{ id: 2_147_483_647 }, "gte", 1]]]), "rules.0.requirements.0.grade_object_id"],
      [await previewRules([[[exam, "gte", 1]]], { badge_template_id: strange.id }), "badge_template_id"],
    ] as const) {
      expect([response.status, response.data.errors[0].field]).toEqual([422, field]);
    }
    const rules = [{ requirements: requirements([exam, "gte", 60]) }];
    const path = `/learning_integrations/${foreign.id}/rule_preview`;
    expect((await organization.client.post(path, { rules })).status).toBe(404);
  });
});

describe("POST …/rules/{badge_template_id}/evaluate", () => {
  const evaluateRules = (of: { id: number }, badge: { id: string }, body: Record<string, unknown> = {}) =>
    organization.client.post(`/learning_integrations/${of.id}/rules/${badge.id}/evaluate`, body);

  /** Follows `next` to its end, as the console does. */
  async function evaluateToEnd(of: { id: number }, badge: { id: string }, limit: number) {
    const responses: { student_count: number; remaining: number; next: string | null }[] = [];
    for (let after: string | null = ""; after !== null; after = responses.at(-1)?.next ?? null) {
      const { status, data } = await evaluateRules(of, badge, { limit, ...(after ? { after } : {}) });
      expect(status).toBe(200);
      responses.push(data);
    }
    return responses;
  }

  async function createPreparedCourse(
    count: number,
  ): Promise<{ course: TestIntegration; badge: TestBadge; exam: TestGradable }> {
    const course = await createCourse();
    const [badge, exam] = [await createLearningBadge(course), await addGradable(course)];
    await createRule(course, badge, [exam, "gte", 60]);
    await addStudents(course, count, [exam]);
    return { course, badge, exam };
  }

  it("200: issues as many as requested, and returns how many remain", async () => {
    const { course, badge } = await createPreparedCourse(5);
    const responses = await evaluateToEnd(course, badge, 2);
    expect(responses.map((one) => [one.student_count, one.remaining])).toEqual([
      [2, 3],
      [2, 1],
      [1, 0],
    ]);
    expect(await listAwards(badge.id)).toHaveLength(5);
    const again = await evaluateRules(course, badge);
    expect(again.data).toEqual({ student_count: 0, remaining: 0, next: null });
    expect(await listAwards(badge.id)).toHaveLength(5);
  });

  it("200: one badge for a student who meets several rules; two concurrent requests issue none twice", async () => {
    const { course, badge, exam } = await createPreparedCourse(4);
    await createRule(course, badge, [exam, "gte", 80]);
    await addStudent(course, {}, [[exam, "20"]]);
    await Promise.all([evaluateToEnd(course, badge, 3), evaluateToEnd(course, badge, 3)]);
    expect(await listAwards(badge.id)).toHaveLength(4);
    const { data } = await organization.client.get(
      `/learning_integrations/${course.id}/students?filter=query::mass`,
    );
    expect(data.map((one: { badges_count: number }) => one.badges_count)).toEqual([1, 1, 1, 1]);
  });

  it("200: skips a student who cannot be given a badge, who remains, and deleted rules", async () => {
    const { course, badge, exam } = await createPreparedCourse(0);
    await addStudent(course, { email: "not an address" }, [[exam, "90"]]);
    await addStudent(course, {}, [[exam, "90"]]);
    const responses = await evaluateToEnd(course, badge, 1);
    expect(responses.map((one) => one.student_count)).toEqual([0, 1, 0]);
    expect(responses.at(-1)).toMatchObject({ remaining: 1, next: null });
    const logs = await organization.client.get(
      `/learning_integrations/${course.id}/logs?filter=failed::true`,
    );
    expect(logs.data[0]).toMatchObject({ type: "badge", error_id: "invalid_item" });
    expect((await evaluateRules(course, badge, { after: "1:9999999999" })).status).toBe(200);
    expect((await evaluateRules(course, badge, { after: "2147483647:0" })).data.code).toBe("no_rules");
  });

  it("200: records the requesting member as the issuer of the badges, as for any badge", async () => {
    const { course, badge } = await createPreparedCourse(1);
    const response = await evaluateRules(course, badge);
    const entries = await sql("SELECT action, actor_type FROM audit_entries WHERE request_id = $1", [
      response.headers.get("x-request-id"),
    ]);
    const actor_type = "AuthorizationToken";
    expect(entries).toHaveLength(2);
    expect(entries).toContainEqual({ action: "learning_rule.evaluate", actor_type });
    expect(entries).toContainEqual({ action: "badge.issue", actor_type });
    const { data } = await organization.client.get(`/badges?filter=badge_template_id::${badge.id}`);
    expect(data[0]).toMatchObject({ state: "pending", issued_to: "Ada Okafor" });
  });

  it("422: no rules, a draft, an invalid limit or position; 404: unknown; nothing is issued", async () => {
    const { course, badge, exam } = await createPreparedCourse(1);
    const draft = await createLearningBadge(course, { state: "draft" });
    await createRule(course, draft, [exam, "gte", 60]);
    const bare = await createLearningBadge(course);
    const strange = await createLearningBadge(foreign);
    const before = await digestTables();
    const codes = [
      (await evaluateRules(course, draft)).data.code,
      (await evaluateRules(course, bare)).data.code,
      (await evaluateRules(course, badge, { limit: 1_001 })).data.errors[0].field,
      (await evaluateRules(course, badge, { limit: 0 })).data.errors[0].field,
      (await evaluateRules(course, badge, { after: "x" })).data.errors[0].field,
    ];
    expect(codes).toEqual(["template_not_active", "no_rules", "limit", "limit", "after"]);
    for (const [of, what] of [
      [course, { id: UNKNOWN }],
      [course, strange],
      [foreign, badge],
    ] as const) {
      expect((await evaluateRules(of, what)).status).toBe(404);
    }
    expect(await digestTables()).toEqual(before);
  });
});
