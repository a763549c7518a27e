import { beforeAll, describe, expect, it } from "vitest";
import { makeOrganization, type TestOrganization } from "../../support/builders";
import { contents, countQueries, sql } from "../../support/platform/database";
import { connectedIntegration, makeLearningApp, type TestIntegration } from "../../support/learning/learning";
import {
  addGradable,
  addStudent,
  issuedBy,
  makeLearningBadge,
  makeRule,
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
  organization = await makeOrganization();
  course = await connectedIntegration(await makeLearningApp(organization));
  exam = await addGradable(course, "points", "Exam");
  essay = await addGradable(course, "letterGrade", "Essay");
  foreign = await connectedIntegration();
});

const pathOf = (badge?: { id: string }, of: { id: number } = course) =>
  `/learning_integrations/${of.id}/rules${badge ? `/${badge.id}` : ""}`;
const write = (badge: { id: string }, rules: object[], of: { id: number } = course) =>
  organization.client.put(pathOf(badge, of), { rules });
const newBadge = (changes: Record<string, unknown> = {}): Promise<TestBadge> =>
  makeLearningBadge(course, changes);
const idsOf = ({ data }: { data: { rules: { id: number }[] } }): number[] => data.rules.map(({ id }) => id);

describe("GET …/learning_integrations/{id}/rules/{badge_template_id}", () => {
  it("200: a badge without rules, and one with rules", async () => {
    const badge = await newBadge({ name: "Scholar" });
    const empty = await organization.client.get(pathOf(badge));
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
    const ruleId = await makeRule(course, badge, [exam, "gte", 60]);
    await addStudent(course, {}, [[exam, "80"]]);
    await issuedBy(course, ruleId);
    const { data } = await organization.client.get(pathOf(badge));
    expect(data).toMatchObject({ desc: "at least 60 points in Exam", badges_count: 1 });
    expect(data.rules).toEqual([
      {
        id: ruleId,
        badge_id: badge.number,
        name: "Scholar",
        desc: "at least 60 points in Exam",
        own_desc: null,
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
    const strange = await makeLearningBadge(foreign);
    expect((await organization.client.get(pathOf({ id: UNKNOWN }))).status).toBe(404);
    expect((await organization.client.get(pathOf(strange))).status).toBe(404);
    expect((await organization.client.get(pathOf(await newBadge(), foreign))).status).toBe(404);
  });
});

describe("GET …/learning_integrations/{id}/rules", () => {
  it("200: badges with rules in this integration by name, with as many statements for three as for one", async () => {
    const of = await connectedIntegration(course.app);
    const gradable = await addGradable(of);
    for (const name of ["Botany", "Algebra", "Chemistry"]) {
      await makeRule(of, await makeLearningBadge(of, { name }), [gradable, "gte", 60]);
    }
    await newBadge({ name: "Without rules" });
    const { status, data, metadata } = await organization.client.get(pathOf(undefined, of));
    expect([status, metadata.total_count]).toEqual([200, 3]);
    const names = (rows: { badge_template: { name: string } }[]) =>
      rows.map((row) => row.badge_template.name);
    expect(names(data)).toEqual(["Algebra", "Botany", "Chemistry"]);
    const list = (query: string) => organization.client.get(`${pathOf(undefined, of)}?${query}`);
    expect(names((await list("sort=-name&per=1")).data)).toEqual(["Chemistry"]);
    expect(names((await list("filter=name::bot")).data)).toEqual(["Botany"]);
    expect((await list("filter=secret::1")).status).toBe(400);
    expect(await countQueries(() => list(""))).toBe(await countQueries(() => list("per=1")));
    expect((await organization.client.get(pathOf(undefined, foreign))).status).toBe(404);
  });
});

describe("PUT …/learning_integrations/{id}/rules/{badge_template_id}", () => {
  it("200: stores the document as written: existing rules keep their ids, others are created and deleted", async () => {
    const badge = await newBadge();
    const first = await write(badge, [
      { requirements: requirements([exam, "gte", 60], [essay, "gte", "b"]) },
      { requirements: requirements([exam, "gte", 95]), desc: "An outstanding exam" },
    ]);
    expect([first.status, first.data.desc]).toEqual([
      200,
      "(at least 60 points in Exam and at least B in Essay) or An outstanding exam",
    ]);
    const [kept = 0, dropped = 0] = idsOf(first);
    const second = await write(badge, [
      { id: kept, requirements: requirements([exam, "gt", "70"]) },
      { requirements: requirements([essay, "eq", "A"]) },
    ]);
    expect(idsOf(second)).toEqual([kept, expect.any(Number)]);
    expect(idsOf(second)).not.toContain(dropped);
    expect(second.data.desc).toBe("more than 70 points in Exam or exactly A in Essay");
    expect(first.data.rules.map((rule: { own_desc: string | null }) => rule.own_desc)).toEqual([
      null,
      "An outstanding exam",
    ]);
    const { data: known } = await course.client.get("/v1.1/cle_rules", { badge_id: badge.number });
    expect(known.map(({ id }: { id: number }) => id)).toEqual(idsOf(second));
    const cleared = await write(badge, []);
    expect([cleared.status, cleared.data.rules]).toEqual([200, []]);
  });

  it("200: the integration's log names the deleted rules, the audit log the badge, once", async () => {
    const badge = await newBadge();
    const [gone] = idsOf(await write(badge, [{ requirements: requirements([exam, "gte", 60]) }]));
    const answer = await write(badge, [{ requirements: requirements([exam, "gte", 70]) }]);
    const logs = await organization.client.get(
      `/learning_integrations/${course.id}/logs?filter=type::rule|action::delete`,
    );
    expect(logs.data[0].data).toEqual({ id: gone, badge_id: badge.number });
    const entries = await sql("SELECT action, subject_id FROM audit_entries WHERE request_id = $1", [
      answer.headers.get("x-request-id"),
    ]);
    expect(entries).toEqual([{ action: "learning_rule.update", subject_id: badge.id }]);
  });

  it("200 for each of two concurrent writes: one of the two documents is stored, completely", async () => {
    const badge = await newBadge();
    const documents = [60, 70].map((value) =>
      [1, 2, 3].map(() => ({ requirements: requirements([exam, "gte", value]) })),
    );
    const answers = await Promise.all(documents.map((rules) => write(badge, rules)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { data } = await organization.client.get(pathOf(badge));
    const values = data.rules.map(
      ({ requirements: [one] }: { requirements: { value: string }[] }) => one?.value,
    );
    expect([
      ["60", "60", "60"],
      ["70", "70", "70"],
    ]).toContainEqual(values);
  });

  it("422: names the field; nothing is stored", async () => {
    const badge = await newBadge();
    const archived = await newBadge();
    await organization.client.put(`/badge_templates/${archived.id}`, { state: "archived" });
    const other = await newBadge();
    const ofOther = await makeRule(course, other, [exam, "gte", 60]);
    const strange = await addGradable(foreign);
    const sound = requirements([exam, "gte", 60]);
    const [mine = 0] = idsOf(await write(badge, [{ requirements: sound }]));
    const before = await contents();
    for (const [rules, field] of [
      [[{ requirements: [] }], "rules.0.requirements"],
      [[{ requirements: sound }, {}], "rules.1.requirements"],
      [[{ requirements: requirements([exam, "about", 60]) }], "rules.0.requirements.0.operator"],
      [[{ requirements: requirements([exam, "gte", "B"]) }], "rules.0.requirements.0.value"],
      [[{ requirements: [...sound, ...requirements([essay, "gte", "9"])] }], "rules.0.requirements.1.value"],
      [[{ requirements: requirements([strange, "gte", 60]) }], "rules.0.requirements.0.grade_object_id"],
      [[{ id: ofOther, requirements: sound }], "rules"],
      [[1, 2].map(() => ({ id: mine, requirements: sound })), "rules"],
      [Array.from({ length: 51 }, () => ({ requirements: sound })), "rules"],
    ] as const) {
      const { status, data } = await write(badge, [...rules]);
      expect([status, data.errors[0].field], JSON.stringify(data)).toEqual([422, field]);
    }
    const late = await write(archived, [{ requirements: sound }]);
    expect([late.status, late.data.message]).toEqual([422, expect.stringContaining("archived")]);
    expect((await organization.client.put(pathOf(badge), {})).status).toBe(422);
    expect(await contents()).toEqual(before);
  });

  it("404: an unknown badge or integration; nothing is stored", async () => {
    const badge = await newBadge();
    const rules = [{ requirements: requirements([exam, "gte", 60]) }];
    const strange = await makeLearningBadge(foreign);
    const before = await contents();
    expect((await write({ id: UNKNOWN }, rules)).status).toBe(404);
    expect((await write(strange, rules)).status).toBe(404);
    expect((await write(badge, rules, foreign)).status).toBe(404);
    expect(await contents()).toEqual(before);
  });
});
