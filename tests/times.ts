import { readFile, stat, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { join } from "node:path";
import { format } from "prettier";

// npm run test:times: writes how long the last runs of vitest and of the browser tests took into CONTRIBUTING.md.

const root = join(import.meta.dirname, "..");
const DOCUMENT = join(root, "CONTRIBUTING.md");
const [BEGIN, END] = ["<!-- test times -->", "<!-- end of test times -->"];
/** Files that are listed, of each runner. */
const LISTED = 12;

/** How long each file took one worker, and the whole run, in seconds. */
type Run = { name: string; tests: number; seconds: number; files: Map<string, number>; at: Date };

/** The parts of the reports that are read here: vitest's, and Playwright's. */
type UnitReport = {
  startTime: number;
  testResults: { name: string; startTime: number; endTime: number; assertionResults: { status: string }[] }[];
};
type Suite = { file: string; specs: { tests: { results: { duration: number }[] }[] }[]; suites?: Suite[] };
type BrowserReport = { suites: Suite[]; stats: { startTime: string; duration: number; expected: number } };

const readReport = async <Report>(name: string): Promise<Report> =>
  JSON.parse(await readFile(join(root, "test-reports", name), "utf8")) as Report;

async function readUnitRun(): Promise<Run> {
  const { startTime, testResults } = await readReport<UnitReport>("unit.json");
  const ended = testResults.map(({ endTime }) => endTime).toSorted((one, other) => other - one);
  const passed = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === "passed"),
  );
  const files = testResults.map(
    (file) => [file.name.slice(`${root}/tests/`.length), (file.endTime - file.startTime) / 1_000] as const,
  );
  const seconds = ((ended[0] ?? startTime) - startTime) / 1_000;
  return {
    name: "unit tests",
    tests: passed.length,
    seconds,
    files: new Map(files),
    at: new Date(startTime),
  };
}

const listDurations = ({ specs, suites = [] }: Suite): number[] => [
  ...specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration))),
  ...suites.flatMap(listDurations),
];

async function readBrowserRun(): Promise<Run> {
  const { suites, stats } = await readReport<BrowserReport>("browser.json");
  const files = suites.map(
    (suite) => [suite.file, listDurations(suite).reduce((sum, one) => sum + one, 0) / 1_000] as const,
  );
  return {
    name: "browser tests",
    tests: stats.expected,
    seconds: stats.duration / 1_000,
    files: new Map(files),
    at: new Date(stats.startTime),
  };
}

const describeRun = ({ name, tests, seconds, at }: Run): string =>
  `| ${name} | ${tests} | ${Math.round(seconds / 60)} | ${at.toISOString().slice(0, 10)} |`;

function listSlowest({ files }: Run): string[] {
  const slowest = [...files].toSorted(([, one], [, other]) => other - one).slice(0, LISTED);
  return slowest.map(([file, seconds]) => `| \`${file}\` | ${Math.round(seconds)} |`);
}

const runs = [await readUnitRun(), await readBrowserRun()];
const table = [
  `Minutes of the last run on ${cpus().length} cores, and the seconds of one worker for the slowest files. \`npm run test:times\` writes them:`,
  "",
  "| run | tests | minutes | date |",
  "| --- | --- | --- | --- |",
  ...runs.map(describeRun),
  "",
  "| file | seconds |",
  "| --- | --- |",
  ...runs.flatMap(listSlowest),
].join("\n");
const text = await readFile(DOCUMENT, "utf8");
const [before = "", after = ""] = [text.split(BEGIN)[0], text.split(END)[1]];
if (after === "") throw new Error(`${DOCUMENT} has no place for the times.`);
const written = await format(`${before}${BEGIN}\n\n${table}\n\n${END}${after}`, {
  parser: "markdown",
  ...(JSON.parse(await readFile(join(root, ".prettierrc.json"), "utf8")) as object),
});
await writeFile(DOCUMENT, written, { mode: (await stat(DOCUMENT)).mode });
