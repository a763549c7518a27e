import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { digestSources, listOutdated, readLongRuns, recordPassed } from "./support/platform/long";

// npm run test:long               runs all files with long tests, and records those that passed
// npm run test:long -- NAME …     those whose path contains a name
// npm run test:long -- --changed  those whose sources changed since they last passed
// npm run test:long -- --check    runs nothing; fails when sources changed. With CI set it passes, because there
//                                 --changed follows.

const root = join(import.meta.dirname, "..");

/** The part of vitest's JSON report that is read here. */
type Report = { testResults: { name: string; assertionResults: { status: string }[] }[] };

const run = (command: string, args: string[], env: Record<string, string> = {}): boolean =>
  spawnSync(command, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } }).status === 0;

/** Runs files of vitest. Returns those that passed. */
async function runVitest(files: string[]): Promise<string[]> {
  if (files.length === 0) return [];
  const folder = await mkdtemp(join(tmpdir(), "badges-long-"));
  const output = join(folder, "report.json");
  try {
    const reports = ["--reporter", "default", "--reporter", "json", `--outputFile.json=${output}`];
    const args = ["run", "--config", "tests/vitest.config.ts"].concat(reports, files);
    run("node_modules/.bin/vitest", args, { TESTS_LONG: "1" });
    const { testResults } = JSON.parse(await readFile(output, "utf8")) as Report;
    // A test that was skipped, because a program is missing for example, proves nothing.
    const hasPassed = ({ assertionResults: all }: Report["testResults"][number]): boolean =>
      all.length > 0 && all.every(({ status }) => status === "passed");
    const passed = new Set(testResults.filter(hasPassed).map(({ name }) => name));
    return files.filter((file) => passed.has(join(root, file)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs files in a browser. Returns those that passed. */
const runBrowser = (files: string[]): string[] =>
  files.filter((file) => run("npm", ["run", "-s", "test:e2e", "--", file], { TESTS_LONG: "1" }));

async function runAndRecord(files: string[]): Promise<boolean> {
  const runs = await readLongRuns(root);
  const digest = async (file: string) => digestSources(root, file, runs[file]?.sources ?? []);
  const before = new Map<string, string>();
  for (const file of files) before.set(file, await digest(file));
  const isOfBrowser = (file: string) => file.endsWith(".spec.ts");
  const passed = [
    ...(await runVitest(files.filter((file) => !isOfBrowser(file)))),
    ...runBrowser(files.filter(isOfBrowser)),
  ];
  const unchanged = new Map<string, string>();
  for (const file of passed) {
    const after = await digest(file);
    if (after === before.get(file)) unchanged.set(file, after);
    else process.stderr.write(`${file}: its sources changed while it ran, so it is not recorded.\n`);
  }
  await recordPassed(root, unchanged);
  const failed = files.filter((file) => !unchanged.has(file));
  for (const file of failed) process.stderr.write(`Not recorded as passed: ${file}\n`);
  return failed.length === 0;
}

/** Says which long tests are due. Returns whether the run of `npm test` may begin. */
async function check(): Promise<boolean> {
  const outdated = await listOutdated(root);
  if (outdated.length === 0) return true;
  process.stderr.write(
    `The sources of these long tests changed since they last passed:\n${outdated.map((file) => `  ${file}\n`).join("")}`,
  );
  if (process.env.CI) return true;
  process.stderr.write("Run `npm run test:long -- --changed`, and commit tests/long-runs.json.\n");
  return false;
}

async function select(args: string[]): Promise<string[]> {
  if (args.includes("--changed")) return listOutdated(root);
  const all = Object.keys(await readLongRuns(root));
  return args.length === 0 ? all : all.filter((file) => args.some((name) => file.includes(name)));
}

const args = process.argv.slice(2);
const isWell = args.includes("--check") ? await check() : await runAndRecord(await select(args));
process.exitCode = isWell ? 0 : 1;
