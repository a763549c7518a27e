import type pg from "pg";
import { CopyOut, submit, withPlainClient } from "./copy-stream";
import type { TablesContent } from "./manifest";
import { writeStream } from "./parts";
import type { BackupStore } from "./store";

type TableRow = { schema: string; name: string; columns: string[] };
type TableBackup = { content: TablesContent; until: string; version: string };

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const quoteTable = ({ schema, name }: { schema: string; name: string }): string =>
  `${quoteName(schema)}.${quoteName(name)}`;

/** The schema of the application's tables. */
const OWN_SCHEMA = "relnamespace = current_schema()::regnamespace";
/** The table in which the migrations are recorded. It is restored by applying them. */
const MIGRATIONS_TABLE = "_prisma_migrations";

/** Lists the tables that have rows of their own, with the columns that can be written. */
async function listTables(client: pg.Client): Promise<TableRow[]> {
  const { rows } = await client.query<TableRow>(
    `SELECT relnamespace::regnamespace::text AS schema, relname::text AS name, ARRAY(
       SELECT attname::text FROM pg_attribute
       WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum
     ) AS columns
     FROM pg_class WHERE relkind = 'r' AND ${OWN_SCHEMA} AND relname <> $1 ORDER BY relname`,
    [MIGRATIONS_TABLE],
  );
  return rows;
}

async function listPartitions(client: pg.Client): Promise<TablesContent["partitions"]> {
  const { rows } = await client.query<TablesContent["partitions"][number]>(
    `SELECT inhparent::regclass::text AS parent, relname::text AS name,
       pg_get_expr(relpartbound, pg_class.oid) AS bound, ARRAY(
         SELECT pg_get_triggerdef(oid) FROM pg_trigger
         WHERE tgrelid = pg_class.oid AND NOT tgisinternal AND tgparentid = 0 ORDER BY tgname
       ) AS triggers
     FROM pg_class JOIN pg_inherits ON inhrelid = pg_class.oid
     WHERE relispartition AND relkind = 'r' AND ${OWN_SCHEMA} ORDER BY relname`,
  );
  return rows;
}

async function listSequences(client: pg.Client): Promise<TablesContent["sequences"]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname::text AS name FROM pg_class WHERE relkind = 'S' AND ${OWN_SCHEMA} ORDER BY relname`,
  );
  const sequences: TablesContent["sequences"] = [];
  for (const { name } of rows) {
    const state = await client.query<{ value: string; is_called: boolean }>(
      `SELECT last_value::text AS value, is_called FROM ${quoteName(name)}`,
    );
    sequences.push(...state.rows.map((row) => ({ name, ...row })));
  }
  return sequences;
}

async function listMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT migration_name AS name FROM ${MIGRATIONS_TABLE}
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return rows.map(({ name }) => name);
}

async function storeTable(
  client: pg.Client,
  store: BackupStore,
  prefix: string,
  table: TableRow,
): Promise<TablesContent["tables"][number]> {
  let rows = 0;
  const stream = new CopyOut(
    `COPY ${quoteTable(table)} (${table.columns.map(quoteName).join(", ")}) TO STDOUT`,
  );
  submit(client, stream);
  async function* countRows() {
    for await (const line of stream) {
      rows += 1; // the server sends each row as one message
      yield line;
    }
  }
  const content = await writeStream(store, `${prefix}/tables/${table.name}`, countRows());
  return { ...table, rows, content };
}

/**
 * Stores the rows of all tables as one transaction sees them. The tables are locked against changes of their
 * definitions; reading and writing goes on.
 */
async function storeSnapshot(
  client: pg.Client,
  store: BackupStore,
  prefix: string,
  onTable: (name: string, rows: number) => void,
): Promise<TableBackup> {
  // Before the snapshot: what is acknowledged by now is in it.
  const clock = await client.query<{ until: Date; version: string }>(
    "SELECT clock_timestamp() AS until, current_setting('server_version') AS version",
  );
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  const tables = await listTables(client);
  await client.query(`LOCK TABLE ${tables.map(quoteTable).join(", ")} IN ACCESS SHARE MODE`);
  const content: TablesContent = {
    kind: "tables",
    migrations: await listMigrations(client),
    partitions: await listPartitions(client),
    sequences: await listSequences(client),
    tables: [],
  };
  for (const table of tables) {
    const stored = await storeTable(client, store, prefix, table);
    content.tables.push(stored);
    onTable(stored.name, stored.rows);
  }
  await client.query("COMMIT");
  const [row] = clock.rows;
  return { content, until: (row?.until ?? new Date(0)).toISOString(), version: row?.version ?? "" };
}

/** Stores the rows of all tables of a database into a store. Needs no rights besides those of the application. */
export const storeTables = (
  connectionString: string,
  store: BackupStore,
  prefix: string,
  onTable: (name: string, rows: number) => void,
): Promise<TableBackup> =>
  withPlainClient(
    {
      connectionString,
      options: "-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c lock_timeout=0",
      keepAlive: true,
    },
    (client) => storeSnapshot(client, store, prefix, onTable),
  );
