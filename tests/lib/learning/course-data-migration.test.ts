import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { withClient } from "@/lib/platform/postgres/database";
import { applyMigrations } from "@/lib/platform/postgres/migrate";
import { migrationsDirectory, readMigrations } from "@/lib/platform/postgres/migration-files";
import { createTestDatabase, startTestPostgres } from "../../support/platform/postgres";

const FIRST = "20261123100000_course_data";

let scratch = "";
let server: Awaited<ReturnType<typeof startTestPostgres>>;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), "course-data-"));
  server = await startTestPostgres({ migrationsDir: "/nowhere" });
});
afterAll(async () => {
  await server.stop();
  await rm(scratch, { recursive: true, force: true });
});

/** 2,500 integrations with a student each, as the previous version stored them. */
const OLD = `
  INSERT INTO users (id, first_name, last_name, vanity_slug, updated_at)
    VALUES (gen_random_uuid(), 'Ada', 'Okafor', 'ada', now());
  INSERT INTO organizations (id, name, vanity_slug, webhook_secret, updated_at)
    VALUES (gen_random_uuid(), 'Old', 'old', 'x', now());
  INSERT INTO learning_apps (id, organization_id, name, consumer_key, secret, owner_id, updated_at)
    SELECT gen_random_uuid(), organizations.id, 'LMS', 'key', 'x', users.id, now() FROM organizations, users;
  INSERT INTO learning_integrations (organization_id, app_id, course_id, name)
    SELECT organization_id, id, number, 'Course' FROM learning_apps, generate_series(1, 2500) AS number;
  INSERT INTO learning_students (organization_id, integration_id, extern_id, first, last, email)
    SELECT organization_id, id, '1', 'Ada', 'Okafor', 'ada@example.org' FROM learning_integrations;`;

it("adds the new data to existing integrations", async () => {
  const database = await createTestDatabase(server.url);
  const before = (await readMigrations(migrationsDirectory)).filter(({ name }) => name < FIRST);
  for (const { name } of before) {
    await cp(join(migrationsDirectory, name), join(scratch, name), { recursive: true });
  }
  await applyMigrations(database.url, { migrationsDir: scratch });
  await withClient(database.url, (client) => client.query(OLD));
  await applyMigrations(database.url);
  await withClient(database.url, async (client) => {
    await client.query("DELETE FROM learning_integrations WHERE course_id = '7'");
    const { rows } = await client.query(
      `SELECT count(*)::int AS data, count(integration_deleted_at)::int AS deleted,
         count(student.id)::int AS students
       FROM learning_course_data AS data
       JOIN learning_students AS student ON (student.organization_id, student.integration_id) = (data.organization_id, data.id)`,
    );
    expect(rows).toEqual([{ data: 2500, deleted: 1, students: 2500 }]);
  });
  await database.drop();
});
