import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import type { ProcessEnd } from "../platform/product";

// The command line of the folder client, as its own processes.

const root = join(import.meta.dirname, "..", "..", "..");

/** Compiles the client, after its types were generated. */
export const buildClient = (): void => void execFileSync("npm", ["run", "-s", "client"], { cwd: root });

export type BadgesCommand = {
  child: ChildProcess;
  stdout: () => string;
  stderr: () => string;
  ended: Promise<ProcessEnd & { stdout: string; stderr: string }>;
};

/** Starts `badges` with these arguments. The environment has the given variables and PATH alone. */
export function startBadges(args: string[], env: Record<string, string>, input = ""): BadgesCommand {
  const child = spawn(process.execPath, [join(root, "client/dist/cli/main.js"), ...args], {
    env: { PATH: process.env.PATH ?? "", ...env } as unknown as NodeJS.ProcessEnv,
    stdio: ["pipe", "pipe", "pipe"],
  });
  const [stdout, stderr]: [string[], string[]] = [[], []];
  child.stdout.setEncoding("utf8").on("data", (text: string) => stdout.push(text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => stderr.push(text));
  child.stdin.on("error", () => undefined).end(input);
  const ended = new Promise<ProcessEnd & { stdout: string; stderr: string }>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) =>
      resolve({ code, signal, stdout: stdout.join(""), stderr: stderr.join("") }),
    );
  });
  return { child, stdout: () => stdout.join(""), stderr: () => stderr.join(""), ended };
}

/** Runs `badges` to its end. */
export const runBadges = (args: string[], env: Record<string, string>, input = "") =>
  startBadges(args, env, input).ended;
