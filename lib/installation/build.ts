import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { build as bundle } from "esbuild";

const SOURCES = [
  "app",
  "components",
  "lib",
  "prisma/schema",
  "public",
  "scripts",
  "next.config.mjs",
  "package-lock.json",
];
const MARKER = join(".next", "BUILD_ID");

const BUNDLES = ".build";

/** The compiled program of one of the scripts that `build` bundles. */
export const bundleOf = (script: "web" | "runner"): string => join(process.cwd(), BUNDLES, `${script}.js`);

/**
 * Bundles the programs of the long-running processes: loading their sources through a compiler would cost each of
 * them 80 MB that it never gives back.
 */
const bundlePrograms = () =>
  bundle({
    entryPoints: ["scripts/web.ts", "scripts/runner.ts"],
    outdir: BUNDLES,
    bundle: true,
    splitting: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20.19",
    jsx: "automatic",
    logLevel: "error",
  });

async function newest(path: string): Promise<number> {
  const info = await stat(path);
  if (!info.isDirectory()) return info.mtimeMs;
  const entries = await readdir(path);
  const times = await Promise.all(entries.map((entry) => newest(join(path, entry))));
  return Math.max(0, ...times);
}

/** True when there is no production build, or a source is newer than it. */
export async function isBuildNeeded(): Promise<boolean> {
  if (![MARKER, BUNDLES, "prisma/generated"].every((path) => existsSync(path))) return true;
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

/**
 * Generates the database client and makes the production build; `signal` ends it before its time. Next writes its mark
 * of a finished build last, so that what was broken off is made again.
 */
export async function build(signal?: AbortSignal): Promise<void> {
  await run(["node_modules/prisma/build/index.js", "generate", "--no-hints"], {}, signal);
  await bundlePrograms();
  const environment = { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  await run(["node_modules/next/dist/bin/next", "build"], environment, signal);
}
