import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BuildOptions, Plugin } from "esbuild";
import { ASSETS_FOLDER, compressAssets } from "@/lib/http/server/static-assets";
import { BUNDLES, DEVELOPMENT_BUNDLES, PROGRAMS } from "@/lib/kernel/programs";
import { acquireInstanceLock } from "@/lib/platform/postgres/instance-lock";
import { ROUTE_TABLE, routeTablePlugin } from "./api-routes";

const SOURCES = [
  "app",
  "components",
  "lib",
  "prisma/schema",
  "public",
  "scripts",
  "instrumentation.ts",
  "next.config.mjs",
  "package-lock.json",
];
// An empty file that marks a complete build, with the time at which the build began: a source that was saved during the
// build is newer. Next writes its own mark after it has compiled, which is too late.
const COMPLETE = join(BUNDLES, "complete");
const STARTED = join(BUNDLES, "begun");

const LOCK_TIMEOUT_MS = 600_000;

const QUERY_COMPILER = "query_compiler_fast_bg";

/**
 * Lets a program use the smaller build of Prisma's query compiler, which takes half of the memory and compiles more
 * slowly: for the process for jobs, which compiles its few queries once. Fails when Prisma names them differently.
 */
const smallQueryCompilerPlugin: Plugin = {
  name: "small-query-compiler",
  setup(bundling) {
    bundling.onLoad({ filter: /prisma[\\/]generated[\\/]internal[\\/]class\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      if (!text.includes(QUERY_COMPILER)) throw new Error(`${path} does not name ${QUERY_COMPILER}.`);
      return { contents: text.replaceAll(QUERY_COMPILER, "query_compiler_small_bg"), loader: "ts" };
    });
  },
};

const BUNDLING = {
  bundle: true,
  splitting: true,
  packages: "external",
  platform: "node",
  format: "esm",
  target: "node20.19",
  jsx: "automatic",
  logLevel: "error",
} as const satisfies BuildOptions;

const toEntryPoint = (name: (typeof PROGRAMS)[number]) => ({ in: `scripts/${name}.ts`, out: name });

/**
 * Bundles the programs. Compiling their sources when they start would cost each long-running process 80 MB of memory,
 * and each command two seconds.
 */
async function bundlePrograms(outdir: string): Promise<void> {
  const { build: bundle } = await import("esbuild");
  const [shared, alone] = [PROGRAMS.filter((name) => name !== "runner"), toEntryPoint("runner")];
  await bundle({
    ...BUNDLING,
    outdir,
    // The program `web` loads the table of routes, and shares all other modules with it.
    entryPoints: [...shared.map(toEntryPoint), { in: ROUTE_TABLE, out: ROUTE_TABLE }],
    plugins: [routeTablePlugin],
  });
  await bundle({ ...BUNDLING, outdir, entryPoints: [alone], plugins: [smallQueryCompilerPlugin] });
}

/** Returns when a file, or anything in a folder, was last changed. The folder itself changes when a file is deleted. */
async function findNewestChange(path: string): Promise<number> {
  const info = await stat(path).catch(() => null);
  if (!info?.isDirectory()) return info?.mtimeMs ?? 0;
  const entries = await readdir(path).catch(() => []);
  const times = await Promise.all(entries.map((entry) => findNewestChange(join(path, entry))));
  return Math.max(info.mtimeMs, ...times);
}

/**
 * Whether there is no complete production build, or a source changed since it began. An image of a container contains the
 * build without the sources.
 */
export async function isBuildNeeded(): Promise<boolean> {
  const completed = await stat(COMPLETE).catch(() => null);
  if (completed && !existsSync("app")) return false;
  if (!completed || ![join(".next", "BUILD_ID"), "prisma/generated"].every((path) => existsSync(path)))
    return true;
  return Math.max(...(await Promise.all(SOURCES.map(findNewestChange)))) > completed.mtimeMs;
}

/** How the commands of a build run: what aborts them, and whether their output is printed only when they fail. */
type Running = { signal?: AbortSignal | undefined; isQuiet?: boolean };

async function run(
  command: string[],
  environment: Record<string, string>,
  { signal, isQuiet = false }: Running,
): Promise<void> {
  const output = isQuiet ? "pipe" : "inherit";
  const child = spawn(process.execPath, command, {
    stdio: ["ignore", output, output],
    env: { ...process.env, ...environment },
    ...(signal ? { signal } : {}),
  });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (part: Buffer) => void printed.push(part));
  // "close" comes when all output was read.
  const [code] = (await once(child, "close")) as [number | null];
  if (code === 0) return;
  throw new Error(`${command[0]} ended with ${code}.\n${Buffer.concat(printed).toString("utf8")}`.trim());
}

/** Lists the files of a source, in an order that does not depend on the file system. */
async function listFiles(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true, recursive: true }).catch(() => null);
  if (!entries) return [path];
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => join(entry.parentPath, entry.name)).toSorted();
}

/** Identifies a build by its sources, so that machines that build for themselves serve each other's pages. */
async function digestSources(): Promise<string> {
  const hash = createHash("sha256");
  for (const source of SOURCES)
    for (const file of await listFiles(source)) hash.update(`${file}\0`).update(await readFile(file));
  return hash.digest("hex").slice(0, 20);
}

const generateClient = (running: Running): Promise<void> =>
  run(["node_modules/prisma/build/index.js", "generate", "--no-hints"], {}, running);

async function runBuild(running: Running): Promise<void> {
  await rm(COMPLETE, { force: true });
  await writeFile(STARTED, "");
  await generateClient(running);
  await bundlePrograms(BUNDLES);
  const environment = {
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    BUILD_ID: await digestSources(),
  };
  await run(["node_modules/next/dist/bin/next", "build"], environment, running);
  await compressAssets(join(".next", "static"), ASSETS_FOLDER);
  await rename(STARTED, COMPLETE);
}

/** Runs one build at a time, because two starts in one checkout would write the same files. */
async function withBuildLock(work: () => Promise<void>): Promise<void> {
  const lock = await acquireInstanceLock(BUNDLES, { temporary: true, waitTimeoutMs: LOCK_TIMEOUT_MS });
  try {
    await work();
  } finally {
    await lock.release();
  }
}

/** Generates the database client and creates the production build. Prints what its commands print. */
export const build = (): Promise<void> => withBuildLock(() => runBuild({}));

/**
 * Creates the production build unless it is up to date, and prints nothing unless it fails. Waits for a build of another
 * process. `signal` aborts it; the next call starts an aborted build again.
 */
export async function buildIfNeeded({
  announce = () => undefined,
  signal,
}: { announce?: () => void; signal?: AbortSignal } = {}): Promise<void> {
  if (!(await isBuildNeeded())) return;
  announce();
  await withBuildLock(async () => {
    if (await isBuildNeeded()) await runBuild({ signal, isQuiet: true });
  });
}

/**
 * Bundles the programs for `npm run dev`, and generates the database client when the schema changed. Next compiles pages
 * and routes as they are opened.
 */
export async function prepareDevelopment(signal?: AbortSignal): Promise<void> {
  const [schema, client] = [
    await findNewestChange("prisma/schema"),
    await findNewestChange("prisma/generated"),
  ];
  if (schema > client) await generateClient({ signal });
  await bundlePrograms(DEVELOPMENT_BUNDLES);
}
