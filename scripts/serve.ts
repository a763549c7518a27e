import { setProcessKind } from "@/lib/kernel/application-name";
import type { Mode } from "@/lib/kernel/programs";
import type { Parts } from "@/lib/operations/installation/environment";
import { checkPort, prepareInstallation, webConcurrency } from "@/lib/operations/installation/prepare";
import { startProcesses, runWelcome } from "@/lib/operations/installation/supervisor";
import { startBackupArchive } from "@/lib/operations/installation/backup-store";
import { env } from "@/lib/kernel/env";
import { createProgramLog } from "@/lib/kernel/program-log";
import { storePageFiles } from "@/lib/platform/page-files/store";

// Short, because processes cannot finish anything without a database.
const LOST_DATABASE_TIMEOUT_MS = 3_000;

const log = createProgramLog(process.stdout);

/** What the parts of the product are started and stopped with (scripts/start.ts). */
type Lifecycle = {
  startPart: <Part>(
    starting: Promise<Part>,
    stop: (part: Part, timeoutMs?: number) => Promise<void>,
  ) => Promise<Part>;
  shutDown: (code: number, timeoutMs?: number) => void;
  isShuttingDown: () => boolean;
};

const describeServers = (count: number): string =>
  `${count} server process${count === 1 ? "" : "es"} on ${env().HOST ?? "all addresses"}`;

function describeJobRunner({ jobs }: Parts): string {
  if (!jobs) return "jobs run elsewhere";
  if (!env().inngest) return "jobs run here";
  return env().INNGEST_DEV
    ? "Inngest's dev server runs the jobs, and anyone can start them (for development only)"
    : "Inngest runs the jobs";
}

function countServers(mode: Mode, { web }: Parts): number {
  if (!web) return 0;
  return mode === "development" ? 1 : webConcurrency();
}

const FIRST_STEPS = `
There is no organization yet. Create the first one with its administrator and an API token:

  npm run -s admin -- organization create --name "Your school" --admin-email you@example.org

In a container, the command is \`node .build/operator.js organization create …\`. DEMONSTRATION=1 creates a demonstration instead.
`;

/**
 * Returns what a start without organizations says. A public installation gets no demonstration by itself, because the log
 * would hold a password that works for everyone.
 */
const welcome = (mode: Mode): Promise<string | null> =>
  env().DEMONSTRATION ? runWelcome(mode) : Promise.resolve(FIRST_STEPS);

/** Starts the database and the processes of these parts of the product, and prints that it is ready. */
export async function serve(
  mode: Mode,
  parts: Parts,
  { startPart, shutDown, isShuttingDown }: Lifecycle,
): Promise<void> {
  setProcessKind("start");
  const installation = await startPart(prepareInstallation(log, { temporary: false }), (part) => part.stop());
  await startPart(checkPort(), () => Promise.resolve());
  if (mode === "production" && parts.web) await storePageFiles(env().DATABASE_URL);
  await startPart(startBackupArchive(installation.database, log), (archive) => archive.stop());
  process.env.NEXTAUTH_URL = env().APP_URL;
  process.env.NEXTAUTH_SECRET = env().SESSION_SECRET;
  const servers = countServers(mode, parts);
  const [, welcomeText] = await Promise.all([
    startPart(startProcesses({ servers, jobs: parts.jobs }, mode, log), (processes, timeoutMs) =>
      processes.stop(timeoutMs),
    ),
    startPart(installation.isEmpty && parts.web ? welcome(mode) : Promise.resolve(null), () =>
      Promise.resolve(),
    ),
  ]);
  const ready = `\nReady on ${env().APP_URL}  (${describeServers(servers)}; ${describeJobRunner(parts)})`;
  // One line, so that a reader that waits for the first one gets the rest too.
  log(welcomeText ? `${ready}\n${welcomeText}` : ready);
  void installation.database?.ended.then(() => {
    if (isShuttingDown()) return;
    log(
      "The embedded database keeps stopping (see postgres.log in DATA_DIR), so the service stops too. No data is lost.",
      "fatal",
    );
    shutDown(1, LOST_DATABASE_TIMEOUT_MS);
  });
}
