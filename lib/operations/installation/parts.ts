import { InvalidEnvironment } from "@/lib/kernel/env";

/** The parts of the product that a start runs: server processes, and the process for jobs. */
export type Parts = { web: boolean; jobs: boolean };

const OPTION = "--only";

/**
 * Reads which parts to run from the arguments of a start: `--only web`, `--only jobs`, or both parts without the option.
 * Throws `InvalidEnvironment` for other values, and without a database that the parts can share.
 */
export function readParts(args: string[], databaseUrl: string | undefined): Parts {
  const at = args.indexOf(OPTION);
  if (at === -1) return { web: true, jobs: true };
  const part = args[at + 1];
  if (part !== "web" && part !== "jobs")
    throw new InvalidEnvironment(`${OPTION} must be followed by web or jobs.`);
  if (!databaseUrl)
    throw new InvalidEnvironment(
      `${OPTION} ${part} requires DATABASE_URL: only one process can use the embedded database.`,
    );
  return { web: part === "web", jobs: part === "jobs" };
}
