import { afterAll, beforeAll, expect, it } from "vitest";
import { exportRecords, moveIn } from "@/lib/operations/installation/moving";
import { sql } from "../../support/platform/database";
import { createFullOrganization, createInstallations } from "../../support/moving/two-installations";

let installations: Awaited<ReturnType<typeof createInstallations>>;
const { write } = process.stderr;

beforeAll(async () => {
  process.stderr.write = () => true; // the progress
  installations = await createInstallations();
});
afterAll(async () => {
  process.stderr.write = write;
  await installations?.remove();
});

it("records whose ids are taken get new ones, and refer to each other by them", async () => {
  const { id } = await createFullOrganization();
  const file = installations.file("export.ndjson");
  await exportRecords(id, file);
  const given = { file, organization: undefined, adminEmail: undefined, isDryRun: false };
  const moved = await moveIn(given);
  expect(moved.organization_id).not.toBe(id);
  // A client id can be used once, and an LMS may not open accounts that were here before.
  expect(moved.refusals.map(({ kind }) => kind)).toEqual(["oauth_application"]);
  expect(moved.kinds.learning_identity).toMatchObject({ created: 0, refused: 0, waiting: 2 });
  const countChains = (organizationId: string) =>
    sql(
      `SELECT count(*)::int AS badges, count(later.id)::int AS replaced, count(DISTINCT template.id)::int AS templates
       FROM issued_badges AS badge
       JOIN badge_templates AS template ON template.id = badge.badge_template_id
       LEFT JOIN issued_badges AS later ON later.id = badge.replacement_badge_id
         AND later.replaces_badge_id = badge.id AND later.organization_id = badge.organization_id
       WHERE badge.organization_id = $1 AND badge.deleted_at IS NULL`,
      [organizationId],
    );
  expect(await countChains(moved.organization_id)).toEqual(await countChains(id));
  const countCourses = (organizationId: string) =>
    sql(
      `SELECT count(DISTINCT course.id)::int AS courses, count(DISTINCT student.id)::int AS students,
         count(DISTINCT grade.id)::int AS grades, count(DISTINCT required.id)::int AS requirements,
         count(DISTINCT award.badge_id)::int AS awards
       FROM learning_apps AS app
       JOIN learning_integrations AS course ON course.app_id = app.id
       JOIN learning_students AS student ON student.integration_id = course.id
       JOIN learning_grades AS grade ON grade.student_id = student.id
       JOIN learning_rules AS rule ON rule.integration_id = course.id
       JOIN learning_rule_requirements AS required ON required.rule_id = rule.id AND required.gradable_id = grade.gradable_id
       LEFT JOIN learning_awards AS award ON award.student_id = student.id
       WHERE app.organization_id = $1`,
      [organizationId],
    );
  expect(await countCourses(moved.organization_id)).toEqual([
    { courses: 1, students: 3, grades: 6, requirements: 2, awards: 2 },
  ]);
  expect(await countCourses(id)).toEqual(await countCourses(moved.organization_id));
  const [app] = await sql("SELECT consumer_key FROM learning_apps WHERE organization_id = $1", [id]);
  expect(moved.learning_apps[0]?.api_key).not.toBe(app?.consumer_key);
  expect(await moveIn(given)).toMatchObject({ created: 0, changed: 0, refused: 1, waiting: 2 });
});
