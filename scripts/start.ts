import { buildIfNeeded, prepareDevelopment } from "@/lib/operations/installation/build";
import { programPath, type Mode } from "@/lib/kernel/programs";
import { readParts, checkEnvironment } from "@/lib/operations/installation/environment";
import type * as Program from "./serve";
import { redirectConsoleToLog } from "@/lib/kernel/console-log";
import { endProcess } from "@/lib/operations/installation/end-process";
import { describeFullDisk } from "@/lib/kernel/full-disk";
import { logProcessFaults } from "@/lib/kernel/process-faults";
import { createProgramLog, printProgress } from "@/lib/kernel/program-log";

/** `npm run dev` runs the same processes over the same data, with Next's hot reload. */
const mode: Mode = process.argv.includes("--dev") ? "development" : "production";

const PARENT_CHECK_INTERVAL_MS = 250;
const log = createProgramLog(process.stdout);

/** Functions that stop the parts of the product, in the order in which those were started. Called in reverse order. */
const stopFunctions: ((timeoutMs?: number) => Promise<void>)[] = [];
let shuttingDown: Promise<void> | undefined;

/**
 * Stops the product and exits: servers and jobs first, which are killed when they take longer than `timeoutMs`, the
 * database last. Only the first call counts.
 */
function shutDown(code: number, timeoutMs?: number): void {
  shuttingDown ??= (async () => {
    for (const stopFunction of stopFunctions.toReversed()) await stopFunction(timeoutMs);
    await endProcess(code, (message) => log(message, "warn"));
  })();
}

/**
 * Starts a part of the product. If the product is stopped meanwhile, that waits for the part and stops it, and the
 * promise never resolves, so that no further part is started.
 */
async function startPart<Part>(
  starting: Promise<Part>,
  stop: (part: Part, timeoutMs?: number) => Promise<void>,
): Promise<Part> {
  stopFunctions.push((timeoutMs) =>
    starting.then(
      (part) => stop(part, timeoutMs),
      () => undefined,
    ),
  );
  const part = await starting;
  return shuttingDown ? new Promise<never>(() => undefined) : part;
}

/** Stops the product when its npm process is gone, because npm cannot forward a signal that kills it. */
function watchParent(): void {
  const parent = process.ppid;
  if (!["start", "dev"].includes(process.env.npm_lifecycle_event ?? "")) return;
  setInterval(() => {
    if (process.ppid !== parent) shutDown(0);
  }, PARENT_CHECK_INTERVAL_MS).unref();
}

async function prepareBuild(): Promise<void> {
  const stopping = new AbortController();
  stopFunctions.push(() => Promise.resolve(stopping.abort()));
  if (mode === "development") return prepareDevelopment(stopping.signal);
  await buildIfNeeded({
    announce: () => log("Building (about a minute, only after the sources have changed) …"),
    signal: stopping.signal,
  });
}

/** The errors whose message is enough. By name, because they may come from another build. */
const EXPECTED_ERRORS = new Set([
  "InvalidEnvironment",
  "InstanceLockedError",
  "UnfinishedRestoreError",
  "BackupError",
]);

async function describeError(error: unknown): Promise<string> {
  if (!(error instanceof Error)) return String(error);
  if (EXPECTED_ERRORS.has(error.name)) return error.message;
  const dataDir = process.env.DATA_DIR || ".data";
  return (await describeFullDisk(error, dataDir)) ?? error.stack ?? error.message;
}

async function main(): Promise<void> {
  redirectConsoleToLog();
  logProcessFaults();
  checkEnvironment();
  const parts = readParts(process.argv, process.env.DATABASE_URL);
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => shutDown(0));
  watchParent();
  await prepareBuild();
  // From the build that is now up to date, while this program may be from the one before.
  const { serve } = (await import(programPath("serve", mode))) as typeof Program;
  await serve(mode, parts, { startPart, shutDown, isShuttingDown: () => shuttingDown !== undefined });
}

main().catch(async (error: unknown) => {
  if (shuttingDown) return;
  printProgress(await describeError(error), "fatal");
  shutDown(1);
});
