import { setTimeout } from "node:timers/promises";
import { Prisma } from "@/prisma/generated/client";

/** The present, and waiting; the one place where tests may move or skip time. */
export const clock = {
  now: (): Date => new Date(),
  /**
   * The present by the database's clock, to the millisecond, as part of a statement. Whatever several machines compare
   * with each other is told by this one: their own clocks differ.
   */
  databaseNow: (): Prisma.Sql => Prisma.sql`date_trunc('milliseconds', statement_timestamp())`,
  /** How far tests have moved the present, in milliseconds: what the database's clock has to be moved by. */
  movedMs: (): number => clock.now().getTime() - Date.now(),
  wait: (ms: number): Promise<void> => setTimeout(ms),
};
