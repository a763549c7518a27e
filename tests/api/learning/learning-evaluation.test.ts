import { AsyncResource } from "node:async_hooks";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { db } from "@/lib/kernel/db";
import * as batch from "@/lib/badges/issued/batch";
import { badgeBody } from "../../support/builders";
import { isWaiting, openConnection, sql } from "../../support/platform/database";
import { createTestLearningApp, type TestApp } from "../../support/learning/learning";
import {
  addStudent,
  addStudents,
  listAwards,
  evaluate,
  setGrade,
  countIssuedByRule,
  createRule,
  createCourseWithRule,
} from "../../support/learning/learning-course";
import { until } from "../../support/until";

let app: TestApp;

beforeAll(async () => {
  app = await createTestLearningApp();
});

afterEach(() => vi.restoreAllMocks());

describe("evaluating a rule concurrently with other changes", () => {
  it.each([{}, { allow_duplicate_badges: true }])(
    "200: parallel evaluations issue nothing twice (%j)",
    async (changes) => {
      const { course, badge, gradable, ruleId } = await createCourseWithRule(app, changes);
      const another = await createRule(course, badge, [gradable, "gte", 1]);
      await addStudents(course, 60, [gradable]);
      const counts = await Promise.all(
        [1, 2, 3, 4, 5, 6].map((one) => countIssuedByRule(course, one % 2 ? ruleId : another)),
      );
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(60);
      const awards = await listAwards(badge.id);
      expect(new Set(awards.map(({ recipient_email }) => recipient_email)).size).toBe(60);
      expect(awards).toHaveLength(60);
      expect(awards.every(({ student_id }) => student_id !== null)).toBe(true);
      const [{ issued: total } = {}] = await sql(
        "SELECT sum(issued)::int AS issued FROM badge_template_issue_counts WHERE badge_template_id = $1",
        [badge.id],
      );
      expect(total).toBe(60);
    },
  );

  it("200: a badge issued by hand at the same moment is the earner's only one", async () => {
    const { course, badge, gradable, ruleId } = await createCourseWithRule(app);
    const students = [];
    for (let index = 0; index < 8; index += 1)
      students.push(await addStudent(course, {}, [[gradable, "90"]]));
    const [, ...byHand] = await Promise.all([
      countIssuedByRule(course, ruleId),
      ...students.map(({ email }) =>
        course.organization.client.post("/badges", badgeBody(badge.id, { recipient_email: email })),
      ),
    ]);
    expect(byHand.every(({ status }) => status === 201 || status === 422)).toBe(true);
    const awards = await listAwards(badge.id);
    expect(awards.map(({ recipient_email }) => recipient_email).toSorted()).toEqual(
      students.map(({ email }) => email).toSorted(),
    );
  });

  describe("in batches", { timeout: 120_000 }, () => {
    it("200: processes more students than fit in one transaction", async () => {
      const { course, badge, gradable, ruleId } = await createCourseWithRule(app);
      await addStudents(course, 2_100, [gradable]);
      expect(await countIssuedByRule(course, ruleId)).toBe(2_100);
      expect(await countIssuedByRule(course, ruleId)).toBe(0);
      const [{ count } = {}] = await sql(
        "SELECT count(*)::int FROM learning_awards WHERE badge_template_id = $1",
        [badge.id],
      );
      expect(count).toBe(2_100);
    });

    it("500, and the next request continues: a process that dies between batches loses and duplicates nothing", async () => {
      const { course, badge, gradable, ruleId } = await createCourseWithRule(app);
      await addStudents(course, 1_500, [gradable]);
      const whole = batch.issueMeasuredBatch;
      let batches = 0;
      const dying = vi.spyOn(batch, "issueMeasuredBatch").mockImplementation(async (...asked) => {
        const created = await whole(...asked);
        batches += 1;
        if (batches === 2) throw new Error("the process ends here");
        return created;
      });
      expect((await evaluate(course, ruleId)).status).toBe(500);
      dying.mockRestore();
      expect(await listAwards(badge.id)).toHaveLength(1_000);
      expect(await countIssuedByRule(course, ruleId)).toBe(500);
      const awards = await listAwards(badge.id);
      expect(new Set(awards.map(({ student_id }) => student_id)).size).toBe(1_500);
    });

    it("200: stops with the badges issued so far when the template is archived meanwhile", async () => {
      const { course, badge, gradable, ruleId } = await createCourseWithRule(app);
      await addStudents(course, 1_200, [gradable]);
      const whole = batch.issueMeasuredBatch;
      vi.spyOn(batch, "issueMeasuredBatch").mockImplementation(async (...asked) => {
        const created = await whole(...asked);
        // Together with the first batch, and so before the second one.
        await db().$executeRaw`UPDATE badge_templates SET state = 'archived' WHERE id = ${badge.id}::uuid`;
        return created;
      });
      expect(await countIssuedByRule(course, ruleId)).toBe(1_000);
      expect(await listAwards(badge.id)).toHaveLength(1_000);
    });

    it("200: archiving the template or clearing the rules happens between the batches", async () => {
      for (const ending of ["archived", "cleared"]) {
        const { course, badge, gradable, ruleId } = await createCourseWithRule(app);
        await addStudents(course, 5_100, [gradable]);
        // Runs as another request, outside of the transaction that it is started in.
        const end = AsyncResource.bind((): Promise<{ status: number }> =>
          ending === "archived"
            ? course.organization.client.put(`/badge_templates/${badge.id}`, { state: "archived" })
            : course.client.post("/v1.1/cle_rules/update", { badge_id: badge.number, clear_all: true }),
        );
        const whole = batch.issueMeasuredBatch;
        let ended: Promise<{ status: number }> | undefined;
        const spy = vi.spyOn(batch, "issueMeasuredBatch").mockImplementation(async (...asked) => {
          if (!ended) {
            ended = end();
            await until("the end to wait for the batch", () => isWaiting());
          }
          return whole(...asked);
        });
        const count = await countIssuedByRule(course, ruleId);
        expect((await ended)?.status).toBe(200);
        expect([1_000, 2_000]).toContain(count);
        expect(await listAwards(badge.id)).toHaveLength(count);
        spy.mockRestore();
      }
    });
  });

  it("200: skips a student who is being removed, and does not wait", async () => {
    const { course, badge, gradable, ruleId } = await createCourseWithRule(app);
    const [going, staying] = [
      await addStudent(course, {}, [[gradable, "90"]]),
      await addStudent(course, {}, [[gradable, "90"]]),
    ];
    const other = await openConnection();
    try {
      await other.query("BEGIN");
      await other.query("DELETE FROM learning_students WHERE id = $1", [going.id]);
      expect(await countIssuedByRule(course, ruleId)).toBe(1);
      await other.query("COMMIT");
    } finally {
      await other.end();
    }
    expect(await countIssuedByRule(course, ruleId)).toBe(0);
    expect((await listAwards(badge.id)).map(({ student_id }) => student_id)).toEqual([staying.id]);
  });

  it("a student cannot be removed between the check and the badge", async () => {
    const { course, badge, gradable, ruleId } = await createCourseWithRule(app);
    const student = await addStudent(course, {}, [[gradable, "90"]]);
    const whole = batch.issueMeasuredBatch;
    let removing: Promise<unknown> | undefined;
    vi.spyOn(batch, "issueMeasuredBatch").mockImplementation(async (...asked) => {
      removing = sql("DELETE FROM learning_students WHERE id = $1", [student.id]);
      await until("the removal to wait", () => isWaiting());
      return whole(...asked);
    });
    expect(await countIssuedByRule(course, ruleId)).toBe(1);
    await removing;
    // The earner keeps the badge, but it is no student's award any more.
    expect(await listAwards(badge.id)).toMatchObject([{ recipient_email: student.email, student_id: null }]);
  });

  it("200: grades that change meanwhile count with their old or new values, never a mix", async () => {
    const { course, badge, gradable, ruleId } = await createCourseWithRule(app);
    const students = [];
    for (let index = 0; index < 10; index += 1)
      students.push(await addStudent(course, {}, [[gradable, "90"]]));
    await Promise.all([
      countIssuedByRule(course, ruleId),
      ...students.map((one) => setGrade(course, gradable, one, "1")),
    ]);
    await countIssuedByRule(course, ruleId);
    const awards = await listAwards(badge.id);
    expect(awards.length).toBeLessThanOrEqual(10);
    expect(new Set(awards.map(({ student_id }) => student_id)).size).toBe(awards.length);
    await Promise.all(students.map((one) => setGrade(course, gradable, one, "60")));
    expect(await countIssuedByRule(course, ruleId)).toBe(10 - awards.length);
  });

  it("an integration that is deleted meanwhile waits for the batch, without a deadlock", async () => {
    const { course, gradable, ruleId } = await createCourseWithRule(app);
    await addStudents(course, 200, [gradable]);
    const [evaluated, removed] = await Promise.all([
      evaluate(course, ruleId),
      course.app.client.post("/v1.1/cle_integrations/delete", { course_id: course.course_id }),
    ]);
    expect(removed.status).toBe(200);
    expect([200, 400, 401]).toContain(evaluated.status);
  });
});
