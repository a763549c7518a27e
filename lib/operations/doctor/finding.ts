import { isLoopback } from "@/lib/kernel/origins";
import type pg from "pg";
import type { Env } from "@/lib/kernel/env";

/** Something to mend: what is wrong, what follows from it, and the command or variable that mends it. */
export type Finding = { problem: string; reason: string; remedy: string };

/** What checks know of the installation without its database. */
export type Examined = {
  env: Env;
  /** Whether the database is the embedded one of DATA_DIR. */
  isEmbedded: boolean;
  /** Whether the service runs here; null when that cannot be told, because its database is elsewhere. */
  isRunning: boolean | null;
  /** The file that ENCRYPTION_KEY is from; null if it is from the environment. */
  secretsFile: string | null;
};

/** What checks of the database know. */
export type ExaminedDatabase = Examined & { client: pg.Client };

/** A check of one thing. It changes nothing. Without findings, all is well. */
export type Check<Context> = {
  name: string;
  /** Why it cannot be made in this installation; null if it can. */
  skip?: (context: Context) => string | null;
  run: (context: Context) => Promise<Finding[]> | Finding[];
};

/** For checks of what only a running service does. */
export const skipWhenStopped = ({ isRunning }: Examined): string | null =>
  isRunning === false ? "the service is stopped" : null;

/** How to make jobs run. */
export const describeRunner = ({ env }: Examined): string =>
  env.inngest
    ? "Start Inngest, and register APP_URL/api/inngest there (docs/background-jobs.md)."
    : "Restart the service (npm start), or the process with --only jobs. If it goes on, look for warnings in its log.";

/** Whether an address leads only to the machine from which it is requested. */
export const isLocalAddress = (url: string): boolean => URL.canParse(url) && isLoopback(new URL(url));

/** Whether an installation is only for the machine that it runs on, where much is allowed that is not in public. */
export const isLocal = ({ env }: Pick<Examined, "env">): boolean => isLocalAddress(env.APP_URL);

export const describeFailure = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? error.cause : error;
  return "code" in cause && typeof cause.code === "string" && cause.message === ""
    ? cause.code
    : cause.message.trim();
};

/** Lists some names, and how many more there are. */
export function listSome(names: string[], limit = 5): string {
  const more = names.length - limit;
  return names.slice(0, limit).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
