import { describe, expect, it } from "vitest";
import { createTemplate, nextSerial, templateBody } from "../../support/builders";
import { digestTables, openConnection, sql, isWaiting } from "../../support/platform/database";
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
import {
  createConnectedIntegration,
  invalidParameters,
  learningClient,
} from "../../support/learning/learning";
import {
  addGradable,
  createLearningBadge,
  createRule,
  requirements,
  type TestGradable,
} from "../../support/learning/learning-course";

const LIST = "/v1.1/cle_rules";
const UPDATE = "/v1.1/cle_rules/update";

useGradedCourse();

const toIds = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id);

describe.each(["post", "put", "patch"] as const)("%s /v1.1/cle_rules/update", (method) => {
  it("200: a form array creates a rule, and returns the description", async () => {
    const own = await createLearningBadge(course);
    const rules = [{ id: "new", requirements: requirements([quiz, "gte", 60]) }];
    const { status, data } = await course.client[method](UPDATE, { badge_id: own.number, rules });
    expect(status).toBe(200);
    expect(data).toMatchObject({ desc: "at least 60 points in Quiz", badge_id: own.number });
    expect((await course.client.get(LIST, { badge_id: own.number })).data).toEqual(data.rules);
  });
});

describe("POST /v1.1/cle_rules/update", () => {
  const updateRules = (parameters: Record<string, unknown>) =>
    course.client.postJson(UPDATE, { badge_id: badge.number, ...parameters });
  const buildRule = (changes: Record<string, unknown> = {}) => ({
    id: "new",
    requirements: requirements([quiz, "gte", "60"]),
    ...changes,
  });

  it("200: accepts the indexes of a form as the specification writes them", async () => {
    const own = await createLearningBadge(course);
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
    const own = await createLearningBadge(course);
    const ruleForms = [
      buildRule(),
      buildRule({ requirements: JSON.stringify(requirements([exam, "eq", "Fail"])) }),
    ];
    const { data } = await course.client.post(UPDATE, {
      badge_id: own.number,
      rules: JSON.stringify(ruleForms),
    });
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
    const own = await createLearningBadge(course);
    const rules = [buildRule({ requirements: requirements([quiz, short, "5"], [quiz, long, "5"]) })];
    const { data } = await updateRules({ badge_id: own.number, rules });
    const [created] = data.rules as { requirements: { operator: string }[] }[];
    expect(created?.requirements.map(({ operator }) => operator)).toEqual([short, short]);
  });

  it("200: replaces the requirements of a named rule; other rules stay", async () => {
    const own = await createLearningBadge(course);
    const [first, second] = [
      await createRule(course, own, [quiz, "gte", 60], [lab, "eq", "Completed"]),
      await createRule(course, own, [essay, "gte", "A"]),
    ];
    const change = { id: String(first), requirements: requirements([quiz, "gte", 70]) };
    const { data } = await updateRules({
      badge_id: own.number,
      rules: [change, buildRule({ desc: "Any." })],
    });
    expect(data.rules).toMatchObject([
      { id: first, desc: "at least 70 points in Quiz", requirements: [{ value: "70" }] },
      { id: second, desc: "at least A in Essay" },
      { desc: "Any." },
    ]);
  });

  it("200: keeps a description unless one is given, and generates it from the requirements when it is emptied", async () => {
    const own = await createLearningBadge(course);
    const created = await updateRules({
      badge_id: own.number,
      rules: [buildRule({ desc: "Do well\nin the quiz." })],
    });
    const [{ id }] = created.data.rules;
    const updateDescription = async (changes: Record<string, unknown>) =>
      (await updateRules({ badge_id: own.number, rules: [buildRule({ id, ...changes })] })).data.rules[0]
        .desc;
    expect(created.data.desc).toBe("Do well\nin the quiz.");
    expect(await updateDescription({})).toBe("Do well\nin the quiz.");
    expect(await updateDescription({ desc: "Otherwise." })).toBe("Otherwise.");
    expect(await updateDescription({ desc: "" })).toBe("at least 60 points in Quiz");
  });

  it("200: clear_all removes the rules of the badge in this integration only", async () => {
    const own = await createLearningBadge(course);
    const other = await createLearningBadge(course);
    await createRule(course, own, [quiz, "gte", 60]);
    await createRule(course, own, [quiz, "gte", 90]);
    const unchangedRule = await createRule(course, other, [quiz, "gte", 60]);
    const strange = await createRule(sibling, own, [await addGradable(sibling), "gte", 60]);
    const { status, data } = await course.client.post(UPDATE, { badge_id: own.number, clear_all: "true" });
    expect(status).toBe(200);
    expect(data).toEqual({ desc: "", badge_id: own.number, rules: [] });
    expect(toIds(await course.client.get(LIST, { badge_id: other.number }))).toEqual([unchangedRule]);
    expect(toIds(await sibling.client.get(LIST, { badge_id: own.number }))).toEqual([strange]);
  });

  it("200: `new` creates a template; a draft unless it has everything an active one requires", async () => {
    const draft = await updateRules({ badge_id: "new", name: "Made by a course", rules: [buildRule()] });
    const active = await updateRules({
      ...templateBody(),
      badge_id: "new",
      name: "Ready",
      rules: [buildRule()],
    });
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
    const more = await updateRules({ badge_id: draft.data.badge_id, rules: [buildRule()] });
    expect(more.data.rules).toHaveLength(2);
  });

  it("200: writes an audit entry, and one in the integration's log for each rule", async () => {
    const own = await createConnectedIntegration();
    const [of, gradable] = [await createLearningBadge(own), await addGradable(own)];
    const id = await createRule(own, of, [gradable, "gte", 60]);
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
    expect(invalidParameters(await client.post(UPDATE)).toSorted()).toEqual([
      "missing_param_badge_id",
      "missing_param_integration_account_id",
      "missing_param_rules",
    ]);
    expect(invalidParameters(await updateRules({})).toSorted()).toEqual(["missing_param_rules"]);
    expect(invalidParameters(await updateRules({ rules: [] }))).toEqual(["missing_param_rules"]);
    expect(invalidParameters(await updateRules({ rules: "" }))).toEqual(["missing_param_rules"]);
    expect(invalidParameters(await updateRules({ clear_all: false }))).toEqual(["missing_param_rules"]);
    expect(invalidParameters(await updateRules({ badge_id: "new", rules: [buildRule()] }))).toEqual([
      "missing_param_name",
    ]);
  });

  it("400 badge_not_found: unknown, another organization's, archived", async () => {
    const archived = await createLearningBadge(course);
    await course.organization.client.put(`/badge_templates/${archived.id}`, { state: "archived" });
    const strange = await createLearningBadge(foreign);
    const before = await digestTables();
    for (const badge_id of [archived.number, strange.number, 2_147_483_647]) {
      expect(invalidParameters(await updateRules({ badge_id, rules: [buildRule()] }))).toEqual([
        "badge_not_found",
      ]);
    }
    expect(invalidParameters(await updateRules({ badge_id: strange.number, clear_all: true }))).toEqual([
      "badge_not_found",
    ]);
    expect(await digestTables()).toEqual(before);
  });

  it("200: the rules of an archived badge can still be cleared", async () => {
    const own = await createLearningBadge(course);
    await createRule(course, own, [quiz, "gte", 60]);
    await course.organization.client.put(`/badge_templates/${own.id}`, { state: "archived" });
    expect((await updateRules({ badge_id: own.number, clear_all: true })).data.rules).toEqual([]);
  });

  it("400 invalid_param_rules: not a list, no such rule, none of this badge, one twice, or together with clear_all", async () => {
    const other = await createLearningBadge(course);
    const elsewhere = await createRule(course, other, [quiz, "gte", 60]);
    const strange = await createRule(sibling, badge, [await addGradable(sibling), "gte", 60]);
    const own = await createRule(course, badge, [quiz, "gte", 60]);
    const before = await digestTables();
    const wrong = [
      "rules",
      7,
      { a: buildRule() },
      ["rule"],
      [buildRule({ id: undefined })],
      [buildRule({ id: "newest" })],
      [buildRule({ id: 2_147_483_647 })],
      [buildRule({ id: elsewhere })],
      [buildRule({ id: strange })],
      [buildRule({ id: own }), buildRule({ id: String(own) })],
      [buildRule({ desc: "a".repeat(5_001) })],
      [buildRule({ desc: "\u0000" })],
      Array.from({ length: 51 }, () => buildRule()),
    ];
    for (const rules of wrong) {
      expect(invalidParameters(await updateRules({ rules })), JSON.stringify(rules).slice(0, 80)).toEqual([
        "invalid_param_rules",
      ]);
    }
    expect(invalidParameters(await updateRules({ rules: [buildRule()], clear_all: true }))).toEqual([
      "invalid_param_rules",
    ]);
    expect(await digestTables()).toEqual(before);
  });

  it("400 missing_param_rules_requirements: none, or an empty list", async () => {
    for (const list of [undefined, [], "[]"]) {
      const rules = [buildRule(), buildRule({ requirements: list })];
      expect(invalidParameters(await updateRules({ rules }))).toEqual(["missing_param_rules_requirements"]);
    }
  });

  it("400 invalid_param_rules_requirements: no requirements, no operator, no gradable of this integration", async () => {
    const strange = await addGradable(sibling);
    const [good] = requirements([quiz, "gte", "60"]);
    const before = await digestTables();
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
      const errors = invalidParameters(await updateRules({ rules: [buildRule({ requirements: list })] }));
      expect(errors, JSON.stringify(list).slice(0, 80)).toEqual(["invalid_param_rules_requirements"]);
    }
    expect(await digestTables()).toEqual(before);
  });

  it("400 invalid_param_rules_requirements: a value of the wrong type is reported when the rule is written", async () => {
    const before = await digestTables();
    const wrong: [TestGradable, string][] = [
      [essay, "95"],
      [essay, "Pass"],
      [quiz, "A"],
      [quiz, "95%"],
      [lab, "Pass"],
      [exam, "Completed"],
    ];
    for (const [gradable, value] of wrong) {
      const rules = [buildRule(), buildRule({ requirements: requirements([gradable, "gte", value]) })];
      const response = await updateRules({ rules });
      expect(invalidParameters(response)).toEqual(["invalid_param_rules_requirements"]);
      expect(response.meta.more_info.invalid_param_rules_requirements).toBe(
        `1.requirements.0.value is not of the grade type ${gradable.callback}.`,
      );
    }
    expect(await digestTables()).toEqual(before);
  });

  it("400: a new badge is not created when its rules are refused", async () => {
    const before = await digestTables();
    const rules = [buildRule({ requirements: requirements([quiz, "gte", "A"]) })];
    expect(invalidParameters(await updateRules({ badge_id: "new", name: "Never", rules }))).toEqual([
      "invalid_param_rules_requirements",
    ]);
    expect(invalidParameters(await updateRules({ badge_id: "new", name: "Never", clear_all: true }))).toEqual(
      ["invalid_param_clear_all"],
    );
    expect(await digestTables()).toEqual(before);
  });

  it("limits a badge to fifty rules, also when requests add to them concurrently", async () => {
    const own = await createLearningBadge(course);
    const addRules = (count: number) =>
      updateRules({ badge_id: own.number, rules: Array.from({ length: count }, () => buildRule()) });
    await addRules(40);
    const responses = await Promise.all([addRules(4), addRules(4), addRules(4), addRules(4), addRules(4)]);
    const statuses = responses.map(({ status }) => status).toSorted((one, other) => one - other);
    expect(statuses).toEqual([200, 200, 400, 400, 400]);
    expect(toIds(await course.client.get(LIST, { badge_id: own.number }))).toHaveLength(48);
  });

  it("two requests that rewrite one rule leave the requirements of one of them", async () => {
    const own = await createLearningBadge(course);
    const id = await createRule(course, own, [quiz, "gte", 0]);
    const rewriteRule = (value: number) =>
      updateRules({
        badge_id: own.number,
        rules: [buildRule({ id, requirements: requirements([quiz, "gte", value], [quiz, "lte", value]) })],
      });
    const responses = await Promise.all([1, 2, 3, 4, 5, 6].map(rewriteRule));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    const { data } = await course.client.get(LIST, { badge_id: own.number });
    const values = data[0].requirements.map(({ value }: { value: string }) => value);
    expect(values).toHaveLength(2);
    expect(values[0]).toBe(values[1]);
  });

  it("waits for a gradable that is being deleted, and then continues without it", async () => {
    const own = await createLearningBadge(course);
    const going = await addGradable(course);
    const other = await openConnection();
    try {
      await other.query("BEGIN");
      await other.query("DELETE FROM learning_gradables WHERE id = $1", [going.id]);
      const writing = updateRules({
        badge_id: own.number,
        rules: [buildRule({ requirements: requirements([going, "gte", 1]) })],
      });
      await until("the update to wait", () => isWaiting());
      await other.query("COMMIT");
      expect(invalidParameters(await writing)).toEqual(["invalid_param_rules_requirements"]);
    } finally {
      await other.end();
    }
  });

  it("deleting a template deletes its rules, so that their gradables can be deleted", async () => {
    const own = await createTemplate(course.organization);
    const [row] = await sql("SELECT learning_badge_id FROM badge_templates WHERE id = $1", [own.id]);
    const gradable = await addGradable(course);
    await createRule(course, { number: Number(row?.learning_badge_id) }, [gradable, "gte", nextSerial()]);
    await course.organization.client.delete(`/badge_templates/${own.id}`);
    await sql("DELETE FROM learning_gradables WHERE id = $1", [gradable.id]);
    expect(await sql("SELECT FROM learning_rules WHERE badge_template_id = $1", [own.id])).toEqual([]);
  });
});
