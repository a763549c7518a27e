import { env } from "@/lib/kernel/env";
import { disconnect } from "@/lib/kernel/db";
import { InstanceLockedError } from "@/lib/kernel/postgres/instance-lock";
import { InvalidEnvironment } from "@/lib/kernel/env";
import { build, isBuildNeeded } from "@/lib/installation/build";
import { welcome } from "@/lib/installation/demonstration";
import { prepareInstallation, webConcurrency } from "@/lib/installation/prepare";
import { startProcesses } from "@/lib/installation/supervisor";

const say = (message: string): void => void process.stdout.write(`${message}\n`);

/** Starts the whole product and ends it in order: servers and jobs first, the database last. */
async function main(): Promise<void> {
  const count = webConcurrency();
  if (await isBuildNeeded()) {
    say("Building (a minute or two, once per change of the sources) …");
    await build();
  }
  const prepared = await prepareInstallation(say, { temporary: false });
  let stopped: Promise<void> | undefined;
  let processes: { stop: () => Promise<void> } | undefined;
  const stop = (code: number): void => {
    stopped ??= (async () => {
      await processes?.stop();
      await disconnect();
      await prepared.stop();
      process.exit(code);
    })();
  };
  process.on("SIGTERM", () => stop(0));
  process.on("SIGINT", () => stop(0));
  try {
    process.env.NEXTAUTH_URL = env().APP_URL;
    process.env.NEXTAUTH_SECRET = env().SESSION_SECRET;
    const message = await welcome();
    await disconnect();
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
  process.stderr.write(
    `${isKnown ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exit(1);
});
