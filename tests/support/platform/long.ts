import { createHash } from "node:crypto";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";

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

/** Leaves out what changes when files move: import statements, and paths of modules elsewhere. */
const withoutPaths = (text: string): string =>
  text
    .replaceAll(/^import\b[^;]*;\n/gm, "")
    .replaceAll(/\b(?:lib|tests)\/[\w-]+\/(?:[\w-]+\/)*(?=[\w-]+)/g, "");

/**
 * The SHA-256 digest, in hexadecimal, of the contents of a file of tests and of the sources that it covers. A file that only moves
 * does not change it.
 */
export async function digestSources(root: string, file: string, sources: readonly string[]): Promise<string> {
  const found = await Promise.all([file, ...sources].map((path) => listSourceFiles(join(root, path))));
  const files = [...new Set(found.flat())];
  const texts = await Promise.all(files.map((path) => readFile(path, "utf8")));
  const digests = texts.map((text, index) => {
    const name = basename(files[index] ?? "");
    return createHash("sha256")
      .update(`${name}\n${withoutPaths(text)}`)
      .digest("hex");
  });
  return createHash("sha256").update(digests.toSorted().join("\n")).digest("hex");
}

/** Lists the files with long tests whose sources have changed since they last passed, and those that never have. */
export async function listOutdated(root: string): Promise<string[]> {
  const runs = Object.entries(await readLongRuns(root));
  const isOutdated = await Promise.all(
    runs.map(async ([file, { sources, digest }]) => (await digestSources(root, file, sources)) !== digest),
  );
  return runs.flatMap(([file], index) => (isOutdated[index] ? [file] : []));
}
