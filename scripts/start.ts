import { build, isBuildNeeded } from "@/lib/installation/build";
import { prepareInstallation, webConcurrency } from "@/lib/installation/prepare";
import { startProcesses, welcomeMessage } from "@/lib/installation/supervisor";
import { env, InvalidEnvironment } from "@/lib/kernel/env";
import { InstanceLockedError } from "@/lib/kernel/postgres/instance-lock";

const PARENT_MS = 250;

const say = (message: string): void => void process.stdout.write(`${message}\n`);

/** npm that is killed cannot pass anything on: when it is gone, this ends as if it had been asked to. */
function watchParent(stop: () => void): void {
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event !== "start") return;
  setInterval(() => {
    if (process.ppid !== parent) stop();
  }, PARENT_MS).unref();
}

/** Starts the whole product and ends it in order: servers and jobs first, the database last. */
async function main(): Promise<void> {
  const count = webConcurrency();
  if (await isBuildNeeded()) {
    say("Building (about a minute, once per change of the sources) …");
    await build();
  }
  const prepared = await prepareInstallation(say, { temporary: false });
  let stopped: Promise<void> | undefined;
  let processes: { stop: () => Promise<void> } | undefined;
  const stop = (code: number): void => {
    stopped ??= (async () => {
      await processes?.stop();
      await prepared.stop();
      process.exit(code);
    })();
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => stop(0));
  watchParent(() => stop(0));
  try {
    process.env.NEXTAUTH_URL = env().APP_URL;
    process.env.NEXTAUTH_SECRET = env().SESSION_SECRET;
    const message = await welcomeMessage();
    processes = await startProcesses(count, say);
    say(`\nReady on ${env().APP_URL}  (${count} server process${count === 1 ? "" : "es"})`);
    if (message) say(message);
  } catch (error) {
    await prepared.stop();
    throw error;
  }
  void prepared.database?.ended.then(() => {
    if (stopped) return;
    say("The embedded database ended by itself; stopping. Start again to take the data up where it stands.");
    stop(1);
  });
}

main().catch((error: unknown) => {
  const isKnown = error instanceof InvalidEnvironment || error instanceof InstanceLockedError;
  const text = isKnown ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
});
