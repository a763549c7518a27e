import type pg from "pg";
import { PIXEL } from "./many-badges";

/**
 * Gives an organization an LMS with a course: a rule of one template, students with a grade of each of two gradables, whose
 * accounts are connected, and every third of whom has the badge.
 */
export async function insertManyStudents(
  client: pg.Client,
  organizationId: string,
  count: number,
): Promise<void> {
  await client.query(
    `WITH image AS (
       INSERT INTO images (id, sha256, bytes) VALUES (gen_random_uuid(), sha256(decode($2, 'base64')), decode($2, 'base64'))
       RETURNING id
     ) INSERT INTO badge_templates (id, organization_id, name, description, state, vanity_slug, image_id, image_generated,
         state_updated_at, updated_at)
       SELECT gen_random_uuid(), $1, 'Course', 'A course', 'active', 'course', id, false, now(), now() FROM image`,
    [organizationId, PIXEL],
  );
  await client.query(
    `INSERT INTO learning_apps (id, organization_id, name, consumer_key, secret, owner_id, updated_at)
     SELECT gen_random_uuid(), $1, 'LMS', 'ManyKey', 'unreadable', user_id, now() FROM memberships
     WHERE organization_id = $1 LIMIT 1`,
    [organizationId],
  );
  await client.query(
    `INSERT INTO learning_integrations (organization_id, app_id, course_id, name)
     SELECT organization_id, id, 'C-1', 'Statistics' FROM learning_apps WHERE organization_id = $1`,
    [organizationId],
  );
  await client.query(
    `CREATE TEMPORARY TABLE learners AS
       SELECT n, gen_random_uuid() AS user_id, gen_random_uuid() AS badge_id, 'student-' || n || '@many.example' AS email,
         course.id AS integration_id, course.app_id
       FROM generate_series(1, ${count}) AS n, learning_integrations AS course WHERE course.organization_id = $1`,
    [organizationId],
  );
  await client.query(
    `INSERT INTO users (id, first_name, last_name, vanity_slug, updated_at)
     SELECT user_id, 'Student', n::text, 'u-' || user_id, now() FROM learners`,
  );
  await client.query(
    `INSERT INTO user_emails (id, user_id, email, "primary", confirmed_at)
     SELECT gen_random_uuid(), user_id, email, true, now() FROM learners`,
  );
  await client.query(
    `INSERT INTO learning_identities (app_id, lti_user_id, user_id, connected_at)
     SELECT app_id, 'lti-' || n, user_id, now() FROM learners`,
  );
  await insertCourseRows(client, organizationId);
}

async function insertCourseRows(client: pg.Client, organizationId: string): Promise<void> {
  await client.query(
    `INSERT INTO learning_students (organization_id, integration_id, extern_id, first, last, email)
     SELECT $1, integration_id, n::text, 'Student', n::text, email FROM learners ORDER BY n`,
    [organizationId],
  );
  await client.query(
    `INSERT INTO learning_gradables (organization_id, integration_id, extern_id, name, callback, min_pass_requirement, creator_id)
     SELECT app.organization_id, course.id, title, title, 'points', '60', app.owner_id
     FROM learning_apps AS app JOIN learning_integrations AS course ON course.app_id = app.id,
       unnest(ARRAY['Quiz', 'Exam']) AS title WHERE app.organization_id = $1`,
    [organizationId],
  );
  await client.query(
    `INSERT INTO learning_grades (organization_id, integration_id, gradable_id, student_id, score, rank, completed_at)
     SELECT $1, student.integration_id, gradable.id, student.id, '90.5', 90.5, now()
     FROM learning_students AS student JOIN learning_gradables AS gradable USING (integration_id)
     WHERE student.organization_id = $1`,
    [organizationId],
  );
  await client.query(
    `WITH rule AS (
       INSERT INTO learning_rules (organization_id, integration_id, badge_template_id)
       SELECT $1, course.id, template.id FROM learning_integrations AS course
       JOIN badge_templates AS template USING (organization_id) WHERE organization_id = $1 RETURNING id, integration_id
     ) INSERT INTO learning_rule_requirements (rule_id, integration_id, gradable_id, position, operator, value, rank)
     SELECT rule.id, integration_id, gradable.id, 0, 'gte', '60', 60
     FROM rule JOIN learning_gradables AS gradable USING (integration_id) WHERE gradable.name = 'Exam'`,
    [organizationId],
  );
  await client.query(
    `INSERT INTO issued_badges (id, organization_id, template_organization_id, badge_template_id, state, user_id,
       recipient_email, issued_to, locale, public, translate_metadata, suppress_badge_notification_email, evidence,
       issued_at, issued_at_date, state_updated_at, created_at, updated_at)
     SELECT badge_id, $1, $1, template.id, 'accepted', user_id, email, 'Student ' || n, 'en', true, false, true, '[]',
       now(), current_date, now(), now(), now()
     FROM learners, badge_templates AS template WHERE template.organization_id = $1 AND n % 3 = 0`,
    [organizationId],
  );
  await client.query(
    `INSERT INTO learning_awards (badge_id, organization_id, integration_id, student_id, badge_template_id)
     SELECT badge.id, $1, student.integration_id, student.id, badge.badge_template_id
     FROM issued_badges AS badge JOIN learning_students AS student
       ON student.email = badge.recipient_email AND student.organization_id = badge.organization_id
     WHERE badge.organization_id = $1`,
    [organizationId],
  );
}
