import { db } from "@/lib/kernel/db";

/**
 * Finds files of the pages of any stored build, by their paths. A name contains a digest, so all builds have the same
 * content under it.
 */
export async function findPageFiles(paths: string[]): Promise<Map<string, Uint8Array>> {
  const files = await db().pageFile.findMany({
    where: { path: { in: paths } },
    distinct: ["path"],
    select: { path: true, content: true },
  });
  return new Map(files.map(({ path, content }) => [path, content]));
}
