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
import { longRunning } from "@/lib/platform/postgres/database";
import { WatchedClient } from "@/lib/kernel/watched-client";
import type * as EngineModule from "@prisma/schema-engine-wasm/schema_engine_bg";

type Import = (...args: unknown[]) => unknown;

const isFunction = (entry: [string, unknown]): entry is [string, Import] => typeof entry[1] === "function";

/** The engine leaves a timer of 10 s behind (for Prisma's advisory lock), which would hold up the process's end. */
function withoutHold([name, original]: [string, Import]): [string, Import] {
  if (!name.startsWith("__wbg_setTimeout_")) return [name, original];
  const replacement: Import = (...args) => {
    const timer = original(...args);
    if (timer instanceof Object && "unref" in timer && typeof timer.unref === "function") timer.unref();
    return timer;
  };
  return [name, replacement];
}

async function instantiate(): Promise<typeof EngineModule> {
  const engine = await import("@prisma/schema-engine-wasm/schema_engine_bg");
  const main = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  const bytes = await readFile(join(dirname(main), "schema_engine_bg.wasm"));
  const glue = Object.fromEntries(Object.entries(engine).filter(isFunction).map(withoutHold));
  const imports = { "./schema_engine_bg.js": glue };
  const { instance } = await WebAssembly.instantiate(bytes, imports);
  engine.__wbg_set_wasm(instance.exports);
  // Fills the table of JavaScript constants; without it null and undefined are not recognized.
  const start = instance.exports["__wbindgen_start"];
  if (typeof start === "function") start();
  // A panic ends the process with a bare "unreachable", outside every promise; this line says what it was.
  const panics = {
    set_message: (message: string) => void process.stderr.write(`Schema engine: ${message}\n`),
  };
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: panics });
  return engine;
}

let loaded: Promise<typeof EngineModule> | undefined;

type QueryRaw = SqlDriverAdapter["queryRaw"];

const QUOTED_CHAR_OID = 18;

const isQuotedCharError = (error: unknown) =>
  isDriverAdapterError(error) &&
  error.cause.kind === "UnsupportedNativeDataType" &&
  error.cause.type.toLowerCase() === "char";

/** Runs a query of the engine's with its columns of PostgreSQL's one-byte type "char" read as text. */
async function queryWithChars(queryRaw: QueryRaw, pool: pg.Pool, query: SqlQuery): Promise<SqlResultSet> {
  const inner = query.sql.trim().replace(/;$/, "");
  const { fields } = await pool.query(`SELECT * FROM (${inner}) AS described LIMIT 0`, query.args);
  const columns = fields.map(({ name, dataTypeID }) => {
    const column = pg.escapeIdentifier(name);
    return dataTypeID === QUOTED_CHAR_OID ? `${column}::text AS ${column}` : column;
  });
  const sql = `SELECT ${columns.join(", ")} FROM (${inner}) AS described`;
  const result = await queryRaw({ ...query, sql });
  const columnTypes = result.columnTypes.map((type, index) =>
    fields[index]?.dataTypeID === QUOTED_CHAR_OID ? ColumnTypeEnum.Character : type,
  );
  return { ...result, columnTypes };
}

/** Prisma's adapter, made fit for the engine in two points where version 7.10.0 is not. */
async function connectForEngine(connectionString: string, lockMs: number): Promise<SqlDriverAdapter> {
  const config = longRunning(connectionString, { lock_timeout: `${lockMs}ms` });
  const pool = new pg.Pool({ ...config, Client: WatchedClient });
  pool.on("error", () => undefined); // a broken connection shows in the statement; unheard it would end the process
  const options = { schema: "public", disposeExternalPool: true };
  const adapter = await new PrismaPg(pool, options).connect();
  const queryRaw = adapter.queryRaw.bind(adapter);
  // It does not know the type "char", which the engine's catalog queries on foreign keys return.
  adapter.queryRaw = (query) =>
    queryRaw(query).catch((error: unknown) => {
      if (!isQuotedCharError(error)) throw error;
      return queryWithChars(queryRaw, adapter.underlyingDriver(), query);
    });
  // It splits scripts at every semicolon, also within functions, texts and comments; executeRaw without
  // arguments sends the script whole, as the native engine does.
  adapter.executeScript = async (sql) => {
    await adapter.executeRaw({ sql, args: [], argTypes: [] });
  };
  return adapter;
}

interface Urls {
  databaseUrl: string;
  /** An empty database that the engine may fill, needed to replay migrations. */
  shadowUrl?: string;
  /** How long a statement waits for a lock; for as long as it takes when 0 or not given. */
  lockMs?: number;
}

/** The connections that the engine opened, and the code of the last script that failed on them. */
interface Opened {
  adapters: SqlDriverAdapter[];
  code: string | undefined;
}

/**
 * Prisma's adapter would, given a connection string, take the main database for the shadow database (the string
 * wins over its own `database` option); so the shadow database is one that the caller made. The engine does not
 * close what it opened, so every connection is noted in `opened`.
 */
function adapterFactory(urls: Urls, opened: Opened): SqlMigrationAwareDriverAdapterFactory {
  const connect = async (url: string | undefined) => {
    if (url === undefined) throw new Error("This operation needs a shadow database.");
    const adapter = await connectForEngine(url, urls.lockMs ?? 0);
    opened.adapters.push(adapter);
    const { executeScript } = adapter;
    // The engine passes PostgreSQL's words on, which depend on its language, and not the code.
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
    connect: () => connect(urls.databaseUrl),
    connectToShadowDb: () => connect(urls.shadowUrl),
  };
}

/** What the engine refused, and PostgreSQL's code when it was that which did. */
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

/** The engine's message without its trace of Rust spans, of which only the migration's name is of use. */
function readable(error: unknown, code: string | undefined): SchemaEngineError {
  const text = error instanceof Error ? error.message : String(error);
  const [message = text] = text.split(/\n\s+0: /);
  const migration = /migration_name="([^"]+)"/.exec(text)?.[1];
  const subject = migration === undefined ? "The schema engine failed" : `Migration ${migration} failed`;
  return new SchemaEngineError(`${subject}: ${message.trim()}`, code, { cause: error });
}

/** Lends Prisma's schema engine (its WebAssembly build, so that nothing is downloaded) on a database. */
export async function withSchemaEngine<Result>(
  urls: Urls,
  schema: { path: string; content: string }[],
  work: (engine: EngineModule.SchemaEngine) => Promise<Result>,
): Promise<Result> {
  loaded ??= instantiate();
  const { SchemaEngine } = await loaded;
  const opened: Opened = { adapters: [], code: undefined };
  const factory = bindMigrationAwareSqlAdapterFactory(adapterFactory(urls, opened));
  const datamodels = schema.map(({ path, content }): [string, string] => [path, content]);
  try {
    const engine = await SchemaEngine.new({ datamodels }, () => undefined, factory);
    return await work(engine).finally(() => engine.free());
  } catch (error) {
    throw readable(error, opened.code);
  } finally {
    // Those that the engine closed itself refuse a second time.
    await Promise.allSettled(opened.adapters.map((adapter) => adapter.dispose()));
  }
}
