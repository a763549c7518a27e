import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  isDriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
  type SqlResultSet,
} from "@prisma/driver-adapter-utils";
import pg from "pg";
import { buildConnectionOptions } from "@/lib/platform/postgres/database";
import { REFUSED_WAIT_MS, waitForConnections } from "@/lib/kernel/connection-wait";
import { WatchedClient } from "@/lib/kernel/watched-client";
import type * as EngineModule from "@prisma/schema-engine-wasm/schema_engine_bg";
import { printProgress } from "@/lib/kernel/program-log";

type WasmImport = (...args: unknown[]) => unknown;

const isWasmImport = (entry: [string, unknown]): entry is [string, WasmImport] =>
  typeof entry[1] === "function";

/**
 * Wraps the import that sets timers so that they do not delay the end of the process. The engine leaves one of 10 s
 * behind, for Prisma's advisory lock.
 */
function withUnrefTimer([name, original]: [string, WasmImport]): [string, WasmImport] {
  if (!name.startsWith("__wbg_setTimeout_")) return [name, original];
  const replacement: WasmImport = (...args) => {
    const timer = original(...args);
    if (timer instanceof Object && "unref" in timer && typeof timer.unref === "function") timer.unref();
    return timer;
  };
  return [name, replacement];
}

async function loadEngine(): Promise<typeof EngineModule> {
  const engine = await import("@prisma/schema-engine-wasm/schema_engine_bg");
  const modulePath = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  const bytes = await readFile(join(dirname(modulePath), "schema_engine_bg.wasm"));
  const glue = Object.fromEntries(Object.entries(engine).filter(isWasmImport).map(withUnrefTimer));
  const imports = { "./schema_engine_bg.js": glue };
  const { instance } = await WebAssembly.instantiate(bytes, imports);
  engine.__wbg_set_wasm(instance.exports);
  // Fills the table of JavaScript constants; without it null and undefined are not recognized.
  const start = instance.exports["__wbindgen_start"];
  if (typeof start === "function") start();
  // A panic ends the process with only "unreachable", outside every promise. This prints its message.
  const panicRegistry = {
    set_message: (message: string) => printProgress(`Schema engine: ${message}`, "fatal"),
  };
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: panicRegistry });
  return engine;
}

let loadedEngine: Promise<typeof EngineModule> | undefined;

type QueryRaw = SqlDriverAdapter["queryRaw"];

const QUOTED_CHAR_OID = 18;

const isQuotedCharError = (error: unknown) =>
  isDriverAdapterError(error) &&
  error.cause.kind === "UnsupportedNativeDataType" &&
  error.cause.type.toLowerCase() === "char";

/** Runs a query of the engine and reads its columns of PostgreSQL's one-byte type "char" as text. */
async function queryWithCharAsText(
  queryRaw: QueryRaw,
  pool: pg.Pool,
  query: SqlQuery,
): Promise<SqlResultSet> {
  const innerSql = query.sql.trim().replace(/;$/, "");
  const { fields } = await pool.query(`SELECT * FROM (${innerSql}) AS described LIMIT 0`, query.args);
  const columns = fields.map(({ name, dataTypeID }) => {
    const column = pg.escapeIdentifier(name);
    return dataTypeID === QUOTED_CHAR_OID ? `${column}::text AS ${column}` : column;
  });
  const sql = `SELECT ${columns.join(", ")} FROM (${innerSql}) AS described`;
  const result = await queryRaw({ ...query, sql });
  const columnTypes = result.columnTypes.map((type, index) =>
    fields[index]?.dataTypeID === QUOTED_CHAR_OID ? ColumnTypeEnum.Character : type,
  );
  return { ...result, columnTypes };
}

interface EngineConnection {
  databaseUrl: string;
  /** An empty database that the engine may change, needed to replay migrations. */
  shadowUrl?: string;
  /** How long a statement waits for a lock; without a limit if 0 or missing. */
  lockMs?: number;
  /** An advisory lock that the session holds, shared with others, so that it can be found when its client is gone. */
  sessionLock?: number;
  /** Returns what is run in the place of a script. The engine records the script itself. */
  prepareScript?: (sql: string) => string;
}

/** Connects with Prisma's adapter and fixes two faults of its version 7.10.0 in work with the engine. */
async function connectForEngine(
  connectionString: string,
  { lockMs = 0, sessionLock, prepareScript = (sql) => sql }: EngineConnection,
): Promise<SqlDriverAdapter> {
  const config = buildConnectionOptions(connectionString, { lock_timeout: `${lockMs}ms` });
  // One session that stays, because of the locks on it.
  const pool = new pg.Pool({ ...config, Client: WatchedClient, max: 1, idleTimeoutMillis: 0 });
  waitForConnections(pool, REFUSED_WAIT_MS);
  pool.on("error", () => undefined); // the statement fails too; without a listener this would end the process
  if (sessionLock !== undefined) await pool.query("SELECT pg_advisory_lock_shared($1)", [sessionLock]);
  const options = { schema: "public", disposeExternalPool: true };
  const adapter = await new PrismaPg(pool, options).connect();
  const queryRaw = adapter.queryRaw.bind(adapter);
  // The adapter does not know the type "char", which the engine's catalog queries for foreign keys return.
  adapter.queryRaw = (query) =>
    queryRaw(query).catch((error: unknown) => {
      if (!isQuotedCharError(error)) throw error;
      return queryWithCharAsText(queryRaw, adapter.underlyingDriver(), query);
    });
  // The adapter splits scripts at every semicolon, also within functions, strings and comments. executeRaw without
  // arguments sends the script whole, as the native engine does.
  adapter.executeScript = async (sql) => {
    await adapter.executeRaw({ sql: prepareScript(sql), args: [], argTypes: [] });
  };
  return adapter;
}

/** The connections that the engine opened, and the code of the last script that failed on them. */
interface OpenedConnections {
  adapters: SqlDriverAdapter[];
  code: string | undefined;
}

/**
 * Builds the factory of the engine's connections. The caller creates the shadow database, because Prisma's adapter,
 * given a connection string, would use the main database as the shadow database (the string takes precedence over its
 * own `database` option). The engine does not close its connections, so each one is added to `opened`.
 */
function buildAdapterFactory(
  connection: EngineConnection,
  opened: OpenedConnections,
): SqlMigrationAwareDriverAdapterFactory {
  const connect = async (url: string | undefined) => {
    if (url === undefined) throw new Error("This operation needs a shadow database.");
    const adapter = await connectForEngine(url, connection);
    opened.adapters.push(adapter);
    const { executeScript } = adapter;
    // The engine reports only PostgreSQL's message, which depends on the server's language, and not the code.
    adapter.executeScript = (sql) =>
      executeScript(sql).catch((error: unknown) => {
        if (isDriverAdapterError(error)) opened.code = error.cause.originalCode;
        throw error;
      });
    return adapter;
  };
  return {
    provider: "postgres",
    adapterName: "@prisma/adapter-pg",
    connect: () => connect(connection.databaseUrl),
    connectToShadowDb: () => connect(connection.shadowUrl),
  };
}

/** A failure of the engine, with PostgreSQL's error code if the database caused it. */
export class SchemaEngineError extends Error {
  override name = "SchemaEngineError";
  constructor(
    message: string,
    readonly code: string | undefined,
    options: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Converts an error of the engine: drops its trace of Rust spans, except for the name of the migration. */
function toSchemaEngineError(error: unknown, code: string | undefined): SchemaEngineError {
  const text = error instanceof Error ? error.message : String(error);
  const [message = text] = text.split(/\n\s+0: /);
  const migration = /migration_name="([^"]+)"/.exec(text)?.[1];
  const subject = migration === undefined ? "The schema engine failed" : `Migration ${migration} failed`;
  return new SchemaEngineError(`${subject}: ${message.trim()}`, code, { cause: error });
}

/** Calls `work` with Prisma's schema engine on a database. It is the WebAssembly build, so nothing is downloaded. */
export async function withSchemaEngine<Result>(
  connection: EngineConnection,
  schema: { path: string; content: string }[],
  work: (engine: EngineModule.SchemaEngine) => Promise<Result>,
): Promise<Result> {
  loadedEngine ??= loadEngine();
  const { SchemaEngine } = await loadedEngine;
  const opened: OpenedConnections = { adapters: [], code: undefined };
  const factory = bindMigrationAwareSqlAdapterFactory(buildAdapterFactory(connection, opened));
  const datamodels = schema.map(({ path, content }): [string, string] => [path, content]);
  try {
    const engine = await SchemaEngine.new({ datamodels }, () => undefined, factory);
    return await work(engine).finally(() => engine.free());
  } catch (error) {
    throw toSchemaEngineError(error, opened.code);
  } finally {
    // Connections that the engine has closed itself reject a second call.
    await Promise.allSettled(opened.adapters.map((adapter) => adapter.dispose()));
  }
}
