import { beforeAll, describe, expect, it } from "vitest";
import { createTestOrganization, createTemplate, type TestOrganization } from "../../support/builders";
import { sql } from "../../support/platform/database";
import { createPerson } from "../../support/accounts/members";

// Rules that the database enforces itself, even when a service does not.

type Course = { organization: TestOrganization; appId: string; id: number; templateId: string };

const insertForId = async (text: string, values: unknown[]): Promise<number> =>
  Number((await sql(text, values))[0]?.id);

let owner: { id: string };
let count = 0;

async function createApp(organization: TestOrganization): Promise<string> {
  count += 1;
  const values = [organization.id, `key${count}`, owner.id];
  const [row] = await sql(
    `INSERT INTO learning_apps (id, organization_id, name, consumer_key, secret, owner_id, updated_at)
     VALUES (gen_random_uuid(), $1, 'LMS', $2, 'x', $3, now()) RETURNING id`,
    values,
  );
  return String(row?.id);
}

async function createCourse(organization: TestOrganization, appId?: string): Promise<Course> {
  const app = appId ?? (await createApp(organization));
  count += 1;
  const id = await insertForId(
    `INSERT INTO learning_integrations (organization_id, app_id, course_id, name)
     VALUES ($1, $2, $3, 'Course') RETURNING id`,
    [organization.id, app, `course-${count}`],
  );
  return { organization, appId: app, id, templateId: (await createTemplate(organization)).id };
}

const addGradable = ({ organization, id }: Course, externId = "1") =>
  insertForId(
    `INSERT INTO learning_gradables (organization_id, integration_id, extern_id, name, callback,
       min_pass_requirement, creator_id) VALUES ($1, $2, $3, 'Test', 'points', '60', $4) RETURNING id`,
    [organization.id, id, externId, owner.id],
  );

const addStudent = ({ organization, id }: Course, externId = "7") =>
  insertForId(
    `INSERT INTO learning_students (organization_id, integration_id, extern_id, first, last, email)
     VALUES ($1, $2, $3, 'Ada', 'Okafor', 'ada@example.org') RETURNING id`,
    [organization.id, id, externId],
  );

const addGrade = ({ organization, id }: Course, gradableId: number, studentId: number) =>
  insertForId(
    `INSERT INTO learning_grades (organization_id, integration_id, gradable_id, student_id, score, rank,
       completed_at) VALUES ($1, $2, $3, $4, '90', 90, now()) RETURNING id`,
    [organization.id, id, gradableId, studentId],
  );

const addRule = ({ organization, id }: Course, templateId: string) =>
  insertForId(
    `INSERT INTO learning_rules (organization_id, integration_id, badge_template_id)
     VALUES ($1, $2, $3) RETURNING id`,
    [organization.id, id, templateId],
  );

const addRequirement = ({ id }: Course, ruleId: number, gradableId: number) =>
  insertForId(
    `INSERT INTO learning_rule_requirements (integration_id, rule_id, gradable_id, position, operator, value, rank)
     VALUES ($1, $2, $3, 0, 'gte', '60', 60) RETURNING id`,
    [id, ruleId, gradableId],
  );

async function addToken({ organization, appId }: Course, kind: string, courses: Course[]): Promise<string> {
  count += 1;
  const [row] = await sql(
    `INSERT INTO learning_tokens (id, organization_id, app_id, kind, user_id, digest, expires_at,
       session_version)
     VALUES (gen_random_uuid(), $1, $2, $3::learning_token_kind, $4, $5, now() + interval '1 day',
       CASE WHEN $3 = 'owner' THEN 1 END) RETURNING id`,
    [organization.id, appId, kind, owner.id, Buffer.from(`token ${count}`)],
  );
  for (const { id } of courses) {
    await sql(
      "INSERT INTO learning_token_integrations (organization_id, token_id, integration_id) VALUES ($1, $2, $3)",
      [organization.id, row?.id, id],
    );
  }
  return String(row?.id);
}

let course: Course;
let sibling: Course;
let foreign: Course;

beforeAll(async () => {
  const [organization, other] = [await createTestOrganization(), await createTestOrganization()];
  owner = await createPerson();
  course = await createCourse(organization);
  sibling = await createCourse(organization, course.appId);
  foreign = await createCourse(other);
});

describe("tables of the learning edition", () => {
  it("link nothing of one organization or integration to another one", async () => {
    const [gradable, student] = [await addGradable(sibling), await addStudent(sibling)];
    const own = [await addGradable(course, "own"), await addStudent(course, "own")] as const;
    const refused = [
      () => createCourse(foreign.organization, course.appId),
      () => addGradable({ ...course, organization: foreign.organization }, "2"),
      () => addGrade(course, gradable, own[1]),
      () => addGrade(course, own[0], student),
      () => addRule(course, foreign.templateId),
      async () => addRequirement(course, await addRule(course, course.templateId), gradable),
      async () => addRequirement(course, await addRule(sibling, course.templateId), own[0]),
      () => addToken(course, "integration", [foreign]),
    ];
    for (const attempt of refused) await expect(attempt()).rejects.toThrow("violates foreign key constraint");
  });

  it("keep a gradable that a rule requires; rules are deleted with their integration, the others with its data", async () => {
    const going = await createCourse(course.organization);
    const [gradable, student] = [await addGradable(going), await addStudent(going)];
    await addGrade(going, gradable, student);
    await addRequirement(going, await addRule(going, going.templateId), gradable);
    await expect(sql("DELETE FROM learning_gradables WHERE id = $1", [gradable])).rejects.toThrow(
      "violates foreign key constraint",
    );
    await sql("DELETE FROM learning_integrations WHERE id = $1", [going.id]);
    const countRemaining = async () => {
      const tables = ["students", "gradables", "rules", "rule_requirements", "grades"];
      const found = tables.map(async (table) => {
        const rows = await sql(`SELECT FROM learning_${table} WHERE integration_id = $1`, [going.id]);
        return rows.length > 0 ? [table] : [];
      });
      return (await Promise.all(found)).flat();
    };
    expect(await countRemaining()).toEqual(["students", "gradables", "grades"]);
    await sql("DELETE FROM learning_course_data WHERE id = $1", [going.id]);
    expect(await countRemaining()).toEqual([]);
  });

  it("are deleted with their app", async () => {
    const going = await createCourse(course.organization);
    await addRequirement(going, await addRule(going, going.templateId), await addGradable(going));
    await sql("DELETE FROM learning_apps WHERE id = $1", [going.appId]);
    expect(await sql("SELECT FROM learning_integrations WHERE id = $1", [going.id])).toEqual([]);
  });

  it("end a token with the last integration that it works on, and an owner's with none", async () => {
    const [one, two] = [
      await createCourse(course.organization, course.appId),
      await createCourse(course.organization, course.appId),
    ];
    const both = await addToken(course, "integration", [one, two]);
    const single = await addToken(course, "learner", [one]);
    const owners = await addToken(course, "owner", []);
    const countRemaining = async () => {
      const rows = await sql("SELECT id FROM learning_tokens WHERE id = ANY ($1)", [[both, single, owners]]);
      return rows.map(({ id }) => String(id)).toSorted();
    };
    await sql("DELETE FROM learning_integrations WHERE id = $1", [one.id]);
    expect(await countRemaining()).toEqual([both, owners].toSorted());
    await sql("DELETE FROM learning_integrations WHERE id = $1", [two.id]);
    expect(await countRemaining()).toEqual([owners]);
    await sql("DELETE FROM learning_tokens WHERE id = $1", [owners]);
    expect(await countRemaining()).toEqual([]);
  });

  it.each([
    ["points", "1000", true],
    ["points", "1000.5", false],
    ["points", "-1", false],
    ["letterGrade", "F", true],
    ["letterGrade", "E", false],
    ["complete", "Completed", true],
    ["complete", "Pass", false],
    ["pass", "Pass or Fail", true],
    ["pass", "Fail", false],
  ])("accept or refuse %s %s: %s", async (callback, requirement, isTaken) => {
    const insert = sql(
      `INSERT INTO learning_gradables (organization_id, integration_id, extern_id, name, callback,
         min_pass_requirement, creator_id) VALUES ($1, $2, $3, 'Test', $4::gradable_callback, $5, $6)`,
      [course.organization.id, course.id, `${callback} ${requirement}`, callback, requirement, owner.id],
    );
    const outcome = await insert.then(
      () => "taken",
      (error: Error) => error.message,
    );
    expect(outcome).toMatch(isTaken ? /^taken$/ : /violates check constraint/);
  });
});
