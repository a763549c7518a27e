import { createHash } from "node:crypto";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";

// Two tiers of tests. `npm test` runs a short scenario of each heavy subject; `npm run test:long` also runs what is
// marked with `isLong`. The record says which sources each long file covers and what they were when it last passed, so
// that a change of them cannot pass without it.

/** Whether the run includes the long tests. */
export const isLong = process.env.TESTS_LONG === "1";

/**
 * A file with long tests: what they cover (files and folders), and the digest of it when they last passed; null until they
 * have passed once.
 */
export type LongRun = { sources: string[]; digest: string | null };

/** The record, by file of tests. Paths are relative to the root of the repository. */
export type LongRuns = Record<string, LongRun>;

const recordFile = (root: string): string => join(root, "tests/long-runs.json");

export const readLongRuns = async (root: string): Promise<LongRuns> =>
  JSON.parse(await readFile(recordFile(root), "utf8")) as LongRuns;

/** Writes the digests of files that passed into the record. */
export async function recordPassed(root: string, digests: ReadonlyMap<string, string>): Promise<void> {
  if (digests.size === 0) return;
  // Most importers of this file only need `isLong`.
  const { format } = await import("prettier");
  const runs = await readLongRuns(root);
  for (const [file, digest] of digests) {
    const run = runs[file];
    if (run) run.digest = digest;
  }
  await writeFile(
    recordFile(root),
    await format(JSON.stringify(runs, null, 2), { parser: "json", printWidth: 110 }),
  );
}

/** Lists the files of a source, which is a file or a folder. Throws if it does not exist. */
async function listSourceFiles(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** The SHA-256 digest, in hexadecimal, of the names and contents of a file of tests and of the sources that it covers. */
export async function digestSources(root: string, file: string, sources: readonly string[]): Promise<string> {
  const found = await Promise.all([file, ...sources].map((path) => listSourceFiles(join(root, path))));
  const names = [...new Set(found.flat())].map((path) => relative(root, path).split(sep).join("/"));
  const hash = createHash("sha256");
  for (const name of names.toSorted()) {
    const content = createHash("sha256").update(await readFile(join(root, name)));
    hash.update(`${name}\n${content.digest("hex")}\n`);
  }
  return hash.digest("hex");
}

/** Lists the files with long tests whose sources have changed since they last passed. */
export async function listOutdated(root: string): Promise<string[]> {
  const runs = Object.entries(await readLongRuns(root));
  const isOutdated = await Promise.all(
    runs.map(
      async ([file, { sources, digest }]) =>
        digest !== null && (await digestSources(root, file, sources)) !== digest,
    ),
  );
  return runs.flatMap(([file], index) => (isOutdated[index] ? [file] : []));
}

/** Lists the files with long tests of which no run has passed yet. */
export const listUnrecorded = async (root: string): Promise<string[]> =>
  Object.entries(await readLongRuns(root)).flatMap(([file, { digest }]) => (digest === null ? [file] : []));
