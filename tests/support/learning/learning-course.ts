import { parseGrade } from "@/lib/learning/gradables/grade-types";
import type { GradableCallback } from "@/lib/learning/gradables/schema";
import { createTemplate, nextSerial } from "../builders";
import { sql } from "../platform/database";
import {
  createConnectedIntegration,
  type LearningAnswer,
  type TestApp,
  type TestIntegration,
} from "./learning";

/** An integration into which students, gradables and grades are inserted directly. */
export type Course = Pick<TestIntegration, "id" | "organization" | "app">;

const MINIMUMS: Record<GradableCallback, string> = {
  letterGrade: "D",
  points: "60",
  complete: "Completed",
  pass: "Pass",
};

/** Adds a gradable to an integration. */
export async function addGradable(course: Course, callback: GradableCallback = "points", name?: string) {
  const externId = `gradable-${nextSerial()}`;
  const [row] = await sql(
    `INSERT INTO learning_gradables (organization_id, integration_id, extern_id, name, callback,
       min_pass_requirement, creator_id) VALUES ($1, $2, $3, $4, $5::gradable_callback, $6, $7) RETURNING id`,
    [
      course.organization.id,
      course.id,
      externId,
      name ?? externId,
      callback,
      MINIMUMS[callback],
      course.app.ownerId,
    ],
  );
  return { id: Number(row?.id), externId, name: name ?? externId, callback };
}

export type TestGradable = Awaited<ReturnType<typeof addGradable>>;

/** Adds a student to an integration, with the given grades. */
export async function addStudent(
  course: Course,
  changes: { email?: string; first?: string; last?: string } = {},
  grades: [TestGradable, string][] = [],
) {
  const externId = `student-${nextSerial()}`;
  const { email = `${externId}@example.org`, first = "Ada", last = "Okafor" } = changes;
  const [row] = await sql(
    `INSERT INTO learning_students (organization_id, integration_id, extern_id, first, last, email)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
    [course.organization.id, course.id, externId, first, last, email],
  );
  const student = { id: Number(row?.id), externId, email };
  for (const [gradable, score] of grades) await setGrade(course, gradable, student, score);
  return student;
}

export type TestStudent = Awaited<ReturnType<typeof addStudent>>;

/** Sets or changes a student's grade. */
export async function setGrade(
  course: Course,
  gradable: TestGradable,
  student: { id: number },
  score: string,
) {
  const read = parseGrade(gradable.callback, score);
  if (!read) throw new Error(`${score} is no grade of ${gradable.callback}.`);
  await sql(
    `INSERT INTO learning_grades (organization_id, integration_id, gradable_id, student_id, score, rank, completed_at)
     VALUES ($1, $2, $3, $4, $5, $6, now())
     ON CONFLICT (gradable_id, student_id) DO UPDATE SET score = EXCLUDED.score, rank = EXCLUDED.rank`,
    [course.organization.id, course.id, gradable.id, student.id, read.score, read.rank],
  );
}

/** Adds this many students with 90 points in each of these gradables. */
export async function addStudents(course: Course, count: number, gradables: TestGradable[]): Promise<void> {
  const prefix = `mass-${nextSerial()}`;
  await sql(
    `WITH student AS (
       INSERT INTO learning_students (organization_id, integration_id, extern_id, first, last, email)
       SELECT $1, $2, $3 || '-' || i, 'Ada', 'Okafor', $3 || '-' || i || '@example.org'
       FROM generate_series(1, $4::int) AS i RETURNING id
     )
     INSERT INTO learning_grades (organization_id, integration_id, gradable_id, student_id, score, rank, completed_at)
     SELECT $1, $2, gradable, student.id, '90', 90, now() FROM student CROSS JOIN unnest($5::int[]) AS gradable`,
    [course.organization.id, course.id, prefix, count, gradables.map(({ id }) => id)],
  );
}

/** A template with its number in the learning edition. */
export async function createLearningBadge(course: Course, changes: Record<string, unknown> = {}) {
  const template = await createTemplate(course.organization, changes);
  const [row] = await sql("SELECT learning_badge_id FROM badge_templates WHERE id = $1", [template.id]);
  return { ...template, number: Number(row?.learning_badge_id) };
}

export type TestBadge = Awaited<ReturnType<typeof createLearningBadge>>;

export type RequirementInput = [gradable: { id: number }, operator: string, value: string | number];

/** Requirements in the form of a request. */
export const requirements = (...required: RequirementInput[]) =>
  required.map(([{ id }, operator, value]) => ({ grade_object_id: id, operator, value }));

/** Creates a rule of a badge through the API. Returns its id. */
export async function createRule(
  { client }: Pick<TestIntegration, "client">,
  badge: { number: number },
  ...required: RequirementInput[]
): Promise<number> {
  const rules = [{ id: "new", requirements: requirements(...required) }];
  const { data, text } = await client.postJson("/v1.1/cle_rules/update", { badge_id: badge.number, rules });
  const created = (data as { rules: { id: number }[] } | null)?.rules.at(-1);
  if (!created) throw new Error(text);
  return created.id;
}

/** Creates an integration with a badge, a gradable of type points, and a rule that requires 60 of them. */
export async function createCourseWithRule(app?: TestApp, changes: Record<string, unknown> = {}) {
  const course = await createConnectedIntegration(app);
  const [badge, gradable] = [await createLearningBadge(course, changes), await addGradable(course)];
  return { course, badge, gradable, ruleId: await createRule(course, badge, [gradable, "gte", "60"]) };
}

/** Evaluates a rule. Returns the response. */
export const evaluate = (
  { client }: Pick<TestIntegration, "client">,
  rule_id: number,
): Promise<LearningAnswer> => client.post("/cle_eligibility/evaluate/rule", { rule_id });

/** Evaluates a rule. Returns how many badges it issued. */
export async function countIssuedByRule(
  course: Pick<TestIntegration, "client">,
  ruleId: number,
): Promise<number> {
  const { status, data, text } = await evaluate(course, ruleId);
  if (status !== 200) throw new Error(text);
  return (data as { student_count: number }).student_count;
}

type Award = { id: string; state: string; recipient_email: string; student_id: number | null };

/** Lists the badges of a template with the students to whom they were awarded. */
export const listAwards = (templateId: string) =>
  sql(
    `SELECT badge.id, badge.state, badge.recipient_email, award.student_id FROM issued_badges AS badge
     LEFT JOIN learning_awards AS award ON award.badge_id = badge.id
     WHERE badge.badge_template_id = $1 ORDER BY badge.created_at, badge.id`,
    [templateId],
  ) as Promise<Award[]>;
