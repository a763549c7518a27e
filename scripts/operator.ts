import { runCommand } from "@/lib/operations/installation/command-line";
import { DOCTOR } from "@/lib/operations/doctor/command";
import { COMMANDS } from "@/lib/operations/installation/commands";
import { prepareInstallation } from "@/lib/operations/installation/prepare";
import { setProcessKind } from "@/lib/kernel/application-name";
import { disconnect } from "@/lib/kernel/db";
import { printProgress } from "@/lib/kernel/program-log";

/** Calls `work` with the database of the installation, which may be running or stopped. */
async function withInstallation<Result>(
  work: (installation: Awaited<ReturnType<typeof prepareInstallation>>) => Promise<Result>,
): Promise<Result> {
  const installation = await prepareInstallation(() => undefined, { temporary: true });
  try {
    return await work(installation);
  } finally {
    await disconnect();
    await installation.stop();
  }
}

setProcessKind("operator");

runCommand(process.argv.slice(2), [...COMMANDS, DOCTOR], withInstallation).then(
  ({ code, stdout, stderr }) => {
    process.stderr.write(stderr);
    process.stdout.write(stdout, () => process.exit(code));
  },
  (error: unknown) => {
    printProgress(error instanceof Error ? error.message : String(error), "fatal");
    process.exit(1);
  },
);
