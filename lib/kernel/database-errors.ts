// What a failed statement says, as texts, because Prisma passes on some of PostgreSQL's errors in words of its own: the
// last two are 40P01 and 40001. A transaction expires after 30 seconds (lib/kernel/db.ts).
const BUSY = new RegExp(
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

/** Whether a request failed because others held what it waited for: the same request may succeed later. */
export const isBusy = (error: unknown): boolean => error instanceof Error && BUSY.test(error.message);

/**
 * SQLSTATE classes 08 (connection) and 53 (resources, 53300 is too many connections), the ends of a server or of one of
 * its processes (57P01 to 57P03, 25P03 after a transaction that did nothing for long), and a write to a server that is a standby since a moment ago.
 */
const SQLSTATE = /^(08...|53...|57P0[123]|25P03|25006)$/;

/** Prisma's codes: not reachable, time-out, closed, no connection free, too many connections. */
const PRISMA = /^(P1001|P1002|P1008|P1017|P2024|P2037)$/;

/** The kinds of Prisma's driver adapter. */
const KINDS = new Set(["DatabaseNotReachable", "ConnectionClosed", "SocketTimeout", "TooManyConnections"]);

/** Of an established connection. A file cannot fail in these ways. */
const CONNECTION = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);

/** Errors that pg makes itself, which have no code. */
const LOST = new RegExp(
  [
    "^Connection terminated",
    "^Client has encountered a connection error and is not queryable",
    "^Client was closed and is not queryable",
    "^timeout exceeded when trying to connect",
    "^timeout expired",
  ].join("|"),
);

type Parts = {
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

/** The socket file is gone or closed to us, or no name server answers: any code is one of connecting. */
const isOfConnecting = ({ syscall, code, name }: Parts): boolean =>
  matches(code, /^E[A-Z_]+$/) &&
  (syscall === "connect" || syscall === "getaddrinfo" || matches(name, /^PrismaClient/));

const isOutage = (parts: Parts): boolean =>
  matches(parts.code, SQLSTATE) ||
  matches(parts.originalCode, SQLSTATE) ||
  matches(parts.code, PRISMA) ||
  KINDS.has(String(parts.kind)) ||
  CONNECTION.has(String(parts.code)) ||
  isOfConnecting(parts) ||
  matches(parts.message, LOST);

const DEPTH = 6;

/**
 * Whether a request failed because the database cannot be reached or broke the connection off: the same request may
 * succeed later. Whether a transaction was committed when its connection broke is unknown then, which is what
 * idempotency keys are for.
 */
export function isUnavailable(error: unknown): boolean {
  let current = error;
  for (let depth = 0; depth < DEPTH && typeof current === "object" && current !== null; depth += 1) {
    const parts: Parts = current;
    if (isOutage(parts)) return true;
    current = parts.meta?.driverAdapterError ?? parts.cause;
  }
  return false;
}
