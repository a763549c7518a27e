import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

const SOURCES = [
  "app",
  "components",
  "lib",
  "prisma/schema",
  "public",
  "next.config.mjs",
  "package-lock.json",
];
const MARKER = join(".next", "BUILD_ID");

async function newest(path: string): Promise<number> {
  const info = await stat(path);
  if (!info.isDirectory()) return info.mtimeMs;
  const entries = await readdir(path);
  const times = await Promise.all(entries.map((entry) => newest(join(path, entry))));
  return Math.max(0, ...times);
}

/** True when there is no production build, or a source is newer than it. */
export async function isBuildNeeded(): Promise<boolean> {
  if (!existsSync(MARKER) || !existsSync("prisma/generated")) return true;
  const built = (await stat(MARKER)).mtimeMs;
  const times = await Promise.all(SOURCES.filter((path) => existsSync(path)).map(newest));
  return Math.max(...times) > built;
}

function run(command: string[], environment: Record<string, string>, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, {
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, ...environment },
      ...(signal ? { signal } : {}),
    });
    child.once("error", reject);
    child.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`${command[0]} ended with ${code}.`)),
    );
  });
}

/** Generates the database client and makes the production build; `signal` ends it before its time. */
export async function build(signal?: AbortSignal): Promise<void> {
  await run(["node_modules/prisma/build/index.js", "generate", "--no-hints"], {}, signal);
  const environment = { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  await run(["node_modules/next/dist/bin/next", "build"], environment, signal);
}
