import { beforeAll, describe, expect, it } from "vitest";
import { isMet } from "@/lib/learning/rules/operators";
import { RULE_OPERATORS } from "@/lib/learning/rules/schema";
import { acceptByLink, listBadgeEvents, listBadgeMails } from "../../support/badges/badges";
import { badgeBody, nextSerial } from "../../support/builders";
import { digestTables, countQueries, sql } from "../../support/platform/database";
import {
  anonymousClient,
  createConnectedIntegration,
  invalidParameters,
  learningClient,
  createTestLearningApp,
  createTestLearningToken,
  type TestApp,
  type TestIntegration,
} from "../../support/learning/learning";
import {
  addGradable,
  addStudent,
  addStudents,
  listAwards,
  evaluate,
  setGrade,
  countIssuedByRule,
  createLearningBadge,
  createRule,
  createCourseWithRule,
} from "../../support/learning/learning-course";
import { createPerson } from "../../support/accounts/members";

const STUDENTS = "/cle_eligibility/students";
const EVALUATE = "/cle_eligibility/evaluate/rule";

let app: TestApp;
/** Of another organization. */
let foreignRuleId: number;

beforeAll(async () => {
  app = await createTestLearningApp();
  ({ ruleId: foreignRuleId } = await createCourseWithRule());
});

type Course = Pick<TestIntegration, "client">;

const listEligible = async ({ client }: Course, rule_id: number): Promise<number[]> => {
  const { status, data } = await client.get(STUDENTS, { rule_id, per_page: 100 });
  expect(status).toBe(200);
  return (data as { id: number }[]).map(({ id }) => id);
};

describe.each([STUDENTS, `/v1.1${STUDENTS}`])("GET %s", (path) => {
  it("200: the students who meet all requirements, and none without a grade", async () => {
    const course = await createConnectedIntegration(app);
    const badge = await createLearningBadge(course);
    const [quiz, lab] = [await addGradable(course), await addGradable(course, "complete")];
    const ruleId = await createRule(
      course,
      badge,
      [quiz, "gte", 60],
      [quiz, "lt", 90],
      [lab, "eq", "Completed"],
    );
    const good = await addStudent(course, { first: "Bo", last: "Lind" }, [
      [quiz, "60"],
      [lab, "Completed"],
    ]);
    await addStudent(course, {}, [
      [quiz, "59.999999"],
      [lab, "Completed"],
    ]);
    await addStudent(course, {}, [
      [quiz, "90"],
      [lab, "Completed"],
    ]);
    await addStudent(course, {}, [
      [quiz, "75"],
      [lab, "Incomplete"],
    ]);
    await addStudent(course, {}, [[quiz, "75"]]);
    await addStudent(course, {}, [[lab, "Completed"]]);
    await addStudent(course);
    const { status, data, paging } = await course.client.get(path, { rule_id: ruleId });
    expect(status).toBe(200);
    expect(data).toEqual([
      {
        id: good.id,
        extern_id: good.externId,
        first: "Bo",
        last: "Lind",
        email: good.email,
        integration_id: course.id,
      },
    ]);
    expect(paging).toEqual({ page: 0, per_page: 10, order_direction: "ASC", multi_result_count: 1 });
  });

  it("400: a rule id that is missing, not a number, unknown, or of another integration", async () => {
    const { course } = await createCourseWithRule(app);
    expect(invalidParameters(await course.client.get(path))).toEqual(["missing_param_rule_id"]);
    for (const rule_id of ["x", "1.5", 0, 2_147_483_647, foreignRuleId]) {
      expect(invalidParameters(await course.client.get(path, { rule_id }))).toEqual([
        "invalid_param_rule_id",
      ]);
    }
  });

  it("401: without a token, and with a learner's", async () => {
    const { course, ruleId } = await createCourseWithRule(app);
    const access_token = await createTestLearningToken(course.app, "learner", [course.id]);
    for (const client of [anonymousClient, learningClient({ access_token })]) {
      const { status } = await client.get(path, { rule_id: ruleId, integration_account_id: course.id });
      expect(status).toBe(401);
    }
  });
});

describe("GET /cle_eligibility/students", () => {
  it("200: each operator means the same in the database and in the code", async () => {
    const course = await createConnectedIntegration(app);
    const [badge, quiz] = [await createLearningBadge(course), await addGradable(course)];
    const scores = [-1, 0, 59.999999, 60, 60.000001, 100, 999_999.999999];
    const students = [];
    for (const score of scores) {
      students.push({ score, ...(await addStudent(course, {}, [[quiz, String(score)]])) });
    }
    for (const operator of RULE_OPERATORS) {
      for (const bound of [0, 60, 100]) {
        const ruleId = await createRule(course, badge, [quiz, operator, bound]);
        const expected = students.filter(({ score }) => isMet(operator, score, bound)).map(({ id }) => id);
        expect(await listEligible(course, ruleId), `${operator} ${bound}`).toEqual(expected);
      }
    }
  });

  it("200: paginates in the order added, in either direction, whether or not they have the badge", async () => {
    const { course, gradable, ruleId } = await createCourseWithRule(app);
    await addStudents(course, 23, [gradable]);
    await countIssuedByRule(course, ruleId);
    const all = await listEligible(course, ruleId);
    expect(all).toHaveLength(23);
    expect(all).toEqual(all.toSorted((one, other) => one - other));
    const getPage = async (query: Record<string, unknown>) => {
      const { data, paging } = await course.client.get(STUDENTS, { rule_id: ruleId, ...query });
      expect(paging?.multi_result_count).toBe(23);
      return (data as { id: number }[]).map(({ id }) => id);
    };
    expect(await getPage({})).toEqual(all.slice(0, 10));
    expect(await getPage({ page: 2 })).toEqual(all.slice(20));
    expect(await getPage({ order_direction: "DESC", per_page: 3 })).toEqual(all.slice(-3).toReversed());
    expect(await getPage({ page: 9 })).toEqual([]);
  });

  it("200: a hundred students need no more queries than one", async () => {
    const { course, gradable, ruleId } = await createCourseWithRule(app);
    await addStudents(course, 1, [gradable]);
    const countStudentQueries = () =>
      countQueries(() => course.client.get(STUDENTS, { rule_id: ruleId, per_page: 100 }));
    await countStudentQueries();
    const one = await countStudentQueries();
    await addStudents(course, 99, [gradable]);
    expect(await countStudentQueries()).toBe(one);
  });
});

describe.each([EVALUATE, `/v1.1${EVALUATE}`])("POST %s", (path) => {
  it("200: issues the badge to each student who meets the rule, and to no other student", async () => {
    const { course, badge, gradable, ruleId } = await createCourseWithRule(app);
    const good = await addStudent(course, { first: "Bo", last: "Lind" }, [[gradable, "60"]]);
    await addStudent(course, {}, [[gradable, "59"]]);
    await addStudent(course);
    const { status, data } = await course.client.post(path, { rule_id: ruleId });
    expect([status, data]).toEqual([200, { student_count: 1 }]);
    const [awards, ...others] = await listAwards(badge.id);
    expect(others).toEqual([]);
    expect(awards).toMatchObject({ state: "pending", recipient_email: good.email, student_id: good.id });
    const response = await course.organization.client.get(`/badges/${awards?.id}`);
    expect(response.data).toMatchObject({
      issued_to: "Bo Lind",
      issued_to_first_name: "Bo",
      badge_template: { id: badge.id, badges_count: 1 },
    });
    expect(await listBadgeEvents(course.organization, awards?.id ?? "")).toEqual(["badge.created"]);
    expect(await listBadgeMails(awards?.id ?? "")).toEqual(["pending_badge"]);
  });

  it("400: a rule id that is missing, not a number, unknown, or of another integration", async () => {
    const { course } = await createCourseWithRule(app);
    const before = await digestTables();
    expect(invalidParameters(await course.client.post(path))).toEqual(["missing_param_rule_id"]);
    for (const rule_id of ["x", "1.5", 0, 2_147_483_647, foreignRuleId]) {
      expect(invalidParameters(await course.client.post(path, { rule_id }))).toEqual([
        "invalid_param_rule_id",
      ]);
    }
    expect(await digestTables()).toEqual(before);
  });

  it("401: without a token, and with a learner's", async () => {
    const { course, ruleId } = await createCourseWithRule(app);
    const access_token = await createTestLearningToken(course.app, "learner", [course.id]);
    for (const client of [anonymousClient, learningClient({ access_token })]) {
      const { status } = await client.post(path, { rule_id: ruleId, integration_account_id: course.id });
      expect(status).toBe(401);
    }
  });
});

describe("POST /cle_eligibility/evaluate/rule", () => {
  it("200: a second evaluation issues only to students who have met the rule since", async () => {
    const { course, badge, gradable, ruleId } = await createCourseWithRule(app);
    await addStudents(course, 3, [gradable]);
    const late = await addStudent(course, {}, [[gradable, "10"]]);
    expect(await countIssuedByRule(course, ruleId)).toBe(3);
    expect(await countIssuedByRule(course, ruleId)).toBe(0);
    await setGrade(course, gradable, late, "61");
    expect(await countIssuedByRule(course, ruleId)).toBe(1);
    expect(await listAwards(badge.id)).toHaveLength(4);
  });

  it("200: logs the issued badges in the audit log and in the integration's log", async () => {
    const { course, badge, gradable, ruleId } = await createCourseWithRule(app);
    await addStudents(course, 2, [gradable]);
    await countIssuedByRule(course, ruleId);
    const logs = await course.client.get("/v1.1/cle_logs", { order_direction: "DESC", per_page: 1 });
    expect(logs.data).toMatchObject([
      {
        action: "create",
        type: "badge",
        error_id: null,
        data: { rule_id: ruleId, badge_template_id: badge.id, student_count: 2 },
      },
    ]);
    const { data } = await course.organization.client.get("/audit_entries?per=3");
    const [evaluated, ...issues] = data as { action: string; subject_id: string; actor: { type: string } }[];
    expect(evaluated).toMatchObject({ action: "learning_rule.evaluate", subject_id: String(ruleId) });
    expect(issues.map(({ action }) => action)).toEqual(["badge.issue", "badge.issue"]);
    expect(issues[0]?.actor.type).toBe("LearningToken");
  });

  it("200: skips students who already hold the badge from any issuer, under any of their addresses", async () => {
    const { course, badge, gradable, ruleId } = await createCourseWithRule(app);
    const person = await createPerson();
    const second = `second-${nextSerial()}@example.org`;
    await sql(
      `INSERT INTO user_emails (id, user_id, email, "primary", confirmed_at)
       VALUES (gen_random_uuid(), $1, $2, false, now())`,
      [person.id, second],
    );
    for (const email of [person.email, second, `free-${nextSerial()}@example.org`]) {
      await addStudent(course, { email }, [[gradable, "90"]]);
    }
    const body = badgeBody(badge.id, { recipient_email: person.email });
    expect((await course.organization.client.post("/badges", body)).status).toBe(201);
    expect(await countIssuedByRule(course, ruleId)).toBe(1);
    expect(await listAwards(badge.id)).toHaveLength(2);
    const logs = await course.client.get("/v1.1/cle_logs", { per_page: 100 });
    expect((logs.data as { error_id: string | null }[]).filter(({ error_id }) => error_id)).toEqual([]);
  });

  it("200: of students who share an address one gets the badge, unless its template allows more", async () => {
    for (const [changes, expected] of [
      [{}, 1],
      [{ allow_duplicate_badges: true }, 3],
    ] as const) {
      const { course, badge, gradable, ruleId } = await createCourseWithRule(app, changes);
      const email = `shared-${nextSerial()}@example.org`;
      for (let index = 0; index < 3; index += 1) await addStudent(course, { email }, [[gradable, "90"]]);
      expect(await countIssuedByRule(course, ruleId)).toBe(expected);
      expect(await countIssuedByRule(course, ruleId)).toBe(0);
      const awards = await listAwards(badge.id);
      expect(new Set(awards.map(({ student_id }) => student_id)).size).toBe(expected);
    }
  });

  it.each([
    ["accepted", (id: string) => acceptByLink(id)],
    [
      "revoked",
      (id: string, { organization }: TestIntegration) =>
        organization.client.put(`/badges/${id}/revoke`, { reason: "By mistake." }),
    ],
    [
      "deleted",
      (id: string, { organization }: TestIntegration) => organization.client.delete(`/badges/${id}`),
    ],
  ] as const)("200: a badge that was %s is not issued again", async (_state, change) => {
    const { course, badge, gradable, ruleId } = await createCourseWithRule(app, {
      allow_duplicate_badges: true,
    });
    await addStudents(course, 1, [gradable]);
    await countIssuedByRule(course, ruleId);
    const [awards] = await listAwards(badge.id);
    await change(awards?.id ?? "", course);
    expect(await countIssuedByRule(course, ruleId)).toBe(0);
    expect(await listAwards(badge.id)).toHaveLength(1);
  });

  it("200: two rules of one badge issue it once, as do two integrations of one organization", async () => {
    const { course, badge, gradable, ruleId } = await createCourseWithRule(app);
    const another = await createRule(course, badge, [gradable, "gte", 80]);
    const sibling = await createConnectedIntegration(course.app);
    const quiz = await addGradable(sibling);
    const elsewhere = await createRule(sibling, badge, [quiz, "gte", 1]);
    const { email } = await addStudent(course, {}, [[gradable, "90"]]);
    await addStudent(sibling, { email }, [[quiz, "90"]]);
    expect(await countIssuedByRule(course, ruleId)).toBe(1);
    expect(await countIssuedByRule(course, another)).toBe(0);
    expect(await countIssuedByRule(sibling, elsewhere)).toBe(0);
    expect(await listAwards(badge.id)).toHaveLength(1);
  });

  it("200: does not touch students of another integration, nor their grades", async () => {
    const { course, badge, gradable, ruleId } = await createCourseWithRule(app);
    const sibling = await createConnectedIntegration(course.app);
    await addStudents(sibling, 2, [await addGradable(sibling)]);
    await addStudents(course, 1, [gradable]);
    expect(await countIssuedByRule(course, ruleId)).toBe(1);
    expect(await listAwards(badge.id)).toHaveLength(1);
  });

  it("200: students who cannot get the badge are logged, and the others get theirs", async () => {
    const { course, gradable, ruleId } = await createCourseWithRule(app);
    const bad = await addStudent(course, { email: "no address" }, [[gradable, "90"]]);
    const nameless = await addStudent(course, { first: "" }, [[gradable, "90"]]);
    await addStudents(course, 2, [gradable]);
    expect(await countIssuedByRule(course, ruleId)).toBe(2);
    expect(await countIssuedByRule(course, ruleId)).toBe(0);
    const { data } = await course.client.get("/v1.1/cle_logs", { per_page: 100 });
    const failures = (data as { error_id: string | null; data: Record<string, unknown> }[]).filter(
      ({ error_id }) => error_id === "invalid_item",
    );
    expect(failures.slice(0, 2)).toMatchObject([
      { data: { extern_id: bad.externId, rule_id: ruleId, message: expect.stringContaining("e-mail") } },
      { data: { extern_id: nameless.externId } },
    ]);
  });

  it("400 invalid_param_rule_id: the template is a draft or archived; nothing is issued", async () => {
    const { course, badge, gradable, ruleId } = await createCourseWithRule(app);
    await addStudents(course, 1, [gradable]);
    await course.organization.client.put(`/badge_templates/${badge.id}`, { state: "archived" });
    const { data } = await course.client.postJson("/v1.1/cle_rules/update", {
      badge_id: "new",
      name: "Draft",
      rules: [{ id: "new", requirements: [{ grade_object_id: gradable.id, operator: "gte", value: 1 }] }],
    });
    const before = await digestTables();
    for (const rule of [ruleId, data.rules[0].id]) {
      const response = await evaluate(course, rule);
      expect(invalidParameters(response)).toEqual(["invalid_param_rule_id"]);
    }
    expect(await digestTables()).toEqual(before);
    await course.organization.client.put(`/badge_templates/${badge.id}`, { state: "active" });
    expect(await countIssuedByRule(course, ruleId)).toBe(1);
  });
});
