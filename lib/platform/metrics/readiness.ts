import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { db } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";

let expectedMigrations: Promise<string[]> | undefined;

const listMigrationNames = async (): Promise<string[]> => {
  const entries = await readdir(join(process.cwd(), "prisma", "migrations"), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
};

/** Whether the database responds and has every migration of this build. */
export async function isReady(): Promise<boolean> {
  try {
    expectedMigrations ??= listMigrationNames();
    const names = await expectedMigrations;
    const rows = await db().$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM _prisma_migrations
      WHERE finished_at IS NOT NULL AND migration_name = ANY (${names})`;
    return rows[0]?.count === names.length;
  } catch (error) {
    log.warn({ err: error }, "not ready");
    return false;
  }
}
