import { fork, type ChildProcess } from "node:child_process";
import { join } from "node:path";

/** Starts a script of this folder. `first` is its first message. */
export async function child<First>(
  script: string,
  parameters: string[] = [],
  env: Record<string, string> = {},
): Promise<{ process: ChildProcess; first: First }> {
  const running = fork(join(import.meta.dirname, script), parameters, {
    execArgv: ["--import", "tsx"],
    env: { ...process.env, NODE_ENV: "production", ...env },
  });
  const first = await new Promise<First>((resolve, reject) => {
    running.once("message", (message) => resolve(message as First));
    running.once("exit", (code) => reject(new Error(`${script} ended with ${code}`)));
  });
  return { process: running, first };
}

/** Ends a child and waits for it. */
export async function endChild(running: ChildProcess): Promise<void> {
  if (running.exitCode !== null) return;
  const gone = new Promise((resolve) => running.once("exit", resolve));
  running.disconnect();
  await gone;
}

export const median = (values: number[]): number => {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
};
