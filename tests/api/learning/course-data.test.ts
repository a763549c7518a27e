import { beforeAll, describe, expect, it } from "vitest";
import { removeCourseData } from "@/lib/learning/integrations/jobs";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { isWaiting, openConnection, sql } from "../../support/platform/database";
import { createTestLearningApp, type TestApp } from "../../support/learning/learning";
import {
  addStudents,
  listAwards,
  countIssuedByRule,
  createCourseWithRule,
} from "../../support/learning/learning-course";
import { until } from "../../support/until";

// The data of a deleted integration is removed in steps, because a large one has millions of grades.

const TABLES = ["students", "gradables", "grades", "awards", "logs", "rules", "rule_requirements"];

let organization: TestOrganization;
let app: TestApp;

beforeAll(async () => {
  organization = await createTestOrganization();
  app = await createTestLearningApp(organization);
});

/** The number of rows of an integration in each table, and whether its data exists. */
async function countRows(id: number): Promise<Record<string, number>> {
  const counts = TABLES.map(
    (table) => `(SELECT count(*)::int FROM learning_${table} WHERE integration_id = $1)`,
  );
  const named = counts.map((count, index) => `${count} AS ${TABLES[index]}`);
  const data = "(SELECT count(*)::int FROM learning_course_data WHERE id = $1) AS data";
  const [row] = await sql(`SELECT ${[...named, data].join(", ")}`, [id]);
  return row as Record<string, number>;
}

/** A course with a rule, log entries, this many students, a grade of each, and a badge for the first ones. */
async function createFilledCourse(students: number) {
  const created = await createCourseWithRule(app);
  const { course, badge, gradable, ruleId } = created;
  await addStudents(course, 3, [gradable]);
  expect(await countIssuedByRule(course, ruleId)).toBe(3);
  await addStudents(course, students - 3, [gradable]);
  return { ...created, id: course.id, badges: (await listAwards(badge.id)).map(({ id }) => id) };
}

const sumCounts = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Runs steps until nothing is left. Returns the integration's remaining rows after each step. */
async function removeAllSteps(id: number): Promise<number[]> {
  const remainingCounts: number[] = [];
  while (await removeCourseData()) {
    remainingCounts.push(sumCounts(await countRows(id)));
  }
  return remainingCounts;
}

const integrationPath = (of: { id: number }) => `/learning_integrations/${of.id}`;

describe("the data of a deleted integration", () => {
  it("is inaccessible immediately and removed in steps; the badges stay", async () => {
    const { course, id, badges } = await createFilledCourse(12_000);
    const before = await countRows(id);
    expect(before).toMatchObject({
      students: 12_000,
      grades: 12_000,
      awards: 3,
      gradables: 1,
      rules: 1,
      data: 1,
    });
    expect((await organization.client.delete(integrationPath(course))).status).toBe(204);
    const remainingCountsAfter = { ...before, rules: 0, rule_requirements: 0 };
    expect(await countRows(id)).toEqual(remainingCountsAfter);
    for (const list of ["", "/students", "/grades", "/gradables", "/logs", "/rules"]) {
      expect((await organization.client.get(integrationPath(course) + list)).status, list).toBe(404);
    }
    expect((await course.client.get("/v1.1/cle_students")).status).toBe(401);

    const remainingCounts = await removeAllSteps(id);
    // Grades in two steps, awards, logs, students in two, the gradable, and finally the record that held them together.
    expect(remainingCounts).toHaveLength(8);
    expect(remainingCounts[0]).toBe(sumCounts(remainingCountsAfter) - 10_000);
    expect(remainingCounts.at(-1)).toBe(0);
    for (const badge of badges) expect((await organization.client.get(`/badges/${badge}`)).status).toBe(200);
  });

  it("does not block a new integration of the same course", async () => {
    const { course, id } = await createFilledCourse(5);
    expect((await organization.client.delete(integrationPath(course))).status).toBe(204);
    const body = { app_id: app.id, course_id: course.course_id, name: "Again" };
    const again = await organization.client.post("/learning_integrations", body);
    expect(again.status).toBe(201);
    expect(again.data).toMatchObject({ students_count: 0, gradables_count: 0, badges_count: 0 });
    await removeAllSteps(id);
    expect(await countRows(again.data.id)).toMatchObject({ students: 0, data: 1 });
  });

  it("is removed when its app was deleted, while that of other integrations stays", async () => {
    const own = await createTestLearningApp(organization);
    const [going, staying] = [await createCourseWithRule(own), await createFilledCourse(5)];
    await addStudents(going.course, 2, [going.gradable]);
    const before = await countRows(staying.id);
    expect((await organization.client.delete(`/learning_apps/${own.id}`)).status).toBe(204);
    expect(await countRows(going.course.id)).toMatchObject({ students: 2, data: 1 });
    await removeAllSteps(going.course.id);
    expect(await countRows(going.course.id)).toMatchObject({ students: 0, gradables: 0, data: 0 });
    expect(await countRows(staying.id)).toEqual(before);
  });

  it("is removed by several machines at once, none of which waits for another", async () => {
    const [one, two] = [await createFilledCourse(4), await createFilledCourse(4)];
    for (const { course } of [one, two]) await organization.client.delete(integrationPath(course));
    const other = await openConnection();
    try {
      await other.query("BEGIN");
      await other.query("SELECT FROM learning_course_data WHERE id = $1 FOR UPDATE", [one.id]);
      while (await removeCourseData());
      expect([(await countRows(one.id)).data, (await countRows(two.id)).data]).toEqual([1, 0]);
    } finally {
      await other.end();
    }
    await removeAllSteps(one.id);
    expect((await countRows(one.id)).data).toBe(0);
  });

  it("includes what a running request still wrote", async () => {
    const { course, id } = await createFilledCourse(4);
    const other = await openConnection();
    try {
      await other.query("BEGIN");
      await other.query(
        `INSERT INTO learning_students (organization_id, integration_id, extern_id, first, last, email)
         VALUES ($1, $2, 'late', 'Ada', 'Okafor', 'late@example.org')`,
        [organization.id, id],
      );
      await organization.client.delete(integrationPath(course));
      const removing = removeAllSteps(id);
      await until("the removal to wait for the request", isWaiting);
      await other.query("COMMIT");
      expect((await removing).at(-1)).toBe(0);
    } finally {
      await other.end();
    }
  });
});
