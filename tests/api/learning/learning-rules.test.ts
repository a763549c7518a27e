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
  anybody,
  errorsOf,
  makeLearningToken,
  learningClient,
  memberNumberOf,
} from "../../support/learning/learning";
import {
  addGradable,
  makeLearningBadge,
  makeRule,
  requirements,
  type TestBadge,
  type TestGradable,
} from "../../support/learning/learning-course";

const LIST = "/v1.1/cle_rules";
const DESC = "/v1.1/cle_rules/desc";
const UPDATE = "/v1.1/cle_rules/update";

useGradedCourse();

const idsOf = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id);

describe("GET /v1.1/cle_rules", () => {
  it("200: the rules of a badge in the order added, each with its requirements and their gradables", async () => {
    const own = await makeLearningBadge(course, { name: "Careful Writer" });
    const first = await makeRule(course, own, [essay, "gte", "b"], [quiz, "greaterThan", "060.50"]);
    const second = await makeRule(course, own, [lab, "equalTo", "completed"]);
    const { status, data, paging } = await course.client.get(LIST, { badge_id: own.number });
    expect(status).toBe(200);
    expect(paging).toEqual({
      page: 0,
      per_page: 10,
      order_direction: "ASC",
      multi_result_count: data.length,
    });
    const creator_id = await memberNumberOf(course.app.ownerId);
    const gradable = (one: TestGradable, min_pass_requirement: string) => ({
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
          { grade_object_id: essay.id, gradable: gradable(essay, "D"), operator: "gte", value: "B" },
          { grade_object_id: quiz.id, gradable: gradable(quiz, "60"), operator: "gt", value: "60.5" },
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
            gradable: gradable(lab, "Completed"),
            operator: "eq",
            value: "Completed",
          },
        ],
      },
    ]);
  });

  it("200: none of another integration, whose rules of the same badge stay separate", async () => {
    const own = await makeLearningBadge(course);
    await makeRule(course, own, [quiz, "gte", "60"]);
    expect((await sibling.client.get(LIST, { badge_id: own.number })).data).toEqual([]);
    const other = await addGradable(sibling);
    const rule = await makeRule(sibling, own, [other, "gte", "1"]);
    expect(idsOf(await sibling.client.get(LIST, { badge_id: own.number }))).toEqual([rule]);
    expect(idsOf(await course.client.get(LIST, { badge_id: own.number }))).not.toContain(rule);
  });

  it("200: fifty rules need no more queries than one", async () => {
    const [one, many] = [await makeLearningBadge(course), await makeLearningBadge(course)];
    await makeRule(course, one, [quiz, "gte", "60"]);
    const rules = Array.from({ length: 50 }, () => ({
      id: "new",
      requirements: requirements([quiz, "gte", 1], [essay, "gte", "D"], [lab, "eq", "Completed"]),
    }));
    const write = (all: unknown[]) => course.client.postJson(UPDATE, { badge_id: many.number, rules: all });
    const writing = [
      await countQueries(() => write(rules.slice(0, 1))),
      await countQueries(() => write(rules.slice(1))),
    ];
    expect(writing[1]).toBe(writing[0]);
    const read = (of: TestBadge) => countQueries(() => course.client.get(LIST, { badge_id: of.number }));
    // The plan of a statement is prepared once.
    await read(one);
    expect(await read(many)).toBe(await read(one));
    expect(idsOf(await course.client.get(LIST, { badge_id: many.number }))).toHaveLength(50);
  });

  it.each([LIST, DESC])(
    "400 badge_not_found: unknown, deleted, another organization's (%s)",
    async (path) => {
      const deleted = await makeLearningBadge(course);
      await course.organization.client.delete(`/badge_templates/${deleted.id}`);
      const strange = await makeLearningBadge(foreign);
      for (const badge_id of [2_147_483_647, deleted.number, strange.number]) {
        expect(errorsOf(await course.client.get(path, { badge_id }))).toEqual(["badge_not_found"]);
      }
    },
  );

  it.each([LIST, DESC])("400: badge_id is missing or not a number (%s)", async (path) => {
    expect(errorsOf(await course.client.get(path))).toEqual(["missing_param_badge_id"]);
    for (const badge_id of ["", "abc", "1.5", "-1", "99999999999", "new"]) {
      const [error] = errorsOf(await course.client.get(path, { badge_id }));
      expect(error).toBe(badge_id === "" ? "missing_param_badge_id" : "invalid_param_badge_id");
    }
  });

  it.each([LIST, DESC, UPDATE])("401: without a token, and with a learner's (%s)", async (path) => {
    const learner = learningClient({
      access_token: await makeLearningToken(course.app, "learner", [course.id]),
      integration_account_id: course.id,
    });
    const method = path === UPDATE ? "post" : "get";
    for (const client of [anybody, learner]) {
      const { status, meta } = await client[method](path, { badge_id: badge.number });
      expect([status, meta.status]).toEqual([401, "API_ACCESS_UNAUTHORIZED"]);
    }
  });
});

describe("GET /v1.1/cle_rules/desc", () => {
  it("200: states that one of the rules is enough, with all of their requirements", async () => {
    const own = await makeLearningBadge(course);
    expect((await course.client.get(DESC, { badge_id: own.number })).data).toEqual({ desc: "" });
    await makeRule(course, own, [essay, "gte", "B"], [quiz, "gte", 60]);
    await makeRule(course, own, [exam, "gte", "pass"]);
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
