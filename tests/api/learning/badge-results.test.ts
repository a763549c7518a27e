import { beforeAll, describe, expect, it } from "vitest";
import { eraseDeletedBadges } from "@/lib/badges/issued/jobs";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { credentialPath, fetchDocument } from "../../support/credentials/open-badge-documents";
import { stopClock } from "../../support/delivery/outbox";
import { createEarner, type TestEarner } from "../../support/accounts/earners";
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
  requirements,
  setGrade,
  type RequirementInput,
  type TestBadge,
  type TestGradable,
  type TestStudent,
} from "../../support/learning/learning-course";
import { sql } from "../../support/platform/database";

let organization: TestOrganization;
let course: TestIntegration;
let exam: TestGradable;
let essay: TestGradable;
let attendance: TestGradable;
let lab: TestGradable;

beforeAll(async () => {
  organization = await createTestOrganization();
  course = await createConnectedIntegration(await createTestLearningApp(organization));
  exam = await addGradable(course, "points", "Exam");
  essay = await addGradable(course, "letterGrade", "Essay");
  attendance = await addGradable(course, "complete", "Attendance");
  lab = await addGradable(course, "pass", "Lab");
});

/** Writes one rule of a badge as a member of the organization does. Returns its id. */
async function writeRule(
  badge: TestBadge,
  settings: object,
  ...required: RequirementInput[]
): Promise<number> {
  const path = `/learning_integrations/${course.id}/rules/${badge.id}`;
  const { status, data } = await organization.client.put(path, {
    rules: [{ ...settings, requirements: requirements(...required) }],
  });
  expect(status, JSON.stringify(data)).toBe(200);
  return (data as { rules: { id: number }[] }).rules[0]?.id ?? 0;
}

type Award = { student: TestStudent; earner: TestEarner; badgeId: string };

/** Awards a badge to a new student with these grades. */
async function award(badge: TestBadge, ruleId: number, grades: [TestGradable, string][]): Promise<Award> {
  const earner = await createEarner();
  const student = await addStudent(course, { email: earner.email }, grades);
  expect(await countIssuedByRule(course, ruleId)).toBeGreaterThan(0);
  const [row] = await sql(
    "SELECT id FROM issued_badges WHERE badge_template_id = $1 AND recipient_email = $2",
    [badge.id, earner.email],
  );
  return { student, earner, badgeId: String(row?.id) };
}

const readBadge = async (id: string) => (await organization.client.get(`/badges/${id}`)).data;

describe("a badge of a rule that includes results", () => {
  it("contains what the rule measured at the award, before and after it is accepted", async () => {
    const badge = await createLearningBadge(course);
    const ruleId = await writeRule(
      badge,
      { includes_results: true },
      [exam, "gte", 60],
      [exam, "lt", 100],
      [essay, "gte", "C"],
      [attendance, "eq", "Completed"],
      [lab, "eq", "Pass or Fail"],
    );
    const { student, earner, badgeId } = await award(badge, ruleId, [
      [exam, "87.5"],
      [essay, "B+"],
      [attendance, "Completed"],
      [lab, "Fail"],
    ]);
    const results = [
      { id: expect.any(String), name: "Exam", type: "RawScore", value: "87.5", required_value: "60" },
      { id: expect.any(String), name: "Essay", type: "LetterGrade", value: "B+", required_value: "C" },
      {
        id: expect.any(String),
        name: "Attendance",
        type: "Status",
        value: "Completed",
        required_value: "Completed",
      },
      { id: expect.any(String), name: "Lab", type: "Result", value: "Fail", required_value: null },
    ];
    // The earner sees them before accepting.
    const { data: shown } = await earner.client.get(`/badges/${badgeId}`);
    expect([shown.state, shown.results]).toEqual(["pending", results]);

    await setGrade(course, exam, student, "12");
    await earner.client.post(`/badges/${badgeId}/accept`, { private: false });
    const { credentialSubject } = (await fetchDocument(credentialPath(badgeId))).json;
    const ids = (shown.results as { id: string }[]).map(({ id }) => `urn:uuid:${id}`);
    const description = (index: number, rest: object) => ({
      id: ids[index],
      type: ["ResultDescription"],
      ...rest,
    });
    expect(credentialSubject.achievement.resultDescription).toEqual([
      description(0, { name: "Exam", resultType: "RawScore", requiredValue: "60" }),
      description(1, {
        name: "Essay",
        resultType: "LetterGrade",
        requiredValue: "C",
      }),
      description(2, { name: "Attendance", resultType: "Status" }),
      description(3, { name: "Lab", resultType: "Result" }),
    ]);
    expect(credentialSubject.result).toEqual([
      { type: ["Result"], resultDescription: ids[0], value: "87.5" },
      { type: ["Result"], resultDescription: ids[1], value: "B+" },
      { type: ["Result"], resultDescription: ids[2], status: "Completed" },
      { type: ["Result"], resultDescription: ids[3], value: "Fail" },
    ]);
    expect((await readBadge(badgeId)).results).toEqual(results);
  });

  it("contains its earner's results only, however many are awarded at once", async () => {
    const badge = await createLearningBadge(course);
    const ruleId = await writeRule(badge, { includes_results: true }, [exam, "gte", 60]);
    const scores = ["61", "72", "83"];
    const students = [];
    for (const score of scores) students.push(await addStudent(course, {}, [[exam, score]]));
    expect(await countIssuedByRule(course, ruleId)).toBeGreaterThanOrEqual(3);
    const rows = await sql(
      "SELECT recipient_email, results FROM issued_badges WHERE badge_template_id = $1 AND recipient_email = ANY ($2)",
      [badge.id, students.map(({ email }) => email)],
    );
    const byEmail = new Map(
      rows.map((row) => [
        row.recipient_email,
        (row.results as { value: string }[]).map(({ value }) => value),
      ]),
    );
    expect(students.map(({ email }) => byEmail.get(email))).toEqual(scores.map((score) => [score]));
  });

  it("keeps no result once it is erased", async () => {
    const badge = await createLearningBadge(course);
    const ruleId = await writeRule(badge, { includes_results: true }, [lab, "eq", "Pass"]);
    const { badgeId } = await award(badge, ruleId, [[lab, "Pass"]]);
    await organization.client.delete(`/badges/${badgeId}`);
    const time = stopClock(new Date(Date.now() + 31 * 24 * 3_600_000));
    while (await eraseDeletedBadges());
    time.restore();
    expect(await sql("SELECT results FROM issued_badges WHERE id = $1", [badgeId])).toEqual([
      { results: null },
    ]);
  });
});

describe("a badge of any other rule", () => {
  it("contains no result: a rule includes them only when the organization says so", async () => {
    const badge = await createLearningBadge(course);
    const ruleId = await writeRule(badge, {}, [essay, "gte", "B"]);
    const { earner, badgeId } = await award(badge, ruleId, [[essay, "A"]]);
    await earner.client.post(`/badges/${badgeId}/accept`, { private: false });
    const { bytes, json } = await fetchDocument(credentialPath(badgeId));
    expect((await readBadge(badgeId)).results).toEqual([]);
    expect(json.credentialSubject.result).toBeUndefined();
    expect(bytes.toString()).not.toContain("Essay");
  });

  it("a setting that is not given stays, and an app of the learning edition cannot change it", async () => {
    const badge = await createLearningBadge(course);
    const ruleId = await writeRule(badge, { includes_results: true }, [essay, "gte", "B"]);
    const path = `/learning_integrations/${course.id}/rules/${badge.id}`;
    const read = async () =>
      ((await organization.client.get(path)).data as { rules: { includes_results: boolean }[] }).rules.map(
        (rule) => rule.includes_results,
      );
    await writeRule(badge, { id: ruleId }, [essay, "gte", "A"]);
    expect(await read()).toEqual([true]);
    await writeRule(badge, { id: ruleId, includes_results: false, desc: "Kept" }, [essay, "gte", "A"]);
    expect(await read()).toEqual([false]);
    const rules = [{ id: ruleId, includes_results: true, requirements: requirements([essay, "gte", "C"]) }];
    await course.client.postJson("/v1.1/cle_rules/update", { badge_id: badge.number, rules });
    expect(await read()).toEqual([false]);
    const { data } = await organization.client.get(path);
    expect(data.desc).toBe("Kept");
  });

  it("201: an API client cannot name results", async () => {
    const badge = await createLearningBadge(course);
    const { data } = await organization.client.post("/badges", {
      badge_template_id: badge.id,
      recipient_email: "own-results@example.org",
      issued_to_first_name: "Ada",
      issued_to_last_name: "Okafor",
      issued_at: "2026-11-01",
      results: [{ name: "Exam", type: "RawScore", value: "100" }],
    });
    expect(data.results).toEqual([]);
  });
});
