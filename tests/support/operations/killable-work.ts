import { fork } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

const project = resolve(import.meta.dirname, "../../..");

/**
 * Starts a process that works on the webhooks of all organizations, as a run of Inngest does in a server. `kill` sends
 * SIGKILL. `folder`: where its program is written.
 */
export async function startKillableWork(folder: string): Promise<{ kill: () => Promise<void> }> {
  const program = join(folder, "work.mts");
  await writeFile(
    program,
    `import { processDue } from "${project}/lib/kernel/outbox/process-due.ts";
     import { webhookJob } from "${project}/lib/delivery/webhooks/jobs.ts";
     await processDue(webhookJob, null, 1);`,
  );
  const child = fork(program, {
    cwd: project,
    execArgv: ["--import", "tsx"],
    env: { ...process.env, TSX_TSCONFIG_PATH: join(project, "tsconfig.json") },
  });
  const ended = once(child, "exit");
  return {
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
