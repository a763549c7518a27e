import { db } from "./db";

/**
 * Waits until no other transaction holds the lock of this name, and holds it until the open transaction ends. For what has no
 * row to lock, such as a number of rows that must not exceed a limit. Take it before any row is locked.
 */
export const takeNamedLock = (name: string): Promise<unknown> =>
  db().$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0)) IS NULL AS locked`;
