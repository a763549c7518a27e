import { beforeAll, describe, expect, it } from "vitest";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { digestTables, countQueries, sql } from "../../support/platform/database";
import {
  createConnectedIntegration,
  createTestLearningApp,
  type TestIntegration,
} from "../../support/learning/learning";
import {
  addGradable,
  addStudent,
  countIssuedByRule,
  createLearningBadge,
  createRule,
  requirements,
  type TestBadge,
  type TestGradable,
} from "../../support/learning/learning-course";

const UNKNOWN = "0190a5b4-0000-7000-8000-000000000000";

let organization: TestOrganization;
let course: TestIntegration;
let exam: TestGradable;
let essay: TestGradable;
let foreign: TestIntegration;

beforeAll(async () => {
  organization = await createTestOrganization();
  course = await createConnectedIntegration(await createTestLearningApp(organization));
  exam = await addGradable(course, "points", "Exam");
  essay = await addGradable(course, "letterGrade", "Essay");
  foreign = await createConnectedIntegration();
});

const rulesPath = (badge?: { id: string }, targetIntegration: { id: number } = course) =>
  `/learning_integrations/${targetIntegration.id}/rules${badge ? `/${badge.id}` : ""}`;
const writeRules = (badge: { id: string }, rules: object[], targetIntegration: { id: number } = course) =>
  organization.client.put(rulesPath(badge, targetIntegration), { rules });
const createBadge = (changes: Record<string, unknown> = {}): Promise<TestBadge> =>
  createLearningBadge(course, changes);
const listRuleIds = ({ data }: { data: { rules: { id: number }[] } }): number[] =>
  data.rules.map(({ id }) => id);

describe("GET …/learning_integrations/{id}/rules/{badge_template_id}", () => {
  it("200: a badge without rules, and one with rules", async () => {
    const badge = await createBadge({ name: "Scholar" });
    const empty = await organization.client.get(rulesPath(badge));
    expect([empty.status, empty.data]).toEqual([
      200,
      {
        badge_template: {
          id: badge.id,
          learning_badge_id: badge.number,
          name: "Scholar",
          image_url: expect.stringContaining("/images/"),
          state: "active",
        },
        desc: "",
        badges_count: 0,
        rules: [],
      },
    ]);
    const ruleId = await createRule(course, badge, [exam, "gte", 60]);
    await addStudent(course, {}, [[exam, "80"]]);
    await countIssuedByRule(course, ruleId);
    const { data } = await organization.client.get(rulesPath(badge));
    expect(data).toMatchObject({ desc: "at least 60 points in Exam", badges_count: 1 });
    expect(data.rules).toEqual([
      {
        id: ruleId,
        badge_id: badge.number,
        name: "Scholar",
        desc: "at least 60 points in Exam",
        own_desc: null,
        includes_results: false,
        requirements: [
          {
            grade_object_id: exam.id,
            gradable: expect.objectContaining({ id: exam.id, name: "Exam", callback: "points" }),
            operator: "gte",
            value: "60",
          },
        ],
      },
    ]);
  });

  it("404: an unknown badge, another organization's, an integration of another organization", async () => {
    const strange = await createLearningBadge(foreign);
    expect((await organization.client.get(rulesPath({ id: UNKNOWN }))).status).toBe(404);
    expect((await organization.client.get(rulesPath(strange))).status).toBe(404);
    expect((await organization.client.get(rulesPath(await createBadge(), foreign))).status).toBe(404);
  });
});

describe("GET …/learning_integrations/{id}/rules", () => {
  it("200: badges with rules in this integration by name, with as many statements for three as for one", async () => {
    const targetIntegration = await createConnectedIntegration(course.app);
    const gradable = await addGradable(targetIntegration);
    for (const name of ["Botany", "Algebra", "Chemistry"]) {
      await createRule(targetIntegration, await createLearningBadge(targetIntegration, { name }), [
        gradable,
        "gte",
        60,
      ]);
    }
    await createBadge({ name: "Without rules" });
    const { status, data, metadata } = await organization.client.get(rulesPath(undefined, targetIntegration));
    expect([status, metadata.total_count]).toEqual([200, 3]);
    const listBadgeNames = (rows: { badge_template: { name: string } }[]) =>
      rows.map((row) => row.badge_template.name);
    expect(listBadgeNames(data)).toEqual(["Algebra", "Botany", "Chemistry"]);
    const listRuledBadges = (query: string) =>
      organization.client.get(`${rulesPath(undefined, targetIntegration)}?${query}`);
    expect(listBadgeNames((await listRuledBadges("sort=-name&per=1")).data)).toEqual(["Chemistry"]);
    expect(listBadgeNames((await listRuledBadges("filter=name::bot")).data)).toEqual(["Botany"]);
    expect((await listRuledBadges("filter=secret::1")).status).toBe(400);
    expect(await countQueries(() => listRuledBadges(""))).toBe(
      await countQueries(() => listRuledBadges("per=1")),
    );
    expect((await organization.client.get(rulesPath(undefined, foreign))).status).toBe(404);
  });
});

describe("PUT …/learning_integrations/{id}/rules/{badge_template_id}", () => {
  it("200: stores the document as written: existing rules keep their ids, others are created and deleted", async () => {
    const badge = await createBadge();
    const first = await writeRules(badge, [
      { requirements: requirements([exam, "gte", 60], [essay, "gte", "b"]) },
      { requirements: requirements([exam, "gte", 95]), desc: "An outstanding exam" },
    ]);
    expect([first.status, first.data.desc]).toEqual([
      200,
      "(at least 60 points in Exam and at least B in Essay) or An outstanding exam",
    ]);
    const [kept = 0, dropped = 0] = listRuleIds(first);
    const second = await writeRules(badge, [
      { id: kept, requirements: requirements([exam, "gt", "70"]) },
      { requirements: requirements([essay, "eq", "A"]) },
    ]);
    expect(listRuleIds(second)).toEqual([kept, expect.any(Number)]);
    expect(listRuleIds(second)).not.toContain(dropped);
    expect(second.data.desc).toBe("more than 70 points in Exam or exactly A in Essay");
    expect(first.data.rules.map((rule: { own_desc: string | null }) => rule.own_desc)).toEqual([
      null,
      "An outstanding exam",
    ]);
    const { data: known } = await course.client.get("/v1.1/cle_rules", { badge_id: badge.number });
    expect(known.map(({ id }: { id: number }) => id)).toEqual(listRuleIds(second));
    const cleared = await writeRules(badge, []);
    expect([cleared.status, cleared.data.rules]).toEqual([200, []]);
  });

  it("200: the integration's log names the deleted rules, the audit log the badge, once", async () => {
    const badge = await createBadge();
    const [gone] = listRuleIds(await writeRules(badge, [{ requirements: requirements([exam, "gte", 60]) }]));
    const response = await writeRules(badge, [{ requirements: requirements([exam, "gte", 70]) }]);
    const logs = await organization.client.get(
      `/learning_integrations/${course.id}/logs?filter=type::rule|action::delete`,
    );
    expect(logs.data[0].data).toEqual({ id: gone, badge_id: badge.number });
    const entries = await sql("SELECT action, subject_id FROM audit_entries WHERE request_id = $1", [
      response.headers.get("x-request-id"),
    ]);
    expect(entries).toEqual([{ action: "learning_rule.update", subject_id: badge.id }]);
  });

  it("200 for each of two concurrent writes: one of the two documents is stored, completely", async () => {
    const badge = await createBadge();
    const documents = [60, 70].map((value) =>
      [1, 2, 3].map(() => ({ requirements: requirements([exam, "gte", value]) })),
    );
    const responses = await Promise.all(documents.map((rules) => writeRules(badge, rules)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    const { data } = await organization.client.get(rulesPath(badge));
    const values = data.rules.map(
      ({ requirements: [one] }: { requirements: { value: string }[] }) => one?.value,
    );
    expect([
      ["60", "60", "60"],
      ["70", "70", "70"],
    ]).toContainEqual(values);
  });

  it("422: names the field; nothing is stored", async () => {
    const badge = await createBadge();
    const archived = await createBadge();
    await organization.client.put(`/badge_templates/${archived.id}`, { state: "archived" });
    const other = await createBadge();
    const otherRule = await createRule(course, other, [exam, "gte", 60]);
    const strange = await addGradable(foreign);
    const sound = requirements([exam, "gte", 60]);
    const [ownRuleId = 0] = listRuleIds(await writeRules(badge, [{ requirements: sound }]));
    const before = await digestTables();
    for (const [rules, field] of [
      [[{ requirements: [] }], "rules.0.requirements"],
      [[{ requirements: sound }, {}], "rules.1.requirements"],
      [[{ requirements: requirements([exam, "about", 60]) }], "rules.0.requirements.0.operator"],
      [[{ requirements: requirements([exam, "gte", "B"]) }], "rules.0.requirements.0.value"],
      [[{ requirements: [...sound, ...requirements([essay, "gte", "9"])] }], "rules.0.requirements.1.value"],
      [[{ requirements: requirements([strange, "gte", 60]) }], "rules.0.requirements.0.grade_object_id"],
      [[{ id: otherRule, requirements: sound }], "rules"],
      [[1, 2].map(() => ({ id: ownRuleId, requirements: sound })), "rules"],
      [Array.from({ length: 51 }, () => ({ requirements: sound })), "rules"],
    ] as const) {
      const { status, data } = await writeRules(badge, [...rules]);
      expect([status, data.errors[0].field], JSON.stringify(data)).toEqual([422, field]);
    }
    const late = await writeRules(archived, [{ requirements: sound }]);
    expect([late.status, late.data.message]).toEqual([422, expect.stringContaining("archived")]);
    expect((await organization.client.put(rulesPath(badge), {})).status).toBe(422);
    expect(await digestTables()).toEqual(before);
  });

  it("404: an unknown badge or integration; nothing is stored", async () => {
    const badge = await createBadge();
    const rules = [{ requirements: requirements([exam, "gte", 60]) }];
    const strange = await createLearningBadge(foreign);
    const before = await digestTables();
    expect((await writeRules({ id: UNKNOWN }, rules)).status).toBe(404);
    expect((await writeRules(strange, rules)).status).toBe(404);
    expect((await writeRules(badge, rules, foreign)).status).toBe(404);
    expect(await digestTables()).toEqual(before);
  });
});
