import { setTimeout } from "node:timers/promises";
import { Prisma } from "@/prisma/generated/client";
import { requireNoTransaction } from "./waits";

/** The current time and waiting; the one place where tests can change or skip time. */
export const clock = {
  now: (): Date => new Date(),
  /**
   * The database's current time, to the millisecond, as part of a statement. Use it for every time that several
   * machines compare, because their own clocks differ.
   */
  databaseNow: (): Prisma.Sql => Prisma.sql`date_trunc('milliseconds', statement_timestamp())`,
  /** How far tests have moved the time, in milliseconds; the database's clock has to be moved by the same amount. */
  offsetMs: (): number => clock.now().getTime() - Date.now(),
  /** Waits, until `signal` aborts at most. Throws inside a transaction. */
  wait: async (ms: number, signal?: AbortSignal): Promise<void> => {
    requireNoTransaction("Waiting");
    await setTimeout(ms, undefined, signal && { signal });
  },
};
