import type pg from "pg";

/** Reads a row of one query. */
async function readRow<Row extends pg.QueryResultRow>(client: pg.Client, sql: string): Promise<Row> {
  const [row] = (await client.query<Row>(sql)).rows;
  if (!row) throw new Error("The query returned no row.");
  return row;
}

export const readServerSettings = (client: pg.Client): Promise<{ version: number; maxLocks: number }> =>
  readRow(
    client,
    `SELECT current_setting('server_version_num')::int AS version,
       current_setting('max_locks_per_transaction')::int AS "maxLocks"`,
  );

/** How many connections the role may have at the database server, and from how many machines servers have some now. */
export type ConnectionLimits = {
  limit: number;
  /** The role or database that has this limit, such as `ROLE badges`; null when it follows from max_connections. */
  limitedBy: string | null;
  maxConnections: number;
  reserved: number;
  hosts: number;
};

/** `webName` is the `application_name` of server processes. Null behind a pooler, which has connections of its own. */
export async function readConnectionLimits(
  client: pg.Client,
  webName: string,
): Promise<ConnectionLimits | null> {
  const { rows } = await client.query<ConnectionLimits & { pid: number }>(
    `SELECT pg_backend_pid() AS pid, server.*, lowest.*,
       (SELECT count(DISTINCT COALESCE(host(client_addr), 'local'))::int FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = $1) AS hosts
     FROM (SELECT current_setting('max_connections')::int AS "maxConnections",
       current_setting('superuser_reserved_connections')::int
         + COALESCE(current_setting('reserved_connections', true), '0')::int AS reserved) AS server,
     LATERAL (SELECT most AS "limit", source AS "limitedBy" FROM (
       SELECT server."maxConnections" - reserved, NULL
       UNION ALL SELECT rolconnlimit, format('ROLE %I', rolname) FROM pg_roles WHERE rolname = current_user
       UNION ALL SELECT datconnlimit, format('DATABASE %I', datname) FROM pg_database
         WHERE datname = current_database()) AS limits (most, source)
       WHERE most >= 0 ORDER BY most LIMIT 1) AS lowest`,
    [webName],
  );
  const [row] = rows;
  const { processID } = client as pg.Client & { processID?: number };
  return row && row.pid === processID ? row : null;
}

/** The role of the connection, other roles that own tables, and the one that created the server (OID 10). */
export type TableOwners = { role: string; others: string[]; first: string | null };

export const findOtherOwners = (client: pg.Client): Promise<TableOwners> =>
  readRow(
    client,
    `SELECT current_user::text AS role, COALESCE((SELECT array_agg(DISTINCT tableowner::text) FROM pg_tables
       WHERE schemaname = 'public' AND tableowner <> current_user), '{}') AS others,
       (SELECT rolname::text FROM pg_roles WHERE oid = 10) AS first`,
  );

/** What a role may do besides using its own database. */
export type RoleRights = { role: string; isSuperuser: boolean; otherDatabases: string[] };

export const findRoleRights = (client: pg.Client): Promise<RoleRights> =>
  readRow(
    client,
    `SELECT rolname::text AS role, rolsuper AS "isSuperuser", COALESCE((SELECT array_agg(datname::text ORDER BY 1)
       FROM pg_database WHERE datdba = pg_roles.oid AND datname <> current_database() AND NOT datistemplate), '{}')
       AS "otherDatabases"
     FROM pg_roles WHERE rolname = current_user`,
  );

/** The name of the database, if the collations of the server changed since it was created; else none. */
export async function listDatabaseCollations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT datname::text AS name FROM pg_database WHERE datname = current_database()
      AND datcollversion IS DISTINCT FROM pg_database_collation_actual_version(oid)`);
  return rows.map(({ name }) => name);
}

/** An index that was not built or dropped completely. `isLeftOver`: it cannot be completed, or another one replaces it. */
export type InvalidIndex = { name: string; isLeftOver: boolean };

/** Lists indexes that are invalid and that nobody builds at present. */
export async function listInvalidIndexes(client: pg.Client): Promise<InvalidIndex[]> {
  // REINDEX CONCURRENTLY builds "…_ccnew", and renames the index that it replaces to "…_ccold".
  const { rows } = await client.query<InvalidIndex>(`
    SELECT indexrelid::regclass::text AS name, NOT indislive OR relname ~ '_cc(new|old)[0-9]*$' AS "isLeftOver"
    FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
    WHERE NOT indisvalid AND relnamespace = 'public'::regnamespace AND relkind = 'i'
      AND indexrelid NOT IN (SELECT index_relid FROM pg_stat_progress_create_index)
    ORDER BY 1`);
  return rows;
}

/** Transactions that have kept old rows alive for so long: open ones, and prepared ones that were never ended. */
export async function listLongTransactions(
  client: pg.Client,
  minutes: number,
): Promise<{ what: string; minutes: number; remedy: string }[]> {
  const { rows } = await client.query<{ what: string; minutes: number; remedy: string }>(
    `SELECT format('The transaction of process %s (%s, %s)', pid, usename, COALESCE(NULLIF(application_name, ''), state))
         AS what,
       floor(extract(epoch FROM clock_timestamp() - xact_start) / 60)::int AS minutes,
       format('SELECT pg_terminate_backend(%s);', pid) AS remedy
     FROM pg_stat_activity
     WHERE datname = current_database() AND backend_type = 'client backend'
       AND xact_start < clock_timestamp() - make_interval(mins => $1)
     UNION ALL
     SELECT format('The prepared transaction %L', gid),
       floor(extract(epoch FROM clock_timestamp() - prepared) / 60)::int, format('ROLLBACK PREPARED %L;', gid)
     FROM pg_prepared_xacts
     WHERE database = current_database() AND prepared < clock_timestamp() - make_interval(mins => $1)`,
    [minutes],
  );
  return rows;
}

/** How many milliseconds this machine's clock is ahead of the server's; half of the query's duration is subtracted. */
export async function measureClockDifference(client: pg.Client, now: () => Date): Promise<number> {
  const before = now().getTime();
  const { at } = await readRow<{ at: Date }>(client, "SELECT clock_timestamp() AS at");
  const after = now().getTime();
  if (at.getTime() >= before && at.getTime() <= after) return 0;
  return (before + after) / 2 - at.getTime();
}
