import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { BUNDLES } from "@/lib/kernel/programs";
import { ConformanceReport } from "./schema";

const BUILD_ID = join(".next", "BUILD_ID");
/** Where the test run stores the report: beside the programs of the build, with which it is shipped. */
export const REPORT_FILE = join(BUNDLES, "conformance.json");

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";

async function readIfPresent(path: string): Promise<string | null> {
  try {
    return await readFile(join(/* turbopackIgnore: true */ process.cwd(), path), "utf8");
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Returns the id of the build in this folder; null when there is none. */
export const findBuildId = async (): Promise<string | null> =>
  (await readIfPresent(BUILD_ID))?.trim() ?? null;

/** Returns the report about this build; null when it was not tested. A report about another build says nothing about it. */
export async function findConformanceReport(): Promise<ConformanceReport | null> {
  const [build, text] = await Promise.all([findBuildId(), readIfPresent(REPORT_FILE)]);
  if (build === null || text === null) return null;
  const report = ConformanceReport.parse(JSON.parse(text));
  return report.build === build ? report : null;
}

/** The version of the report: another one after each test run. */
export async function findReportVersion(): Promise<string> {
  const found = await stat(join(process.cwd(), REPORT_FILE)).catch(() => null);
  return found ? `${found.mtimeMs} ${found.size}` : "none";
}
