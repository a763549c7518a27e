import { buildIfNeeded, prepareDevelopment, type Mode } from "@/lib/platform/installation/build";
import {
  checkEnvironment,
  checkPort,
  prepareInstallation,
  webConcurrency,
} from "@/lib/platform/installation/prepare";
import { startProcesses, runWelcome } from "@/lib/platform/installation/supervisor";
import { env, InvalidEnvironment } from "@/lib/kernel/env";
import { InstanceLockedError } from "@/lib/platform/postgres/instance-lock";

/** `npm run dev` runs the same processes over the same data, with Next's hot reload. */
const mode: Mode = process.argv.includes("--dev") ? "development" : "production";

const PARENT_CHECK_INTERVAL_MS = 250;
// Short, because processes cannot finish anything without a database.
const LOST_DATABASE_TIMEOUT_MS = 3_000;

const printLine = (message: string): void => void process.stdout.write(`${message}\n`);

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
    process.exit(code);
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

function describeJobRunner(): string {
  if (!env().inngest) return "jobs run here";
  return env().INNGEST_DEV
    ? "Inngest's dev server runs the jobs, and anyone can start them (for development only)"
    : "Inngest runs the jobs";
}

async function prepareBuild(): Promise<void> {
  const stopping = new AbortController();
  stopFunctions.push(() => Promise.resolve(stopping.abort()));
  if (mode === "development") return prepareDevelopment(stopping.signal);
  await buildIfNeeded({
    announce: () => printLine("Building (about a minute, only after the sources have changed) …"),
    signal: stopping.signal,
  });
}

async function main(): Promise<void> {
  checkEnvironment();
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => shutDown(0));
  watchParent();
  await prepareBuild();
  const installation = await startPart(prepareInstallation(printLine, { temporary: false }), (part) =>
    part.stop(),
  );
  await startPart(checkPort(), () => Promise.resolve());
  process.env.NEXTAUTH_URL = env().APP_URL;
  process.env.NEXTAUTH_SECRET = env().SESSION_SECRET;
  const count = mode === "development" ? 1 : webConcurrency();
  const [, welcomeText] = await Promise.all([
    startPart(startProcesses(count, mode, printLine), (processes, timeoutMs) => processes.stop(timeoutMs)),
    startPart(installation.isEmpty ? runWelcome(mode) : Promise.resolve(null), () => Promise.resolve()),
  ]);
  const ready = `\nReady on ${env().APP_URL}  (${count} server process${count === 1 ? "" : "es"}; ${describeJobRunner()})`;
  // One write, so that a reader that waits for the first line gets the rest too.
  printLine(welcomeText ? `${ready}\n${welcomeText}` : ready);
  void installation.database?.ended.then(() => {
    if (shuttingDown) return;
    printLine(
      "The embedded database keeps stopping (see postgres.log in DATA_DIR), so the service stops too. No data is lost.",
    );
    shutDown(1, LOST_DATABASE_TIMEOUT_MS);
  });
}

main().catch((error: unknown) => {
  if (shuttingDown) return;
  const isExpected = error instanceof InvalidEnvironment || error instanceof InstanceLockedError;
  const text = isExpected
    ? error.message
    : error instanceof Error
      ? (error.stack ?? error.message)
      : String(error);
  process.stderr.write(`${text}\n`);
  shutDown(1);
});
