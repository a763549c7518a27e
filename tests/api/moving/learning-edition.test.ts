import { afterEach, expect, it } from "vitest";
import { appSecrets } from "@/lib/learning/apps/serializer";
import { newId } from "@/lib/kernel/ids";
import {
  moveRecords,
  useExportedOrganization,
  type Change,
} from "../../support/moving/exported-organization";
import { readRecords, type Line } from "../../support/moving/two-installations";
import { isWaiting, openConnection, sql } from "../../support/platform/database";
import { until } from "../../support/until";

// Courses move with the numbers that an LMS stores, without secrets, and open no account to an LMS that was not open to it.

const exported = useExportedOrganization();
const move = (change?: Change, more?: Parameters<typeof moveRecords>[2]) =>
  moveRecords(exported, change, more);

const recordsOf = async (kind: string): Promise<Line[]> =>
  (await readRecords(exported.installations.file("export.ndjson"))).filter((record) => record.kind === kind);
const idsOf = async (kind: string) => (await recordsOf(kind)).map(({ id }) => id);
const readIds = async (table: string) =>
  (await sql(`SELECT id FROM ${table} ORDER BY id`)).map(({ id }) => id);

/** Changes the records of a kind. */
const changing =
  (kind: string, changes: object | ((record: Line) => object)): Change =>
  (record) =>
    record.kind === kind
      ? { ...record, ...(typeof changes === "function" ? changes(record) : changes) }
      : record;

let connection: Awaited<ReturnType<typeof openConnection>> | null = null;
afterEach(async () => {
  await connection?.end();
  connection = null;
});

/** The tables of numbered records, by kind. */
const NUMBERED = {
  learning_integration: "learning_integrations",
  learning_student: "learning_students",
  learning_gradable: "learning_gradables",
  learning_grade: "learning_grades",
  learning_rule: "learning_rules",
};

it("numbers that an LMS stores stay, and new ones are above them", async () => {
  await move();
  for (const [kind, table] of Object.entries(NUMBERED))
    expect(await readIds(table)).toEqual(await idsOf(kind));
  const readNumbers = async (table: string, column: string) =>
    new Map((await sql(`SELECT id, ${column} FROM ${table}`)).map((row) => [row.id, row[column]]));
  for (const [kind, table, column] of [
    ["badge_template", "badge_templates", "learning_badge_id"],
    ["person", "users", "learning_member_id"],
  ] as const)
    expect(await readNumbers(table, column)).toEqual(
      new Map((await recordsOf(kind)).map((record) => [record.id, record[column]])),
    );
  const [next] = await sql(
    `INSERT INTO learning_students (organization_id, integration_id, extern_id, first, last, email)
     SELECT organization_id, id, 'new', 'A', 'B', 'new@lms.example' FROM learning_integrations RETURNING id`,
  );
  const largest = Math.max(...(await idsOf("learning_student")).map(Number));
  expect(next?.id).toBeGreaterThan(largest);
});

it("a number that is too large is not kept", async () => {
  const [student] = await idsOf("learning_student");
  const rename: Change = (record) => {
    if (record.kind === "learning_student" && record.id === student) return { ...record, id: 2_147_483_647 };
    return record.student_id === student ? { ...record, student_id: 2_147_483_647 } : record;
  };
  const { kinds } = await move(rename);
  expect(kinds.learning_student).toMatchObject({ created: 3, refused: 0 });
  expect(kinds.learning_grade).toMatchObject({ created: 6, refused: 0 });
  expect(await sql("SELECT max(id) < 1000000 AS small FROM learning_students")).toEqual([{ small: true }]);
});

it("a number that is taken while it is written is refused, and replaced by a repetition", async () => {
  await move();
  const number = Math.max(...(await idsOf("learning_student")).map(Number)) + 500;
  const added: Change = (record) =>
    record.kind === "learning_student" && record.extern_id === "s-1"
      ? [record, { ...record, id: number, extern_id: "late", email: "late@lms.example" }]
      : record;
  connection = await openConnection();
  await connection.query("BEGIN");
  await connection.query(
    `INSERT INTO learning_students (id, organization_id, integration_id, extern_id, first, last, email)
     SELECT $1, organization_id, id, 'other', 'Other', 'B', 'other@lms.example' FROM learning_integrations`,
    [number],
  );
  const moving = move(added);
  await until("the move waits", () => isWaiting());
  await connection.query("COMMIT");
  const reason = expect.stringContaining("Move in again");
  expect((await moving).refusals).toContainEqual(expect.objectContaining({ key: String(number), reason }));
  expect((await move(added)).kinds.learning_student).toMatchObject({ created: 1, refused: 0 });
  expect(
    await sql(
      "SELECT extern_id, id = $1 AS same FROM learning_students WHERE first = 'Other' OR email LIKE 'late%' ORDER BY 1",
      [number],
    ),
  ).toEqual([
    { extern_id: "late", same: false },
    { extern_id: "other", same: true },
  ]);
});

it("an app keeps its key and gets a new secret, which later runs leave", async () => {
  const { learning_apps: apps } = await move();
  const [record] = await recordsOf("learning_app");
  expect(apps).toEqual([
    { name: "Moodle", api_key: record?.consumer_key, app_secret: expect.stringMatching(/^\w{43}$/) },
  ]);
  expect(await move(changing("learning_app", { name: "Renamed" }))).toMatchObject({ learning_apps: [] });
  const [row] = await sql("SELECT id, name, secret FROM learning_apps");
  expect(row?.name).toBe("Renamed");
  expect(appSecrets.decrypt(row?.secret as Buffer, String(row?.id))).toBe(apps[0]?.app_secret);
});

it("an LMS may open no account that was here before: the connection waits for its owner, who allows it here", async () => {
  await sql(
    `WITH person AS (
       INSERT INTO users (id, first_name, last_name, vanity_slug, updated_at) VALUES ($1, 'Lee', 'Here', 'lee', now()) RETURNING id
     ) INSERT INTO user_emails (id, user_id, email, "primary", confirmed_at)
     SELECT $1, id, 'connected@lms.example', true, now() FROM person`,
    [newId()],
  );
  const { kinds, refusals, waiting } = await move();
  expect(kinds.learning_identity).toMatchObject({ created: 1, refused: 0, waiting: 1 });
  expect([waiting, refusals.filter(({ kind }) => kind === "learning_identity")]).toEqual([1, []]);
  expect(await sql("SELECT lti_user_id FROM learning_identities")).toEqual([{ lti_user_id: "lti-1" }]);
  expect((await move()).kinds.learning_identity).toMatchObject({ created: 0, unchanged: 1, waiting: 1 });
  await sql(
    `INSERT INTO learning_identities (app_id, lti_user_id, user_id, connected_at)
     SELECT app.id, 'lti-2', person.id, '2026-01-02T03:04:05Z' FROM learning_apps AS app, users AS person WHERE person.vanity_slug = 'lee'`,
  );
  const read = () => sql("SELECT * FROM learning_identities ORDER BY lti_user_id");
  const before = await read();
  expect((await move()).kinds.learning_identity).toMatchObject({ changed: 0, unchanged: 2, waiting: 0 });
  expect(await read()).toEqual(before);
});

it("what a launch created ends when the account proves an address, and does not come back", async () => {
  await move();
  await sql("UPDATE user_emails SET confirmed_at = now() WHERE email = 'launched@lms.example'");
  const later = { created_at: "2026-01-02T03:04:05.000Z" };
  const { kinds } = await move(changing("learning_identity", later));
  expect(kinds.learning_identity).toEqual({ created: 0, changed: 1, unchanged: 1, refused: 0, waiting: 0 });
  const renamed = changing("learning_identity", (record) => ({
    id: newId(),
    lti_user_id: `new-${String(record.lti_user_id)}`,
  }));
  expect((await move(renamed)).kinds.learning_identity).toMatchObject({ created: 1, refused: 0, waiting: 1 });
  const left = await sql("SELECT lti_user_id FROM learning_identities ORDER BY 1");
  expect(left).toEqual([{ lti_user_id: "lti-2" }, { lti_user_id: "new-lti-2" }]);
});

it("a rule has the requirements of the newest export, and no others", async () => {
  await move();
  const read = () =>
    sql("SELECT position, value, rank::float8 FROM learning_rule_requirements ORDER BY position");
  expect(await read()).toHaveLength(2);
  const one = changing("learning_rule", (record) => ({
    requirements: (record.requirements as object[])
      .slice(0, 1)
      .map((required) => ({ ...required, value: "70", rank: 70.5 })),
  }));
  expect((await move(one)).kinds.learning_rule).toMatchObject({ changed: 1, refused: 0 });
  expect(await read()).toEqual([{ position: 0, value: "70", rank: 70.5 }]);
});

it("a rule whose gradable was not moved is refused", async () => {
  const { refusals } = await move((record) => (record.kind === "learning_gradable" ? null : record));
  const reason = expect.stringMatching(/^requirements: the learning_gradable \d+ was not moved/);
  expect(refusals).toContainEqual(expect.objectContaining({ kind: "learning_rule", reason }));
});

it("what was deleted here does not come back", async () => {
  await move();
  await sql("DELETE FROM learning_students WHERE extern_id = 's-3'");
  const { kinds } = await move(changing("learning_student", { first: "Changed" }));
  expect(kinds.learning_student).toEqual({ created: 0, changed: 2, unchanged: 1, refused: 0, waiting: 0 });
  expect(await sql("SELECT extern_id, first FROM learning_students ORDER BY 1")).toEqual([
    { extern_id: "s-1", first: "Changed" },
    { extern_id: "s-2", first: "Changed" },
  ]);
});

it("a student who was deleted and created again at the source is the same student", async () => {
  await move();
  const before = await readIds("learning_students");
  const again = (value: unknown): unknown => (typeof value === "number" ? value + 10_000 : value);
  const renumber: Change = (record) => {
    if (record.kind === "learning_student") return { ...record, id: again(record.id), last: "Again" };
    if (record.kind === "learning_grade")
      return { ...record, id: again(record.id), student_id: again(record.student_id), score: "99" };
    return record.kind === "learning_award" ? { ...record, student_id: again(record.student_id) } : record;
  };
  const { kinds } = await move(renumber);
  expect(kinds.learning_student).toMatchObject({ created: 0, changed: 3, refused: 0 });
  expect(kinds.learning_grade).toMatchObject({ created: 0, changed: 6, refused: 0 });
  expect(kinds.learning_award).toMatchObject({ refused: 0 });
  expect(await readIds("learning_students")).toEqual(before);
  expect(await sql("SELECT DISTINCT score FROM learning_grades")).toEqual([{ score: "99" }]);
  expect(await sql("SELECT count(*)::int FROM learning_awards")).toEqual([{ count: 2 }]);
});

it("a deleted badge that a rule issued comes along as deleted, so that the rule does not issue it again", async () => {
  const { organization_id: id } = await move();
  expect(
    await sql(
      `SELECT badge.deleted_at IS NULL AS shown, user_id IS NULL AS anonymous FROM learning_awards AS award
       JOIN issued_badges AS badge ON badge.id = award.badge_id WHERE award.organization_id = $1 ORDER BY 1`,
      [id],
    ),
  ).toEqual([
    { shown: false, anonymous: true },
    { shown: true, anonymous: false },
  ]);
});

it("a badge that was deleted at the source later stays here as it is", async () => {
  await move();
  const [award] = await sql(
    `SELECT badge_id, user_id FROM learning_awards JOIN issued_badges ON id = badge_id WHERE deleted_at IS NULL`,
  );
  await move((record) =>
    record.id === award?.badge_id
      ? { ...record, deleted_at: "2026-01-02T03:04:05.000Z", user_id: null, issued_to: "" }
      : record,
  );
  expect(await sql("SELECT user_id, deleted_at FROM issued_badges WHERE id = $1", [award?.badge_id])).toEqual(
    [{ user_id: award?.user_id, deleted_at: null }],
  );
});

it("an administrator stands for an account that was deleted", async () => {
  const [member] = await recordsOf("member");
  await move((record) => {
    if (record.kind === "learning_app") return { ...record, owner_id: null };
    return record.kind === "learning_gradable" ? { ...record, creator_id: null } : record;
  });
  expect(await sql("SELECT owner_id FROM learning_apps")).toEqual([{ owner_id: member?.user_id }]);
  expect(await sql("SELECT DISTINCT creator_id FROM learning_gradables")).toEqual([
    { creator_id: member?.user_id },
  ]);
});

it("without an administrator, an app without an owner waits for one", async () => {
  const alone: Change = (record) => {
    if (record.kind === "member" || record.kind === "saved_view") return null;
    return record.kind === "learning_app" ? { ...record, owner_id: null } : record;
  };
  const first = await move(alone, { adminEmail: "new@lumen.example" });
  const reason = expect.stringContaining("has no administrator to stand for it");
  expect(first.refusals).toContainEqual(expect.objectContaining({ kind: "learning_app", reason }));
  const { kinds } = await move(alone);
  expect(kinds.learning_app).toMatchObject({ created: 1, refused: 0 });
  expect(kinds.learning_grade).toMatchObject({ created: 6, refused: 0 });
});

it("an export of format 1 is read, and what it lacks comes with a newer one", async () => {
  const NEW_FIELDS = ["learning_badge_id", "learning_member_id", "deleted_at", "erased_at"];
  const isNewField = ({ kind }: Line, field: string): boolean =>
    NEW_FIELDS.includes(field) && (kind !== "badge_template" || field !== "deleted_at");
  const toOld: Change = (record) =>
    /^(learning_|member_invitation|endorsement)/.test(record.kind)
      ? null
      : (Object.fromEntries(Object.entries(record).filter(([field]) => !isNewField(record, field))) as Line);
  const old = await move(
    (record) => (record.kind === "issued_badge" && record.deleted_at !== null ? null : toOld(record)),
    { header: { format: 1 } },
  );
  expect(old.kinds.badge_template).toMatchObject({ refused: 0 });
  expect(old.kinds.person).toMatchObject({ refused: 0 });
  const { kinds } = await move();
  expect(kinds.learning_grade).toMatchObject({ created: 6, refused: 0 });
  expect(kinds.learning_identity).toMatchObject({ created: 2, refused: 0 });
  expect(kinds.learning_award).toMatchObject({ created: 2, refused: 0 });
});

it("a file of a later format is refused", async () => {
  await expect(move(undefined, { header: { format: 3 } })).rejects.toThrow("must be 1 or 2");
});
