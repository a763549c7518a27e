import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { setProcessKind } from "@/lib/kernel/application-name";
import { refreshCollations } from "@/lib/platform/postgres/collation";
import { openEmbeddedPostgres } from "@/lib/platform/postgres/embedded";
import { applyMigrations } from "@/lib/platform/postgres/migrate";
import { MIGRATION_LOCK_TOML, migrationsDirectory } from "@/lib/platform/postgres/migration-files";
import { diffMigrationsWithSchema } from "@/lib/platform/postgres/schema-diff";
import { startScratchPostgres } from "@/lib/platform/postgres/scratch";
import { printProgress } from "@/lib/kernel/program-log";

const HELP = `Usage: npm run migrate [-- OPTION]

Applies the pending migrations of prisma/migrations to the database of DATABASE_URL or, if that is not set, to
the embedded one in DATA_DIR (.data), which is started temporarily if it is not running.

  --create NAME  write prisma/migrations/TIMESTAMP_NAME/migration.sql with the SQL that changes the database
                 from the migrations to prisma/schema. Nothing is applied. Add by hand what Prisma's schema
                 cannot express.
  --check        compare migrations and schema; if they differ, print the missing SQL and exit with code 1
  --help         show this text

--create and --check replay the migrations in a temporary database, on the server of DATABASE_URL (the role
needs CREATEDB) or on a temporary server.
`;

// Not from `env()`, which would require keys and secrets that a migration does not need.
const databaseUrl = process.env["DATABASE_URL"] || undefined;
const dataDir = process.env["DATA_DIR"] || ".data";

async function withDatabaseServer(
  start: () => Promise<{ url: string; stop(): Promise<void> }>,
  work: (url: string) => Promise<number>,
): Promise<number> {
  if (databaseUrl !== undefined) return work(databaseUrl);
  const server = await start();
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
}

async function applyPendingMigrations(url: string): Promise<number> {
  const applied = await applyMigrations(url);
  const rebuilt = await refreshCollations(url);
  if (rebuilt.length > 0) printProgress(`The ICU library was upgraded: rebuilt ${rebuilt.join(", ")}.`);
  if (applied.length === 0) printProgress("No migration is pending.");
  for (const name of applied) printProgress(`Applied migration ${name}.`);
  return 0;
}

async function createMigration(url: string, name: string): Promise<number> {
  const sql = await diffMigrationsWithSchema(url);
  if (sql === "") {
    printProgress("Schema and migrations agree. Writing an empty migration for hand-written SQL.");
  }
  const timestamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const directory = join(migrationsDirectory, `${timestamp}_${name}`);
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, "migration.sql"), sql === "" ? "" : `${sql}\n`, { flag: "wx" });
  await writeFile(join(migrationsDirectory, "migration_lock.toml"), MIGRATION_LOCK_TOML);
  printProgress(`Written: ${join(directory, "migration.sql")}`);
  return 0;
}

async function checkDrift(url: string): Promise<number> {
  const sql = await diffMigrationsWithSchema(url);
  if (sql === "") {
    printProgress("Schema and migrations agree.");
    return 0;
  }
  process.stdout.write(`${sql}\n`);
  printProgress(
    "Schema and migrations differ. To write the missing SQL above, run npm run migrate -- --create NAME.",
  );
  return 1;
}

async function main(): Promise<number> {
  setProcessKind("migrate");
  const options = {
    create: { type: "string" },
    check: { type: "boolean" },
    help: { type: "boolean" },
  } as const;
  const { values } = parseArgs({ options });
  if (values.help === true) {
    process.stdout.write(HELP);
    return 0;
  }
  const name = values.create;
  if (name !== undefined && !/^[a-z0-9_]+$/.test(name)) {
    throw new Error("A migration's name consists of lower-case letters, digits and underscores.");
  }
  if (name !== undefined)
    return withDatabaseServer(startScratchPostgres, (url) => createMigration(url, name));
  if (values.check === true) return withDatabaseServer(startScratchPostgres, checkDrift);
  return withDatabaseServer(
    () => openEmbeddedPostgres({ dataDir, log: printProgress }),
    applyPendingMigrations,
  );
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    printProgress(error instanceof Error ? error.message : String(error), "fatal");
    process.exitCode = 1;
  },
);
