import { appSecrets } from "@/lib/learning/apps/serializer";
import { newId } from "@/lib/kernel/ids";
import { sql } from "../platform/database";

/** Creates a user without a password, with one address, and another one if they are proved. */
async function createLearner(email: string, isProved: boolean): Promise<string> {
  const id = newId();
  await sql(
    "INSERT INTO users (id, first_name, last_name, vanity_slug, updated_at) VALUES ($1, 'Lee', $2, 'u-' || $3::text, now())",
    [id, email, id],
  );
  await sql(
    `INSERT INTO user_emails (id, user_id, email, "primary", confirmed_at)
     SELECT gen_random_uuid(), $1, prefix || $2, prefix = '', CASE WHEN $3 THEN now() END
     FROM unnest(ARRAY['', 'other-']) AS prefix WHERE $3 OR prefix = ''`,
    [id, email, isProved],
  );
  return id;
}

async function createApp(organizationId: string): Promise<string> {
  const id = newId();
  await sql(
    `INSERT INTO learning_apps (id, organization_id, name, consumer_key, secret, enterprise, owner_id, updated_at, last_used_at)
     SELECT $1, $2, 'Moodle', 'MoodleKey' || substr($3::text, 25), $4, true, user_id, now(), now()
     FROM memberships WHERE organization_id = $2 LIMIT 1`,
    [id, organizationId, id, appSecrets.encrypt("the secret of the source", id)],
  );
  return id;
}

/** Creates a course with students, grades of two gradables, and a rule that requires both. */
async function createCourse(organizationId: string, appId: string): Promise<number> {
  const [integration] = await sql(
    `INSERT INTO learning_integrations (organization_id, app_id, course_id, name, launch_origins)
     VALUES ($1, $2, 'C-1', 'Statistics', '{https://lms.example}') RETURNING id`,
    [organizationId, appId],
  );
  const course = [organizationId, integration?.id];
  await sql(
    `INSERT INTO learning_students (organization_id, integration_id, extern_id, first, last, email)
     SELECT $1::uuid, $2::int, 's-' || n, 'Ada', 'Student ' || n, 'student-' || n || '@lms.example' FROM generate_series(1, 3) AS n`,
    course,
  );
  await sql(
    `INSERT INTO learning_gradables (organization_id, integration_id, extern_id, name, callback, min_pass_requirement, creator_id)
     SELECT $1::uuid, $2::int, name, name, callback::gradable_callback, minimum, (SELECT owner_id FROM learning_apps WHERE organization_id = $1 LIMIT 1)
     FROM (VALUES ('Essay', 'letterGrade', 'D'), ('Quiz', 'points', '60')) AS given (name, callback, minimum)`,
    course,
  );
  await sql(
    `INSERT INTO learning_grades (organization_id, integration_id, gradable_id, student_id, score, rank, completed_at)
     SELECT $1::uuid, $2::int, gradable.id, student.id, '87.25', 87.25, now()
     FROM learning_gradables AS gradable, learning_students AS student
     WHERE gradable.integration_id = $2 AND student.integration_id = $2`,
    course,
  );
  await sql(
    `WITH rule AS (
       INSERT INTO learning_rules (organization_id, integration_id, badge_template_id, description, includes_results)
       SELECT $1::uuid, $2::int, id, 'Pass both', true FROM badge_templates WHERE organization_id = $1 ORDER BY name LIMIT 1 RETURNING id
     ) INSERT INTO learning_rule_requirements (rule_id, integration_id, gradable_id, position, operator, value, rank)
     SELECT rule.id, $2::int, gradable.id, row_number() OVER (ORDER BY gradable.id DESC) - 1, 'gte', '60', 60
     FROM rule, learning_gradables AS gradable WHERE gradable.integration_id = $2`,
    course,
  );
  return Number(integration?.id);
}

/** Gives two students badges that a rule issued. */
async function createAwards(organizationId: string, integrationId: number): Promise<void> {
  await sql(
    `INSERT INTO learning_awards (badge_id, organization_id, integration_id, student_id, badge_template_id)
     SELECT badge.id, $1, $2, student.id, badge.badge_template_id
     FROM (SELECT *, row_number() OVER (ORDER BY id DESC) AS n FROM issued_badges
       WHERE organization_id = $1 AND template_organization_id = $1 AND state = 'accepted' AND deleted_at IS NULL) AS badge
     JOIN (SELECT *, row_number() OVER (ORDER BY id) AS n FROM learning_students WHERE integration_id = $2) AS student
       USING (n) WHERE n <= 2`,
    [organizationId, integrationId],
  );
}

/** Deletes one of the badges that a rule issued. */
export const deleteAwardedBadge = (organizationId: string) =>
  sql(
    `UPDATE issued_badges SET deleted_at = now(), state = 'revoked' WHERE id = (
       SELECT badge_id FROM learning_awards WHERE organization_id = $1 ORDER BY student_id DESC LIMIT 1)`,
    [organizationId],
  );

/**
 * Creates an LMS with a course: students, grades, a rule and the badges that it issued. One learner is known from a launch
 * only, and one has connected their account.
 */
export async function createLearningRecords(organizationId: string): Promise<void> {
  const appId = await createApp(organizationId);
  await sql(
    `INSERT INTO learning_identities (app_id, lti_user_id, user_id, connected_at)
     VALUES ($1, 'lti-1', $2, NULL), ($1, 'lti-2', $3, now())`,
    [
      appId,
      await createLearner("launched@lms.example", false),
      await createLearner("connected@lms.example", true),
    ],
  );
  await createAwards(organizationId, await createCourse(organizationId, appId));
}

/** Creates an open invitation, and an endorsement of a badge of the partner that was accepted. */
export async function createOffers(organizationId: string, partnerId: string): Promise<void> {
  await sql(
    `INSERT INTO member_invitations (id, organization_id, email, role, invited_by_type, invited_by_id, invited_by_name,
       created_at, sent_at, expires_at)
     SELECT gen_random_uuid(), $1, 'invited@lumen.example', 'issuer', 'User', user_id::text, 'Admin', now(), now(),
       now() + interval '7 days' FROM memberships WHERE organization_id = $1 LIMIT 1`,
    [organizationId],
  );
  await sql(
    `INSERT INTO endorsements (id, organization_id, template_organization_id, badge_template_id, badge_name, state, comment,
       document, token_header, created_at, state_updated_at)
     SELECT gen_random_uuid(), $1, $2, id, name, 'accepted', 'We hire people with this badge.', '{}', 'e30', now(), now()
     FROM badge_templates WHERE organization_id = $2 ORDER BY name LIMIT 1`,
    [organizationId, partnerId],
  );
}
