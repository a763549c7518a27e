import { randomBytes } from "node:crypto";
import { withClient } from "@/lib/platform/postgres/database";
import {
  resolveFolders,
  buildMigrationsList,
  NO_FILTERS,
  readMigrations,
  readSchema,
  type MigrationFolders,
} from "@/lib/platform/postgres/migration-files";
import { withSchemaEngine } from "@/lib/platform/postgres/schema-engine";

/** Creates an empty database on the same server, calls `work` with its URL, and drops it. */
async function withShadowDatabase<Result>(
  databaseUrl: string,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const name = `migration_shadow_${randomBytes(6).toString("hex")}`;
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  await withClient(databaseUrl, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE template0`));
  try {
    return await work(url.href);
  } finally {
    // FORCE: the engine may not have closed its connections yet.
    await withClient(databaseUrl, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
  }
}

const EMPTY_DIFF = "-- This is an empty migration.";

/**
 * Returns the SQL that changes the database from the state after all migrations to the schema; empty if they agree. It
 * replays the migrations in a temporary database on the server of `databaseUrl`, so its role needs CREATEDB.
 *
 * The engine does not see all kinds of hand-written SQL (tested with 7.10.0 and PostgreSQL 18). It ignores, so that
 * they are neither drift nor checked: partial indexes, also unique ones; indexes on an expression; exclusion and CHECK
 * constraints; DEFERRABLE; functions, triggers, views, sequences, domains, composite types, extensions, policies,
 * statistics, storage options, other schemas. It reports as drift: any index on plain columns alone (GIN, GiST, BRIN,
 * operator class, collation, INCLUDE, DESC, NULLS NOT DISTINCT), generated columns, defaults, enums, tables. So a
 * trigram index on a column must be in the schema as well, as
 * `@@index([name(ops: raw("gin_trgm_ops"))], type: Gin, map: "…")`, but one on `lower(name)` only in the migration.
 */
export function diffMigrationsWithSchema(
  databaseUrl: string,
  options: MigrationFolders = {},
): Promise<string> {
  const { migrationsDir, schemaDir } = resolveFolders(options);
  return withShadowDatabase(databaseUrl, async (shadowUrl) => {
    const [migrations, schema] = await Promise.all([readMigrations(migrationsDir), readSchema(schemaDir)]);
    return withSchemaEngine({ databaseUrl, shadowUrl }, schema, async (engine) => {
      const { stdout } = await engine.diff({
        from: { tag: "migrations", ...buildMigrationsList(migrationsDir, migrations) },
        to: { tag: "schemaDatamodel", files: schema },
        script: true,
        exitCode: null,
        filters: NO_FILTERS,
      });
      const sql = stdout?.trim() ?? "";
      return sql === EMPTY_DIFF ? "" : sql;
    });
  });
}
