import { describe, expect, it } from "vitest";
import { makeTemplate, serial, templateBody } from "../../support/builders";
import { contents, openConnection, sql, isWaiting } from "../../support/platform/database";
import { until } from "../../support/until";
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
import { connectedIntegration, errorsOf, learningClient } from "../../support/learning/learning";
import {
  addGradable,
  makeLearningBadge,
  makeRule,
  requirements,
  type TestGradable,
} from "../../support/learning/learning-course";

const LIST = "/v1.1/cle_rules";
const UPDATE = "/v1.1/cle_rules/update";

useGradedCourse();

const idsOf = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id);

describe.each(["post", "put", "patch"] as const)("%s /v1.1/cle_rules/update", (method) => {
  it("200: a form array creates a rule, and returns the description", async () => {
    const own = await makeLearningBadge(course);
    const rules = [{ id: "new", requirements: requirements([quiz, "gte", 60]) }];
    const { status, data } = await course.client[method](UPDATE, { badge_id: own.number, rules });
    expect(status).toBe(200);
    expect(data).toMatchObject({ desc: "at least 60 points in Quiz", badge_id: own.number });
    expect((await course.client.get(LIST, { badge_id: own.number })).data).toEqual(data.rules);
  });
});

describe("POST /v1.1/cle_rules/update", () => {
  const update = (parameters: Record<string, unknown>) =>
    course.client.postJson(UPDATE, { badge_id: badge.number, ...parameters });
  const rule = (changes: Record<string, unknown> = {}) => ({
    id: "new",
    requirements: requirements([quiz, "gte", "60"]),
    ...changes,
  });

  it("200: accepts the indexes of a form as the specification writes them", async () => {
    const own = await makeLearningBadge(course);
    const parameters = Object.fromEntries(
      Object.entries({ grade_object_id: quiz.id, operator: "lessThan", value: 50 }).map(([key, value]) => [
        `rules[0][requirements][0][${key}]`,
        value,
      ]),
    );
    const { data } = await course.client.post(UPDATE, {
      badge_id: own.number,
      "rules[0][id]": "new",
      ...parameters,
    });
    expect(data.desc).toBe("less than 50 points in Quiz");
  });

  it("200: rules, or the requirements of one, may be a list encoded as text", async () => {
    const own = await makeLearningBadge(course);
    const asked = [rule(), rule({ requirements: JSON.stringify(requirements([exam, "eq", "Fail"])) })];
    const { data } = await course.client.post(UPDATE, { badge_id: own.number, rules: JSON.stringify(asked) });
    expect(data.desc).toBe("at least 60 points in Quiz or exactly Fail in Exam");
    expect(data.rules).toHaveLength(2);
  });

  it.each([
    ["gte", "greaterThanOrEqualTo"],
    ["gt", "greaterThan"],
    ["eq", "equalTo"],
    ["lte", "lessThanOrEqualTo"],
    ["lt", "lessThan"],
  ])("200: %s may also be written %s", async (short, long) => {
    const own = await makeLearningBadge(course);
    const rules = [rule({ requirements: requirements([quiz, short, "5"], [quiz, long, "5"]) })];
    const { data } = await update({ badge_id: own.number, rules });
    const [made] = data.rules as { requirements: { operator: string }[] }[];
    expect(made?.requirements.map(({ operator }) => operator)).toEqual([short, short]);
  });

  it("200: replaces the requirements of a named rule; other rules stay", async () => {
    const own = await makeLearningBadge(course);
    const [first, second] = [
      await makeRule(course, own, [quiz, "gte", 60], [lab, "eq", "Completed"]),
      await makeRule(course, own, [essay, "gte", "A"]),
    ];
    const change = { id: String(first), requirements: requirements([quiz, "gte", 70]) };
    const { data } = await update({ badge_id: own.number, rules: [change, rule({ desc: "Any." })] });
    expect(data.rules).toMatchObject([
      { id: first, desc: "at least 70 points in Quiz", requirements: [{ value: "70" }] },
      { id: second, desc: "at least A in Essay" },
      { desc: "Any." },
    ]);
  });

  it("200: keeps a description unless one is given, and generates it from the requirements when it is emptied", async () => {
    const own = await makeLearningBadge(course);
    const made = await update({ badge_id: own.number, rules: [rule({ desc: "Do well\nin the quiz." })] });
    const [{ id }] = made.data.rules;
    const again = async (changes: Record<string, unknown>) =>
      (await update({ badge_id: own.number, rules: [rule({ id, ...changes })] })).data.rules[0].desc;
    expect(made.data.desc).toBe("Do well\nin the quiz.");
    expect(await again({})).toBe("Do well\nin the quiz.");
    expect(await again({ desc: "Otherwise." })).toBe("Otherwise.");
    expect(await again({ desc: "" })).toBe("at least 60 points in Quiz");
  });

  it("200: clear_all removes the rules of the badge in this integration only", async () => {
    const own = await makeLearningBadge(course);
    const other = await makeLearningBadge(course);
    await makeRule(course, own, [quiz, "gte", 60]);
    await makeRule(course, own, [quiz, "gte", 90]);
    const kept = await makeRule(course, other, [quiz, "gte", 60]);
    const strange = await makeRule(sibling, own, [await addGradable(sibling), "gte", 60]);
    const { status, data } = await course.client.post(UPDATE, { badge_id: own.number, clear_all: "true" });
    expect(status).toBe(200);
    expect(data).toEqual({ desc: "", badge_id: own.number, rules: [] });
    expect(idsOf(await course.client.get(LIST, { badge_id: other.number }))).toEqual([kept]);
    expect(idsOf(await sibling.client.get(LIST, { badge_id: own.number }))).toEqual([strange]);
  });

  it("200: `new` creates a template; a draft unless it has everything an active one requires", async () => {
    const draft = await update({ badge_id: "new", name: "Made by a course", rules: [rule()] });
    const active = await update({ ...templateBody(), badge_id: "new", name: "Ready", rules: [rule()] });
    const rows = await sql(
      "SELECT learning_badge_id, organization_id, name, state FROM badge_templates WHERE learning_badge_id = ANY ($1) ORDER BY 1",
      [[draft.data.badge_id, active.data.badge_id]],
    );
    const organization_id = course.organization.id;
    expect(rows).toEqual([
      { learning_badge_id: draft.data.badge_id, organization_id, name: "Made by a course", state: "draft" },
      { learning_badge_id: active.data.badge_id, organization_id, name: "Ready", state: "active" },
    ]);
    expect(draft.data.rules).toMatchObject([{ badge_id: draft.data.badge_id, name: "Made by a course" }]);
    const more = await update({ badge_id: draft.data.badge_id, rules: [rule()] });
    expect(more.data.rules).toHaveLength(2);
  });

  it("200: writes an audit entry, and one in the integration's log for each rule", async () => {
    const own = await connectedIntegration();
    const [of, gradable] = [await makeLearningBadge(own), await addGradable(own)];
    const id = await makeRule(own, of, [gradable, "gte", 60]);
    await own.client.post(UPDATE, { badge_id: of.number, clear_all: 1 });
    const logs = await own.client.get("/v1.1/cle_logs");
    expect(logs.data).toMatchObject([
      { action: "create", type: "rule", error_id: null, data: { id, badge_id: of.number } },
      { action: "bulk_delete", type: "rule", data: { badge_id: of.number, deleted_count: 1 } },
    ]);
    const { data } = await own.organization.client.get(
      "/audit_entries?filter=action::learning_rule.update&per=5",
    );
    expect(data).toHaveLength(2);
    expect(data[0]).toMatchObject({ subject_id: of.id, actor: { type: "LearningToken" } });
  });

  it("400: reports everything that is missing at once", async () => {
    const client = learningClient({ access_token: course.token });
    expect(errorsOf(await client.post(UPDATE)).toSorted()).toEqual([
      "missing_param_badge_id",
      "missing_param_integration_account_id",
      "missing_param_rules",
    ]);
    expect(errorsOf(await update({})).toSorted()).toEqual(["missing_param_rules"]);
    expect(errorsOf(await update({ rules: [] }))).toEqual(["missing_param_rules"]);
    expect(errorsOf(await update({ rules: "" }))).toEqual(["missing_param_rules"]);
    expect(errorsOf(await update({ clear_all: false }))).toEqual(["missing_param_rules"]);
    expect(errorsOf(await update({ badge_id: "new", rules: [rule()] }))).toEqual(["missing_param_name"]);
  });

  it("400 badge_not_found: unknown, another organization's, archived", async () => {
    const archived = await makeLearningBadge(course);
    await course.organization.client.put(`/badge_templates/${archived.id}`, { state: "archived" });
    const strange = await makeLearningBadge(foreign);
    const before = await contents();
    for (const badge_id of [archived.number, strange.number, 2_147_483_647]) {
      expect(errorsOf(await update({ badge_id, rules: [rule()] }))).toEqual(["badge_not_found"]);
    }
    expect(errorsOf(await update({ badge_id: strange.number, clear_all: true }))).toEqual([
      "badge_not_found",
    ]);
    expect(await contents()).toEqual(before);
  });

  it("200: the rules of an archived badge can still be cleared", async () => {
    const own = await makeLearningBadge(course);
    await makeRule(course, own, [quiz, "gte", 60]);
    await course.organization.client.put(`/badge_templates/${own.id}`, { state: "archived" });
    expect((await update({ badge_id: own.number, clear_all: true })).data.rules).toEqual([]);
  });

  it("400 invalid_param_rules: not a list, no such rule, none of this badge, one twice, or together with clear_all", async () => {
    const other = await makeLearningBadge(course);
    const elsewhere = await makeRule(course, other, [quiz, "gte", 60]);
    const strange = await makeRule(sibling, badge, [await addGradable(sibling), "gte", 60]);
    const own = await makeRule(course, badge, [quiz, "gte", 60]);
    const before = await contents();
    const wrong = [
      "rules",
      7,
      { a: rule() },
      ["rule"],
      [rule({ id: undefined })],
      [rule({ id: "newest" })],
      [rule({ id: 2_147_483_647 })],
      [rule({ id: elsewhere })],
      [rule({ id: strange })],
      [rule({ id: own }), rule({ id: String(own) })],
      [rule({ desc: "a".repeat(5_001) })],
      [rule({ desc: "\u0000" })],
      Array.from({ length: 51 }, () => rule()),
    ];
    for (const rules of wrong) {
      expect(errorsOf(await update({ rules })), JSON.stringify(rules).slice(0, 80)).toEqual([
        "invalid_param_rules",
      ]);
    }
    expect(errorsOf(await update({ rules: [rule()], clear_all: true }))).toEqual(["invalid_param_rules"]);
    expect(await contents()).toEqual(before);
  });

  it("400 missing_param_rules_requirements: none, or an empty list", async () => {
    for (const list of [undefined, [], "[]"]) {
      const rules = [rule(), rule({ requirements: list })];
      expect(errorsOf(await update({ rules }))).toEqual(["missing_param_rules_requirements"]);
    }
  });

  it("400 invalid_param_rules_requirements: no requirements, no operator, no gradable of this integration", async () => {
    const strange = await addGradable(sibling);
    const [good] = requirements([quiz, "gte", "60"]);
    const before = await contents();
    const wrong = [
      "requirements",
      { grade_object_id: quiz.id },
      ["requirement"],
      [{ ...good, grade_object_id: undefined }],
      [{ ...good, grade_object_id: "quiz" }],
      [{ ...good, grade_object_id: strange.id }],
      [{ ...good, grade_object_id: 2_147_483_647 }],
      [{ ...good, operator: undefined }],
      [{ ...good, operator: ">=" }],
      [{ ...good, operator: "toString" }],
      [{ ...good, operator: "GTE" }],
      [{ ...good, value: undefined }],
      [{ ...good, value: "" }],
      [{ ...good, value: ["60"] }],
      [{ ...good, value: "6\u00000" }],
      Array.from({ length: 21 }, () => good),
    ];
    for (const list of wrong) {
      const errors = errorsOf(await update({ rules: [rule({ requirements: list })] }));
      expect(errors, JSON.stringify(list).slice(0, 80)).toEqual(["invalid_param_rules_requirements"]);
    }
    expect(await contents()).toEqual(before);
  });

  it("400 invalid_param_rules_requirements: a value of the wrong type is reported when the rule is written", async () => {
    const before = await contents();
    const wrong: [TestGradable, string][] = [
      [essay, "95"],
      [essay, "Pass"],
      [quiz, "A"],
      [quiz, "95%"],
      [lab, "Pass"],
      [exam, "Completed"],
    ];
    for (const [gradable, value] of wrong) {
      const rules = [rule(), rule({ requirements: requirements([gradable, "gte", value]) })];
      const answer = await update({ rules });
      expect(errorsOf(answer)).toEqual(["invalid_param_rules_requirements"]);
      expect(answer.meta.more_info.invalid_param_rules_requirements).toBe(
        `1.requirements.0.value is not of the grade type ${gradable.callback}.`,
      );
    }
    expect(await contents()).toEqual(before);
  });

  it("400: a new badge is not created when its rules are refused", async () => {
    const before = await contents();
    const rules = [rule({ requirements: requirements([quiz, "gte", "A"]) })];
    expect(errorsOf(await update({ badge_id: "new", name: "Never", rules }))).toEqual([
      "invalid_param_rules_requirements",
    ]);
    expect(errorsOf(await update({ badge_id: "new", name: "Never", clear_all: true }))).toEqual([
      "invalid_param_clear_all",
    ]);
    expect(await contents()).toEqual(before);
  });

  it("limits a badge to fifty rules, also when requests add to them concurrently", async () => {
    const own = await makeLearningBadge(course);
    const add = (count: number) =>
      update({ badge_id: own.number, rules: Array.from({ length: count }, () => rule()) });
    await add(40);
    const answers = await Promise.all([add(4), add(4), add(4), add(4), add(4)]);
    const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
    expect(statuses).toEqual([200, 200, 400, 400, 400]);
    expect(idsOf(await course.client.get(LIST, { badge_id: own.number }))).toHaveLength(48);
  });

  it("two requests that rewrite one rule leave the requirements of one of them", async () => {
    const own = await makeLearningBadge(course);
    const id = await makeRule(course, own, [quiz, "gte", 0]);
    const rewrite = (value: number) =>
      update({
        badge_id: own.number,
        rules: [rule({ id, requirements: requirements([quiz, "gte", value], [quiz, "lte", value]) })],
      });
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(rewrite));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    const { data } = await course.client.get(LIST, { badge_id: own.number });
    const values = data[0].requirements.map(({ value }: { value: string }) => value);
    expect(values).toHaveLength(2);
    expect(values[0]).toBe(values[1]);
  });

  it("waits for a gradable that is being deleted, and then continues without it", async () => {
    const own = await makeLearningBadge(course);
    const going = await addGradable(course);
    const other = await openConnection();
    try {
      await other.query("BEGIN");
      await other.query("DELETE FROM learning_gradables WHERE id = $1", [going.id]);
      const writing = update({
        badge_id: own.number,
        rules: [rule({ requirements: requirements([going, "gte", 1]) })],
      });
      await until("the update to wait", () => isWaiting());
      await other.query("COMMIT");
      expect(errorsOf(await writing)).toEqual(["invalid_param_rules_requirements"]);
    } finally {
      await other.end();
    }
  });

  it("deleting a template deletes its rules, so that their gradables can be deleted", async () => {
    const own = await makeTemplate(course.organization);
    const [row] = await sql("SELECT learning_badge_id FROM badge_templates WHERE id = $1", [own.id]);
    const gradable = await addGradable(course);
    await makeRule(course, { number: Number(row?.learning_badge_id) }, [gradable, "gte", serial()]);
    await course.organization.client.delete(`/badge_templates/${own.id}`);
    await sql("DELETE FROM learning_gradables WHERE id = $1", [gradable.id]);
    expect(await sql("SELECT FROM learning_rules WHERE badge_template_id = $1", [own.id])).toEqual([]);
  });
});
