import { isFromDatabase } from "./database-origin";

// Messages of failed statements. They are compared as texts because Prisma rewords some of PostgreSQL's errors: the
// last two are 40P01 and 40001. A transaction expires after 30 seconds (lib/kernel/db.ts).
const BUSY_MESSAGES = new RegExp(
  [
    "canceling statement due to lock timeout",
    "canceling statement due to statement timeout",
    "Unable to start a transaction in the given time",
    "cannot be executed on an expired transaction",
    "write conflict or a deadlock",
    "deadlock detected",
    "could not serialize access",
  ].join("|"),
);

/**
 * Whether a request failed because it waited too long for a lock, a statement or a connection: the same request may
 * succeed later.
 */
export const isDatabaseBusy = (error: unknown): boolean =>
  isFromDatabase(error) && error instanceof Error && BUSY_MESSAGES.test(error.message);

/**
 * SQLSTATE classes 08 (connection) and 53 (resources, 53300 is too many connections), the end of a server or of one of
 * its processes (57P01 to 57P03, 25P03 after an idle transaction), and a write to a server that has become a standby
 * (25006).
 */
const OUTAGE_SQLSTATES = /^(08...|53...|57P0[123]|25P03|25006)$/;

/** 53300 is too many connections, of the server, the role or the database. 57P03: the server is starting, or stopping. */
const REFUSED_FOR_NOW = /^(53300|57P03)$/;

/**
 * Whether a server answered an attempt to connect with "not now": it is there, and may soon have a place. Other failures
 * to connect (a closed port, a reset, no response) may last for hours, so requests do not wait for them.
 */
export const isRefusedForNow = (error: unknown): boolean =>
  error instanceof Error && "code" in error && matches(error.code, REFUSED_FOR_NOW);

/** Prisma's codes: not reachable, time-out, closed, no free connection, too many connections. */
const OUTAGE_PRISMA_CODES = /^(P1001|P1002|P1008|P1017|P2024|P2037)$/;

/** The error kinds of Prisma's driver adapter. */
const OUTAGE_ADAPTER_KINDS = new Set([
  "DatabaseNotReachable",
  "ConnectionClosed",
  "SocketTimeout",
  "TooManyConnections",
]);

/** Error codes of an established connection. */
const CONNECTION_ERROR_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);

/** Messages of errors that pg creates itself, which have no code. */
const CONNECTION_LOST_MESSAGES = new RegExp(
  [
    "^Connection terminated",
    "^Client has encountered a connection error and is not queryable",
    "^Client was closed and is not queryable",
    "^timeout exceeded when trying to connect",
    "^timeout expired",
  ].join("|"),
);

type ErrorParts = {
  name?: unknown;
  message?: unknown;
  code?: unknown;
  originalCode?: unknown;
  kind?: unknown;
  syscall?: unknown;
  cause?: unknown;
  meta?: { driverAdapterError?: unknown };
};

const matches = (value: unknown, pattern: RegExp): boolean =>
  typeof value === "string" && pattern.test(value);

/** The socket file is missing or not accessible, or DNS fails: any error code that was raised while connecting. */
const isConnectFailure = ({ syscall, code, name }: ErrorParts): boolean =>
  matches(code, /^E[A-Z_]+$/) &&
  (syscall === "connect" || syscall === "getaddrinfo" || matches(name, /^PrismaClient/));

const isOutage = (parts: ErrorParts): boolean =>
  matches(parts.code, OUTAGE_SQLSTATES) ||
  matches(parts.originalCode, OUTAGE_SQLSTATES) ||
  matches(parts.code, OUTAGE_PRISMA_CODES) ||
  OUTAGE_ADAPTER_KINDS.has(String(parts.kind)) ||
  CONNECTION_ERROR_CODES.has(String(parts.code)) ||
  isConnectFailure(parts) ||
  matches(parts.message, CONNECTION_LOST_MESSAGES);

const MAX_CAUSE_DEPTH = 6;

/**
 * Whether a request failed because the database cannot be reached or closed the connection: the same request may
 * succeed later. The error, or one of its causes, must come from the database (decision 0136). If the connection broke during a commit, it is unknown whether the transaction was committed;
 * idempotency keys exist for that case.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  let current = error;
  let isOfDatabase = false;
  for (
    let depth = 0;
    depth < MAX_CAUSE_DEPTH && typeof current === "object" && current !== null;
    depth += 1
  ) {
    const parts: ErrorParts = current;
    isOfDatabase ||= isFromDatabase(current);
    if (isOfDatabase && isOutage(parts)) return true;
    current = parts.meta?.driverAdapterError ?? parts.cause;
  }
  return false;
}

// A replica cancels a read that needs rows which the primary has removed. Prisma rewords the error (40001).
const CANCELLED_BY_REPLAY = /conflict with recovery|write conflict or a deadlock/;

/** Whether a read failed because it ran on a replica, so that the primary may answer it. */
export const isReplicaFailure = (error: unknown): boolean =>
  isDatabaseUnavailable(error) ||
  (isFromDatabase(error) && error instanceof Error && CANCELLED_BY_REPLAY.test(error.message));
