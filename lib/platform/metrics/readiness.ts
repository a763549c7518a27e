import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { db } from "@/lib/kernel/db";
import { OutageLog } from "@/lib/kernel/outage-log";
import { processWide } from "@/lib/kernel/process-wide";

let expectedMigrations: Promise<string[]> | undefined;

const listMigrationNames = async (): Promise<string[]> => {
  const entries = await readdir(join(process.cwd(), "prisma", "migrations"), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
};

const shutdown = processWide("shutdown", () => ({ isDraining: false }));

/** Load balancers ask every few seconds. */
const outages = processWide(
  "readiness",
  () =>
    new OutageLog({
      away: "not ready: the database is away",
      failed: "not ready",
      again: "ready again",
    }),
);

/**
 * Reports this process as not ready for so long, while it serves requests as before: a load balancer finds out that it
 * has to send them elsewhere.
 */
export async function drain(seconds: number): Promise<void> {
  if (seconds === 0) return;
  shutdown.isDraining = true;
  await sleep(seconds * 1_000);
}

/** Whether the database responds and has every migration of this build, and the process is not about to stop. */
export async function isReady(): Promise<boolean> {
  if (shutdown.isDraining) return false;
  try {
    expectedMigrations ??= listMigrationNames();
    const names = await expectedMigrations;
    const rows = await db().$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM _prisma_migrations
      WHERE finished_at IS NOT NULL AND migration_name = ANY (${names})`;
    outages.recordSuccess("readiness");
    return rows[0]?.count === names.length;
  } catch (error) {
    outages.recordFailure("readiness", error);
    return false;
  }
}
