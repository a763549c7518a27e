import { opendir, rm } from "node:fs/promises";
import { join } from "node:path";

/** The most files of e-mails that are stored. */
const MAX_FILES = 10_000;

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ENOENT";

/** The names of the e-mails in a folder, which begin with their time. Those with a dot were interrupted. */
async function listMailFiles(directory: string): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const { name } of await opendir(directory)) if (/\.(eml|tmp)$/.test(name)) names.push(name);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return names;
}

/** The time in the name of a file, as a text that sorts by time. */
const fileTime = (name: string): string =>
  name.replace(/^\./, "").slice(0, "2026-11-30T10-00-00-000Z".length);

/**
 * Removes e-mails that were written to files (`createFileTransport`) before a time, and the oldest ones of more than 10,000.
 * At most `limit` files at once. Returns how many it removed.
 */
export async function removeOldMailFiles(
  directory: string,
  { before, limit, kept = MAX_FILES }: { before: Date; limit: number; kept?: number },
): Promise<number> {
  const first = before.toISOString().replace(/[:.]/g, "-");
  const names = (await listMailFiles(directory)).toSorted((one, other) =>
    fileTime(one) < fileTime(other) ? -1 : 1,
  );
  const removed = names
    .filter((name, index) => fileTime(name) < first || index < names.length - kept)
    .slice(0, limit);
  for (const name of removed) await rm(join(directory, name), { force: true });
  return removed.length;
}
