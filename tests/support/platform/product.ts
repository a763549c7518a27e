import { spawn, type ChildProcess } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildIfNeeded } from "@/lib/platform/installation/build";
import type { NewOrganization } from "@/lib/platform/installation/service";
import { runningEmbeddedPostgres } from "@/lib/platform/postgres/embedded";
import { endPreviousServer } from "@/lib/platform/postgres/postmaster";
import { childrenOf, isAlive, signal, type ChildProcessInfo } from "./processes";
import { until } from "../until";

// The built product as its own processes, for tests of every runner: nothing here knows vitest or Playwright.

const START_MS = 240_000; // a build may come first
const END_MS = 60_000;

export type Ending = { code: number | null; signal: NodeJS.Signals | null };

export type ProductOptions = {
  /** Default: a new temporary directory. `remove` deletes it. */
  dataDir?: string;
  /** Variables of the product besides the ones below; `undefined` takes one of those away. */
  env?: Record<string, string | undefined>;
  /** Number of server processes (default 1). */
  servers?: number;
  /** As `npm run dev` starts it: without a build, with Next's hot reload. */
  isDevelopment?: boolean;
};

/** A finished command of the product. */
export type Finished = Ending & { stdout: string; stderr: string };

export type Product = {
  /** Where it answers, without a slash at the end. */
  origin: string;
  dataDir: string;
  /** Process id of the supervisor. */
  pid: number;
  /** Settles when the supervisor is gone. */
  ended: Promise<Ending>;
  /** What it has printed so far, errors included. */
  log: () => string;
  /** The processes that serve requests. */
  servers: () => Promise<ChildProcessInfo[]>;
  /** The process that runs the jobs. */
  runner: () => Promise<ChildProcessInfo>;
  /** Connection string of the embedded database while it runs. */
  databaseUrl: () => Promise<string>;
  /** SIGTERM, and waits for the end of everything. */
  stop: () => Promise<Ending>;
  /** SIGKILL for the supervisor and all its processes at once; the embedded database is left running. */
  killAll: () => Promise<void>;
  /** SIGKILL for the supervisor alone. */
  killSupervisor: () => Promise<void>;
  /** Ends whatever still runs and deletes the data directory; safe to call at any time. */
  remove: () => Promise<void>;
};

/** A new directory for an installation's data. The database may run as another account: it must get in. */
export async function makeDataDir(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "badges-product-"));
  await chmod(directory, 0o755);
  return directory;
}

/** Ends a database that was left running, and deletes everything. */
export async function removeDataDir(dataDir: string): Promise<void> {
  await endPreviousServer(join(dataDir, "postgres"), () => undefined);
  await rm(dataDir, { recursive: true, force: true });
}

/** Builds the product if its sources are newer than the last build. */
export const ensureBuilt = (): Promise<void> => buildIfNeeded();

// A clean environment: neither the variables of the test runner nor those of whoever started it get in.
function environment(dataDir: string, { env = {}, servers = 1 }: ProductOptions): NodeJS.ProcessEnv {
  const kept = ["PATH", "HOME", "TMPDIR", "LANG"].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const all = {
    ...Object.fromEntries(kept),
    DATA_DIR: dataDir,
    PORT: "0",
    WEB_CONCURRENCY: String(servers),
    WEBHOOKS_ALLOW_INSECURE: "1",
    LOG_LEVEL: "warn",
    // Tests ask faster than clients do.
    RATE_LIMIT: "off",
    // The supervisor then ends with its parent: a test run that is killed leaves nothing behind.
    npm_lifecycle_event: "start",
    ...env,
  };
  return Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== undefined),
  ) as NodeJS.ProcessEnv;
}

type Running = {
  child: ChildProcess;
  pid: number;
  ended: Promise<Ending>;
  hasEnded: () => boolean;
  stdout: () => string;
  stderr: () => string;
};

function run(script: string, args: string[], dataDir: string, options: ProductOptions): Running {
  const child = spawn(process.execPath, ["--import", "tsx", `scripts/${script}`, ...args], {
    env: environment(dataDir, options),
    stdio: ["ignore", "pipe", "pipe"],
    // A process group of its own, so that one signal reaches it and all that it started (but the database).
    detached: true,
  });
  const [stdout, stderr]: [string[], string[]] = [[], []];
  child.stdout?.setEncoding("utf8").on("data", (text: string) => stdout.push(text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => stderr.push(text));
  let isClosed = false;
  const ended = new Promise<Ending>((resolve, reject) => {
    child.once("error", reject);
    // "close" comes when the output is complete too.
    child.once("close", (code, name) => {
      isClosed = true;
      resolve({ code, signal: name });
    });
  });
  if (child.pid === undefined) throw new Error(`scripts/${script} could not be started.`);
  return {
    child,
    pid: child.pid,
    ended,
    hasEnded: () => isClosed,
    stdout: () => stdout.join(""),
    stderr: () => stderr.join(""),
  };
}

const outputOf = ({ stdout, stderr }: Running): string => stdout() + stderr();

/** Starts the product and waits for its end: for starts that must be refused. */
export async function runProduct(options: ProductOptions & { dataDir: string }): Promise<Finished> {
  const running = run("start.ts", [], options.dataDir, options);
  const timer = setTimeout(() => signal(-running.pid, "SIGKILL"), START_MS);
  const ending = await running.ended.finally(() => clearTimeout(timer));
  return { ...ending, stdout: running.stdout(), stderr: running.stderr() };
}

/** Runs the operator's command line on a data directory. */
export async function runAdmin(
  dataDir: string,
  args: string[],
  options: ProductOptions = {},
): Promise<Finished> {
  const running = run("admin.ts", args, dataDir, options);
  const ending = await running.ended;
  return { ...ending, stdout: running.stdout(), stderr: running.stderr() };
}

async function adminJson(dataDir: string, args: string[]): Promise<unknown> {
  const { code, stdout, stderr } = await runAdmin(dataDir, [...args, "--json"]);
  if (code !== 0) throw new Error(`admin ended with ${code}:\n${stderr}`);
  return JSON.parse(stdout);
}

/** A new organization of the installation, made as an operator makes it. */
export const createOrganization = async (
  dataDir: string,
  { name, adminEmail }: { name: string; adminEmail: string },
): Promise<NewOrganization> =>
  (await adminJson(dataDir, [
    "organization",
    "create",
    "--name",
    name,
    "--admin-email",
    adminEmail,
  ])) as NewOrganization;

export type NewLearningApp = {
  api_key: string;
  app_secret: string;
  owner_email: string;
  owner_password: string;
};

/** A new enterprise app of the learning edition, made as an operator makes it. */
export const createLearningApp = async (
  dataDir: string,
  { organizationId, name }: { organizationId: string; name: string },
): Promise<NewLearningApp> =>
  (await adminJson(dataDir, [
    "learning-app",
    "create",
    "--enterprise",
    "--organization",
    organizationId,
    "--name",
    name,
  ])) as NewLearningApp;

const originIn = (text: string): string | undefined => /^Ready on (\S+)/m.exec(text)?.[1];

async function whenReady(running: Running): Promise<string> {
  return until(
    "the product says that it is ready",
    () => {
      if (running.hasEnded()) throw new Error("It ended.");
      return originIn(running.stdout());
    },
    START_MS,
  ).catch((error: unknown) => {
    signal(-running.pid, "SIGKILL");
    throw new Error(`The product did not start:\n${outputOf(running)}`, { cause: error });
  });
}

const isServer = ({ command }: ChildProcessInfo): boolean => /\.build\/(development\/)?web\.js/.test(command);
const isRunner = ({ command }: ChildProcessInfo): boolean =>
  /\.build\/(development\/)?runner\.js/.test(command);

function controls(
  running: Running,
  dataDir: string,
): Omit<Product, "origin" | "dataDir" | "pid" | "ended" | "log"> {
  const { pid, ended } = running;
  const family = async () => (await childrenOf(pid)).filter((child) => isServer(child) || isRunner(child));
  const killAll = async () => {
    const members = await family();
    signal(-pid, "SIGKILL");
    await ended;
    for (const member of members)
      await until(`${member.command} is gone`, async () => !(await isAlive(member.pid)));
  };
  return {
    servers: async () => (await family()).filter(isServer),
    runner: () => until("the job process runs", async () => (await family()).find(isRunner)),
    databaseUrl: () => until("the database runs", () => runningEmbeddedPostgres(dataDir)),
    killAll,
    killSupervisor: async () => {
      const members = await family();
      signal(pid, "SIGKILL");
      for (const member of [{ pid, command: "the supervisor" }, ...members]) {
        await until(`${member.command} is gone`, async () => !(await isAlive(member.pid)), END_MS);
      }
    },
    stop: async () => {
      signal(pid, "SIGTERM");
      const timer = setTimeout(() => signal(-pid, "SIGKILL"), END_MS);
      return ended.finally(() => clearTimeout(timer));
    },
    remove: async () => {
      // Once its output is closed nothing of it lives, and the number may belong to somebody else.
      if (!running.hasEnded()) await killAll();
      await removeDataDir(dataDir);
    },
  };
}

/**
 * Starts the built product (see `ensureBuilt`) on a free port, with a data directory of its own, and waits until it
 * is ready. Whoever starts it ends it: `stop` or a kill, and `remove`.
 */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const dataDir = options.dataDir ?? (await makeDataDir());
  const running = run("start.ts", options.isDevelopment ? ["--dev"] : [], dataDir, options);
  const origin = await whenReady(running);
  const { pid, ended } = running;
  return { origin, dataDir, pid, ended, log: () => outputOf(running), ...controls(running, dataDir) };
}
