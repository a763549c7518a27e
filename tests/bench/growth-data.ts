import type pg from "pg";

/** Bytes of a table: its rows with long values, and each index. */
export type Sizes = Map<string, number>;

/**
 * Reads the sizes of tables. The partitions of a table count together, each index as the index of the whole table.
 * Names of indexes are shown without the table's.
 */
export async function readSizes(client: pg.Client, tables: string[]): Promise<Sizes> {
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `SELECT root::text || ' rows' AS name, sum(pg_table_size(COALESCE(tree.relid, root))) AS bytes
     FROM unnest($1::regclass[]) AS root LEFT JOIN LATERAL pg_partition_tree(root) AS tree ON true GROUP BY root
     UNION ALL
     SELECT root::text || ' ' || replace(index.indexrelid::regclass::text, root::text || '_', ''), sum(pg_relation_size(COALESCE(tree.relid, index.indexrelid)))
     FROM unnest($1::regclass[]) AS root JOIN pg_index AS index ON index.indrelid = root
     LEFT JOIN LATERAL pg_partition_tree(index.indexrelid) AS tree ON true GROUP BY 1
     ORDER BY 1`,
    [tables],
  );
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

/** Counts the rows of every table that has some. Partitions count with their table. */
export async function countRows(client: pg.Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace",
  );
  const counts = new Map<string, number>();
  for (const { name } of rows) {
    const count = await client.query<{ count: string }>(`SELECT count(*) FROM "${name}"`);
    counts.set(name, Number(count.rows[0]?.count));
  }
  return counts;
}

// Rows as issuing writes them, over the days from $2 to $3 (counted from today), in the order of their time.
const DRAW = `SELECT i, now() + interval '1 day' * ($2::float8 + ($3::float8 - $2::float8) * i / $4::int) AS at
  FROM generate_series(1, $4::int) AS i`;

const EFFECTS = {
  events: `INSERT INTO events (id, organization_id, event_type, occurred_at, subject_id, data)
    SELECT uuidv7(at - now()), $1::uuid, 'badge.created', at, gen_random_uuid(), '{"state": "pending"}' FROM (${DRAW}) AS draw`,
  outbox_messages: `INSERT INTO outbox_messages (id, kind, organization_id, subject_id, payload, state, created_at, next_attempt_at,
      first_attempt_at, finished_at, attempts)
    SELECT uuidv7(at - now()), 'mail', $1::uuid, gen_random_uuid(), '{"template": "pending_badge"}', 'done', at, at, at, at, 1
    FROM (${DRAW}) AS draw`,
  audit_entries: `INSERT INTO audit_entries (id, organization_id, occurred_at, actor_type, actor_id, actor_name, action, subject_id,
      address, request_id)
    SELECT uuidv7(at - now()), $1::uuid, at, 'AuthorizationToken', gen_random_uuid()::text, 'Import', 'badge.issue',
      gen_random_uuid()::text, '192.0.2.' || i % 250, gen_random_uuid() FROM (${DRAW}) AS draw`,
};

export type EffectTable = keyof typeof EFFECTS;
export const EFFECT_TABLES = Object.keys(EFFECTS) as EffectTable[];

/** Inserts rows of a table, as issuing would have over these days. Returns the rows per second. */
export async function insertEffects(
  client: pg.Client,
  table: EffectTable,
  { organizationId, rows, days }: { organizationId: string; rows: number; days: [number, number] },
): Promise<number> {
  const began = performance.now();
  await client.query(EFFECTS[table], [organizationId, ...days, rows]);
  return (rows * 1_000) / (performance.now() - began);
}

/** What connections of the service wait for at this moment; null for one that works. */
export async function readWaits(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ wait: string | null }>(
    `SELECT CASE WHEN wait_event_type = 'Lock' THEN 'Lock ' || wait_event || COALESCE(' on ' || (
        SELECT relation::regclass::text FROM pg_locks
        WHERE pg_locks.pid = activity.pid AND relation IS NOT NULL AND locktype = 'tuple' LIMIT 1), '')
      ELSE wait_event_type || ' ' || wait_event END AS wait
     FROM pg_stat_activity AS activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'active'`,
  );
  return rows.map(({ wait }) => wait ?? "working");
}
