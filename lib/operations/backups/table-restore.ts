import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { withClient } from "@/lib/platform/postgres/database";
import { applyMigrations } from "@/lib/platform/postgres/migrate";
import { migrationsDirectory, readMigrations } from "@/lib/platform/postgres/migration-files";
import { copyIn, withPlainClient } from "./copy-stream";
import type { TablesContent } from "./manifest";
import { BackupError } from "./object-cipher";
import { readStream } from "./parts";
import type { BackupStore } from "./store";
import { quoteName, quoteTable } from "./table-backup";

/** The schema that a database has while a restore into it is not finished. Migrations want their own one to be empty. */
const UNFINISHED_SCHEMA = "unfinished_restore";

async function isRestoreUnfinished(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query("SELECT FROM pg_namespace WHERE nspname = $1", [UNFINISHED_SCHEMA]);
  return rows.length > 0;
}

/** Throws `BackupError` when a restore into this database was interrupted. */
export async function requireFinishedRestore(databaseUrl: string): Promise<void> {
  if (await withClient(databaseUrl, isRestoreUnfinished))
    throw new BackupError(
      'A restore into the database of DATABASE_URL did not finish. Repeat "admin backup restore", or use another database.',
    );
}

/** Throws `BackupError` unless the database has no tables, or only those of a restore that was interrupted. */
async function requireEmptyDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    "SELECT FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace LIMIT 1",
  );
  if (rows.length > 0 && !(await isRestoreUnfinished(client)))
    throw new BackupError(
      "The database of DATABASE_URL has tables already. Create an empty database for the restore, and set DATABASE_URL to it.",
    );
}

/** Applies the migrations that the backup had, and no others: later ones change its rows when the service starts. */
async function applyMigrationsOfBackup(databaseUrl: string, names: string[]): Promise<void> {
  const known = new Set((await readMigrations(migrationsDirectory)).map(({ name }) => name));
  const unknown = names.find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new BackupError(
      `The backup is from a newer version of the service: this one does not have the migration ${unknown}.`,
    );
  const folder = await mkdtemp(join(tmpdir(), "badges-migrations-"));
  try {
    for (const name of names)
      await cp(join(migrationsDirectory, name), join(folder, name), { recursive: true });
    await applyMigrations(databaseUrl, { migrationsDir: folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type ForeignKey = { table: string; name: string; definition: string };

async function dropForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND connamespace = current_schema()::regnamespace
     ORDER BY 1, 2`,
  );
  for (const { table, name } of rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  return rows;
}

/** Replaces the partitions that the migrations created by those of the backup. */
async function createPartitions(client: pg.Client, partitions: TablesContent["partitions"]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class
     WHERE relispartition AND relkind = 'r' AND relnamespace = current_schema()::regnamespace`,
  );
  for (const { name } of rows) await client.query(`DROP TABLE ${name}`);
  for (const { parent, name, bound, triggers } of partitions) {
    await client.query(`CREATE TABLE ${quoteName(name)} PARTITION OF ${parent} ${bound}`);
    for (const trigger of triggers) await client.query(trigger);
  }
}

/** Turns the triggers of all tables off or on: what they would do is in the backup already. */
async function switchTriggers(
  client: pg.Client,
  tables: TablesContent["tables"],
  word: "DISABLE" | "ENABLE",
): Promise<void> {
  for (const table of tables) await client.query(`ALTER TABLE ${quoteTable(table)} ${word} TRIGGER USER`);
}

async function loadTables(
  client: pg.Client,
  store: BackupStore,
  tables: TablesContent["tables"],
  onTable: (name: string, rows: number) => void,
): Promise<void> {
  // The migrations may have filled tables.
  await client.query(`TRUNCATE ${tables.map(quoteTable).join(", ")}`);
  for (const table of tables) {
    const columns = table.columns.map(quoteName).join(", ");
    await copyIn(
      client,
      `COPY ${quoteTable(table)} (${columns}) FROM STDIN`,
      readStream(store, table.content),
    );
    onTable(table.name, table.rows);
  }
}

async function loadContent(
  client: pg.Client,
  store: BackupStore,
  content: TablesContent,
  onTable: (name: string, rows: number) => void,
): Promise<void> {
  // The schema may have another name here.
  const { rows } = await client.query<{ schema: string }>("SELECT current_schema()::text AS schema");
  const schema = rows[0]?.schema ?? "public";
  const tables = content.tables.map((table) => ({ ...table, schema }));
  await client.query("BEGIN");
  const foreignKeys = await dropForeignKeys(client);
  await createPartitions(client, content.partitions);
  await switchTriggers(client, tables, "DISABLE");
  await loadTables(client, store, tables, onTable);
  for (const { name, value, is_called: isCalled } of content.sequences)
    await client.query("SELECT setval($1::regclass, $2, $3)", [quoteName(name), value, isCalled]);
  await switchTriggers(client, tables, "ENABLE");
  for (const { table, name, definition } of foreignKeys)
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  await client.query(`DROP SCHEMA ${UNFINISHED_SCHEMA}`);
  await client.query("COMMIT");
  await client.query("ANALYZE");
}

/**
 * Restores the rows of all tables into an empty database. All rows are loaded in one transaction. While it is not
 * committed, the database has a schema by which a start of the service and a repetition notice that. Throws `BackupError`
 * for a database with tables, before anything is written.
 */
export async function restoreTables(
  databaseUrl: string,
  store: BackupStore,
  content: TablesContent,
  onTable: (name: string, rows: number) => void,
): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await requireEmptyDatabase(client);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${UNFINISHED_SCHEMA}`);
  });
  await applyMigrationsOfBackup(databaseUrl, content.migrations);
  await withPlainClient(
    {
      connectionString: databaseUrl,
      options: "-c statement_timeout=0 -c idle_in_transaction_session_timeout=0",
      keepAlive: true,
    },
    (client) => loadContent(client, store, content, onTable),
  );
}
