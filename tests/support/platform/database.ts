import { createHash } from "node:crypto";
import pg from "pg";
import { vi } from "vitest";
import { env } from "@/lib/kernel/env";

type Row = Record<string, unknown>;

// A new connection has no catalog cache yet: filling it takes longer than most statements of tests.
const pools = new Map<string, pg.Pool>();

function getPool(connectionString: string): pg.Pool {
  const known = pools.get(connectionString);
  if (known) return known;
  const pool = new pg.Pool({ connectionString, max: 4 });
  // A test may end all connections to a database; the next statement opens one.
  pool.on("error", () => undefined);
  pools.set(connectionString, pool);
  return pool;
}

/** Runs one statement on connections that only tests use, separate from those of the service. */
export const sql = async (text: string, values: unknown[] = []): Promise<Row[]> =>
  (await getPool(env().DATABASE_URL).query<Row>(text, values)).rows;

/** Ends the connections of `sql`. */
export async function endConnections(): Promise<void> {
  const open = [...pools.values()];
  pools.clear();
  await Promise.all(open.map((pool) => pool.end()));
}

/** Opens a second connection, for transactions that stay open. The caller ends it. */
export async function openConnection(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: env().DATABASE_URL });
  await client.connect();
  return client;
}

async function tableNames(): Promise<string[]> {
  const rows = await sql(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> '_prisma_migrations' ORDER BY 1`,
  );
  return rows.map(({ name }) => String(name));
}

/** Returns all rows of all tables as one text (bytes in hex), as a dump of the database would show them. */
export async function dumpTables(): Promise<string> {
  const parts = (await tableNames()).map(
    (table) => `SELECT string_agg(t::text, E'\\n') AS text FROM "${table}" AS t`,
  );
  const rows = await sql(parts.join(" UNION ALL "));
  return rows.map(({ text }) => String(text)).join("\n");
}

/** Columns that are written some seconds later: the time when a credential was last used. */
const LATE_COLUMNS = ["last_used_at", "last_successfully_used_at"];

/** Lists the tables, partitions only with their parent, and the columns of each as a list in SQL. */
const listColumns = () =>
  sql(
    `SELECT c.relname AS name, string_agg(format('t.%I', a.attname), ', ' ORDER BY a.attnum) AS columns
     FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relname NOT IN ('_prisma_migrations', 'api_requests') AND a.attname <> ALL ($1)
     GROUP BY 1 ORDER BY 1`,
    [LATE_COLUMNS],
  );

/**
 * Returns the number of rows and a digest of each table: equal before and after if nothing was stored. It leaves out
 * the bytes of images (their digest is another column), and what is written some seconds later: the time when a token was
 * last used, and the request log.
 */
export async function digestTables(): Promise<Row> {
  const parts = (await listColumns()).map((table) => {
    const [name, columns] = [String(table.name), String(table.columns)];
    const row = `ROW(${name === "images" ? "t.id, t.sha256" : columns})`;
    // A sum, because it does not depend on the order of the rows.
    return `SELECT '${name}' AS name, count(*) || ' ' || COALESCE(sum(hash_record_extended(${row}, 0)), 0) AS digest
      FROM "${name}" AS t`;
  });
  const text = parts.join(" UNION ALL ");
  // Prepared, because planning a statement about all tables takes longer than reading small ones.
  const statement = { name: createHash("sha256").update(text).digest("hex").slice(0, 60), text };
  const { rows } = await getPool(env().DATABASE_URL).query<Row>(statement);
  return Object.fromEntries(rows.map(({ name, digest }) => [String(name), digest]));
}

const queryText = (query: unknown): string =>
  typeof query === "string" ? query : String((query as { text?: string }).text ?? query);

/** Statements that are sent on a timer: usage of credentials, and the request log. */
const ON_TIMER = /SET last_used_at =|INSERT INTO "public"."api_requests"/;

/** Counts the statements that the service sends while `work` runs, without those on a timer. */
export async function countQueries(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    await work();
    return query.mock.calls.filter(([text]) => !ON_TIMER.test(queryText(text))).length;
  } finally {
    query.mockRestore();
  }
}

/** Returns true while at least `count` backends of this database wait for a lock. */
export async function isWaiting(count = 1): Promise<boolean> {
  const [row] = await sql(
    "SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return Number(row?.count) >= count;
}

/** Locks all rows of the count of a template in an open transaction, so that issuing from it waits for its end. */
export const lockCount = (connection: pg.Client, templateId: string) =>
  connection.query(
    `INSERT INTO badge_template_issue_counts AS total (badge_template_id, slot) SELECT $1, generate_series(0, 15)
     ON CONFLICT (badge_template_id, slot) DO UPDATE SET issued = total.issued`,
    [templateId],
  );
