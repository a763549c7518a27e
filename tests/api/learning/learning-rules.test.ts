import { describe, expect, it } from "vitest";
import { countQueries } from "../../support/platform/database";
import {
  badge,
  course,
  essay,
  exam,
  foreign,
  lab,
  quiz,
  sibling,
  useGradedCourse,
} from "../../support/learning/graded-course";
import {
  anonymousClient,
  invalidParameters,
  createTestLearningToken,
  learningClient,
  findMemberNumber,
} from "../../support/learning/learning";
import {
  addGradable,
  createLearningBadge,
  createRule,
  requirements,
  type TestBadge,
  type TestGradable,
} from "../../support/learning/learning-course";

const LIST = "/v1.1/cle_rules";
const DESC = "/v1.1/cle_rules/desc";
const UPDATE = "/v1.1/cle_rules/update";

useGradedCourse();

const toIds = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id);

describe("GET /v1.1/cle_rules", () => {
  it("200: the rules of a badge in the order added, each with its requirements and their gradables", async () => {
    const own = await createLearningBadge(course, { name: "Careful Writer" });
    const first = await createRule(course, own, [essay, "gte", "b"], [quiz, "greaterThan", "060.50"]);
    const second = await createRule(course, own, [lab, "equalTo", "completed"]);
    const { status, data, paging } = await course.client.get(LIST, { badge_id: own.number });
    expect(status).toBe(200);
    expect(paging).toEqual({
      page: 0,
      per_page: 10,
      order_direction: "ASC",
      multi_result_count: data.length,
    });
    const creator_id = await findMemberNumber(course.app.ownerId);
    const buildGradable = (one: TestGradable, min_pass_requirement: string) => ({
      id: one.id,
      extern_id: one.externId,
      name: one.name,
      callback: one.callback,
      min_pass_requirement,
      creator_id,
    });
    expect(data).toEqual([
      {
        id: first,
        badge_id: own.number,
        name: "Careful Writer",
        desc: "at least B in Essay and more than 60.5 points in Quiz",
        requirements: [
          { grade_object_id: essay.id, gradable: buildGradable(essay, "D"), operator: "gte", value: "B" },
          { grade_object_id: quiz.id, gradable: buildGradable(quiz, "60"), operator: "gt", value: "60.5" },
        ],
      },
      {
        id: second,
        badge_id: own.number,
        name: "Careful Writer",
        desc: "Completed in Lab",
        requirements: [
          {
            grade_object_id: lab.id,
            gradable: buildGradable(lab, "Completed"),
            operator: "eq",
            value: "Completed",
          },
        ],
      },
    ]);
  });

  it("200: none of another integration, whose rules of the same badge stay separate", async () => {
    const own = await createLearningBadge(course);
    await createRule(course, own, [quiz, "gte", "60"]);
    expect((await sibling.client.get(LIST, { badge_id: own.number })).data).toEqual([]);
    const other = await addGradable(sibling);
    const rule = await createRule(sibling, own, [other, "gte", "1"]);
    expect(toIds(await sibling.client.get(LIST, { badge_id: own.number }))).toEqual([rule]);
    expect(toIds(await course.client.get(LIST, { badge_id: own.number }))).not.toContain(rule);
  });

  it("200: fifty rules need no more queries than one", async () => {
    const [one, many] = [await createLearningBadge(course), await createLearningBadge(course)];
    await createRule(course, one, [quiz, "gte", "60"]);
    const rules = Array.from({ length: 50 }, () => ({
      id: "new",
      requirements: requirements([quiz, "gte", 1], [essay, "gte", "D"], [lab, "eq", "Completed"]),
    }));
    const writeRules = (all: unknown[]) =>
      course.client.postJson(UPDATE, { badge_id: many.number, rules: all });
    const writing = [
      await countQueries(() => writeRules(rules.slice(0, 1))),
      await countQueries(() => writeRules(rules.slice(1))),
    ];
    expect(writing[1]).toBe(writing[0]);
    const countListQueries = (of: TestBadge) =>
      countQueries(() => course.client.get(LIST, { badge_id: of.number }));
    // The plan of a statement is prepared once.
    await countListQueries(one);
    expect(await countListQueries(many)).toBe(await countListQueries(one));
    expect(toIds(await course.client.get(LIST, { badge_id: many.number }))).toHaveLength(50);
  });

  it.each([LIST, DESC])(
    "400 badge_not_found: unknown, deleted, another organization's (%s)",
    async (path) => {
      const deleted = await createLearningBadge(course);
      await course.organization.client.delete(`/badge_templates/${deleted.id}`);
      const foreignBadge = await createLearningBadge(foreign);
      for (const badge_id of [2_147_483_647, deleted.number, foreignBadge.number]) {
        expect(invalidParameters(await course.client.get(path, { badge_id }))).toEqual(["badge_not_found"]);
      }
    },
  );

  it.each([LIST, DESC])("400: badge_id is missing or not a number (%s)", async (path) => {
    expect(invalidParameters(await course.client.get(path))).toEqual(["missing_param_badge_id"]);
    for (const badge_id of ["", "abc", "1.5", "-1", "99999999999", "new"]) {
      const [error] = invalidParameters(await course.client.get(path, { badge_id }));
      expect(error).toBe(badge_id === "" ? "missing_param_badge_id" : "invalid_param_badge_id");
    }
  });

  it.each([LIST, DESC, UPDATE])("401: without a token, and with a learner's (%s)", async (path) => {
    const learner = learningClient({
      access_token: await createTestLearningToken(course.app, "learner", [course.id]),
      integration_account_id: course.id,
    });
    const method = path === UPDATE ? "post" : "get";
    for (const client of [anonymousClient, learner]) {
      const { status, meta } = await client[method](path, { badge_id: badge.number });
      expect([status, meta.status]).toEqual([401, "API_ACCESS_UNAUTHORIZED"]);
    }
  });
});

describe("GET /v1.1/cle_rules/desc", () => {
  it("200: states that one of the rules is enough, with all of their requirements", async () => {
    const own = await createLearningBadge(course);
    expect((await course.client.get(DESC, { badge_id: own.number })).data).toEqual({ desc: "" });
    await createRule(course, own, [essay, "gte", "B"], [quiz, "gte", 60]);
    await createRule(course, own, [exam, "gte", "pass"]);
    const rules = [
      { id: "new", desc: "ask Ms. Lind", requirements: requirements([lab, "gte", "Completed"]) },
    ];
    await course.client.postJson(UPDATE, { badge_id: own.number, rules });
    const { data } = await course.client.get(DESC, { badge_id: own.number });
    expect(data).toEqual({
      desc: "(at least B in Essay and at least 60 points in Quiz) or Pass in Exam or ask Ms. Lind",
    });
  });
});
