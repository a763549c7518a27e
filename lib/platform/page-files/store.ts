import { readdir, readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import type pg from "pg";
import { withClient } from "@/lib/platform/postgres/database";

const NEXT_FOLDER = ".next";

/** Where Next's build writes the scripts, styles and fonts of the pages. */
export const PAGE_FILES_FOLDER = join(NEXT_FOLDER, "static");

// Some megabytes each. Pages of a build that was replaced so often are hardly open in a browser any more.
const STORED_BUILDS = 5;

/** Lists the files below a folder, by their paths with slashes. None if the folder does not exist. */
export async function listPageFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length + 1)
        .split(sep)
        .join("/"),
    );
}

async function storeBuild(client: pg.Client, build: string, folder: string): Promise<void> {
  const { rows } = await client.query<{ isNew: boolean }>(
    `INSERT INTO page_builds (id) VALUES ($1)
     ON CONFLICT (id) DO UPDATE SET started_at = CURRENT_TIMESTAMP RETURNING xmax = 0 AS "isNew"`,
    [build],
  );
  if (!rows[0]?.isNew) return;
  for (const path of await listPageFiles(folder))
    await client.query("INSERT INTO page_files (path, build_id, content) VALUES ($1, $2, $3)", [
      path,
      build,
      await readFile(join(folder, path)),
    ]);
  await client.query(
    `DELETE FROM page_builds WHERE id NOT IN
       (SELECT id FROM page_builds ORDER BY started_at DESC, id LIMIT $1)`,
    [STORED_BUILDS],
  );
}

/**
 * Stores the files of the pages of the build in `nextFolder` in the database, unless an earlier start did, so that hosts with another
 * build can serve them during and after an upgrade (decision 0121). Stores all files or none. Keeps the files of the
 * builds that were started last. Without Prisma, to keep the memory of the supervisor small.
 */
export async function storePageFiles(
  databaseUrl: string,
  { nextFolder = NEXT_FOLDER }: { nextFolder?: string } = {},
): Promise<void> {
  const build = await readFile(join(nextFolder, "BUILD_ID"), "utf8");
  await withClient(databaseUrl, async (client) => {
    await client.query("BEGIN");
    await storeBuild(client, build, join(nextFolder, "static"));
    await client.query("COMMIT");
  });
}
