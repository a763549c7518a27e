import { SpanKind } from "@opentelemetry/api";
import { LRUCache } from "lru-cache";
import type pg from "pg";
import { tables } from "@/prisma/generated/columns";
import { bindToSpan, inSpan, isTracing, recordedSpan, recordError, startSpan } from "./tracing";

// Spans of statements have the operation and the names of tables, never the text of a statement or its values.

const knownTables = new Set(tables);

const MAX_TABLES = 4;
const CHANGE = /\b(INSERT\s+INTO|UPDATE|DELETE\s+FROM)\s+(?:"public"\.)?"?([a-z_0-9]+)"?/gi;
const TABLE = /\b(?:FROM|JOIN)\s+(?:ONLY\s+)?(?:"public"\.)?"?([a-z_0-9]+)"?/gi;
const CONTROL = /^\s*(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET|LISTEN|LOCK)\b/i;

const listKnown = (names: string[]): string[] => [...new Set(names.filter((name) => knownTables.has(name)))];

/**
 * Summarizes a statement as `OPERATION table table`: the operation of its first change with the changed tables, or SELECT
 * with the tables that it reads. Only names of tables of this service can appear.
 */
export function summarizeStatement(sql: string): { operation: string; summary: string } {
  const control = CONTROL.exec(sql)?.[1]?.toUpperCase();
  if (control) return { operation: control, summary: control };
  const changes = [...sql.matchAll(CHANGE)].filter(([, , table = ""]) => knownTables.has(table));
  const operation = changes[0]?.[1]?.slice(0, 6).toUpperCase() ?? "SELECT";
  const changed = listKnown(changes.map(([, , table = ""]) => table));
  const read = changed.length > 0 ? [] : listKnown([...sql.matchAll(TABLE)].map(([, table = ""]) => table));
  return { operation, summary: [operation, ...[...changed, ...read].slice(0, MAX_TABLES)].join(" ") };
}

const summaries = new LRUCache<string, ReturnType<typeof summarizeStatement>>({ max: 500 });

function summaryOf(sql: string): ReturnType<typeof summarizeStatement> {
  const known = summaries.get(sql);
  if (known) return known;
  const summary = summarizeStatement(sql);
  summaries.set(sql, summary);
  return summary;
}

type Finish = (error: unknown, result?: unknown) => void;
type Query = (...input: unknown[]) => unknown;

const readStatement = (input: unknown): { sql: string; name?: string | undefined } => {
  if (typeof input === "string") return { sql: input };
  const { text = "", name } = (input ?? {}) as { text?: string; name?: string };
  return { sql: text, name };
};

/** Starts the span of a statement. Null when the current request or job is not recorded. */
function startStatementSpan(input: unknown) {
  if (!recordedSpan()) return null;
  const { sql, name } = readStatement(input);
  const { operation, summary } = summaryOf(sql);
  const attributes = {
    "db.system.name": "postgresql",
    "db.operation.name": operation,
    "db.query.summary": summary,
    // As in pg_prepared_statements, by which the text of a slow statement can be found.
    ...(name ? { "app.statement": name } : {}),
  };
  return startSpan(summary, { kind: SpanKind.CLIENT, attributes });
}

function tracedQuery(query: Query, input: unknown[]): unknown {
  const span = startStatementSpan(input[0]);
  if (!span) return query(...input);
  const finish: Finish = (error) => {
    if (error) recordError(span, error);
    span.end();
  };
  const callback = input.at(-1);
  if (typeof callback === "function") {
    const rest = input.slice(0, -1);
    return query(...rest, (error: unknown, result: unknown) => {
      finish(error);
      (callback as Finish)(error, result);
    });
  }
  const pending = inSpan(span, () => query(...input)) as Promise<unknown>;
  pending.then(() => finish(null), finish);
  return pending;
}

/** Gives each statement of this connection a span in the request or job that sends it, if that is recorded. */
export function traceStatements(client: pg.Client): void {
  if (!isTracing()) return;
  const query = client.query.bind(client) as unknown as Query;
  client.query = ((...input: unknown[]) => tracedQuery(query, input)) as unknown as typeof client.query;
}

/**
 * Lets a request or job that waits for a connection continue in its own trace. The pool calls it from the request that
 * returns the connection.
 */
export function traceConnections(pool: pg.Pool): void {
  if (!isTracing()) return;
  const connect = pool.connect.bind(pool) as unknown as Query;
  pool.connect = ((callback?: unknown) =>
    callback ? connect(bindToSpan(callback)) : connect()) as unknown as typeof pool.connect;
}
