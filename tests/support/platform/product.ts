import { spawn, type ChildProcess } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildIfNeeded } from "@/lib/operations/installation/build";
import type { NewOrganization } from "@/lib/operations/installation/service";
import { findRunningEmbeddedPostgresUrl } from "@/lib/platform/postgres/embedded";
import { stopPreviousServer } from "@/lib/platform/postgres/postmaster";
import { listChildren, isAlive, signal, type ChildProcessInfo } from "./processes";
import { until } from "../until";

// The built product as its own processes, for tests of every runner: this file imports neither vitest nor Playwright.

const START_MS = 240_000; // may include a build
const END_MS = 60_000;

export type ProcessEnd = { code: number | null; signal: NodeJS.Signals | null };

export type ProductOptions = {
  /** Default: a new temporary directory. `remove` deletes it. */
  dataDir?: string;
  /** Environment variables in addition to those below; `undefined` removes one of those. */
  env?: Record<string, string | undefined>;
  /** Number of server processes (default 1). */
  servers?: number;
  /** The folder of another version of the product (default: this one). */
  folder?: string;
  /** Starts only this part, which needs a DATABASE_URL (default: both). */
  only?: "web" | "jobs";
  /** Starts it like `npm run dev`: without a build, with Next's hot reload. */
  isDevelopment?: boolean;
};

/** A finished command of the product. */
export type FinishedCommand = ProcessEnd & { stdout: string; stderr: string };

export type Product = {
  /** Its address, without a slash at the end. */
  origin: string;
  dataDir: string;
  /** The environment variables that it was started with, for the operator's commands. */
  env: NonNullable<ProductOptions["env"]>;
  /** The folder of its version, if it is not this one. */
  folder?: string;
  /** Process id of the supervisor. */
  pid: number;
  /** Resolves when the supervisor has ended. */
  ended: Promise<ProcessEnd>;
  /** Its output so far, including errors, with the text of messages. */
  log: () => string;
  /** Its output so far, as it is. */
  output: () => string;
  /** The process ids of the servers. */
  servers: () => Promise<ChildProcessInfo[]>;
  /** The process id of the job runner. */
  runner: () => Promise<ChildProcessInfo>;
  /** The connection string of the embedded database while it runs. */
  databaseUrl: () => Promise<string>;
  /** Sends SIGTERM and waits until everything has ended. */
  stop: () => Promise<ProcessEnd>;
  /** Sends SIGKILL to the supervisor and all its processes at once. The embedded database keeps running. */
  killAll: () => Promise<void>;
  /** Sends SIGKILL to the supervisor alone. */
  killSupervisor: () => Promise<void>;
  /** Ends whatever still runs and deletes the data directory. May be called at any time. */
  remove: () => Promise<void>;
};

/** Creates a directory for the data of an installation. The database may run as another account, which needs access. */
export async function createDataDir(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "badges-product-"));
  await chmod(directory, 0o755);
  return directory;
}

/** Ends a database that was left running, and deletes everything. */
export async function removeDataDir(dataDir: string): Promise<void> {
  await stopPreviousServer(join(dataDir, "postgres"), () => undefined);
  await rm(dataDir, { recursive: true, force: true });
}

/** Builds the product if its sources are newer than the last build. */
export const ensureBuilt = (): Promise<void> => buildIfNeeded();

// A clean environment: the variables of the test runner and of the developer's shell are left out.
function environment(dataDir: string, { env = {}, servers = 1 }: ProductOptions): NodeJS.ProcessEnv {
  const inherited = ["PATH", "HOME", "TMPDIR", "LANG"].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const all = {
    ...Object.fromEntries(inherited),
    DATA_DIR: dataDir,
    PORT: "0",
    WEB_CONCURRENCY: String(servers),
    WEBHOOKS_ALLOW_INSECURE: "1",
    LOG_LEVEL: "warn",
    // Tests send requests faster than clients do.
    RATE_LIMIT: "off",
    // Makes the supervisor end with its parent, so that a killed test run leaves no processes behind.
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
  ended: Promise<ProcessEnd>;
  hasEnded: () => boolean;
  stdout: () => string;
  stderr: () => string;
};

/** Starts a program of this or another folder of the product. */
function run(program: string, args: string[], dataDir: string, options: ProductOptions): Running {
  const compiler = program.endsWith(".ts") ? ["--import", "tsx"] : [];
  const child = spawn(process.execPath, [...compiler, program, ...args], {
    env: environment(dataDir, options),
    ...(options.folder === undefined ? {} : { cwd: options.folder }),
    stdio: ["ignore", "pipe", "pipe"],
    // A process group of its own, so that one signal reaches the process and its children (except the database).
    detached: true,
  });
  const [stdout, stderr]: [string[], string[]] = [[], []];
  child.stdout?.setEncoding("utf8").on("data", (text: string) => stdout.push(text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => stderr.push(text));
  let isClosed = false;
  const ended = new Promise<ProcessEnd>((resolve, reject) => {
    child.once("error", reject);
    // "close" comes when the output is complete too.
    child.once("close", (code, name) => {
      isClosed = true;
      resolve({ code, signal: name });
    });
  });
  if (child.pid === undefined) throw new Error(`${program} could not be started.`);
  return {
    child,
    pid: child.pid,
    ended,
    hasEnded: () => isClosed,
    stdout: () => stdout.join(""),
    stderr: () => stderr.join(""),
  };
}

/** Lines of programs that have only a message are shown as its text, as at a terminal. */
function showMessages(output: string): string {
  return output.replaceAll(
    /^\{"level":(?:30|60),"time":\d+,"msg":(".*")\}$/gm,
    (_line, message: string) => JSON.parse(message) as string,
  );
}

const formatOutput = ({ stdout, stderr }: Running): string => showMessages(stdout()) + showMessages(stderr());

/** Starts the product and waits until it ends: for starts that must be refused. */
export async function runProduct(options: ProductOptions & { dataDir: string }): Promise<FinishedCommand> {
  const running = run("scripts/launch.js", [], options.dataDir, options);
  const timer = setTimeout(() => signal(-running.pid, "SIGKILL"), START_MS);
  const ending = await running.ended.finally(() => clearTimeout(timer));
  return { ...ending, stdout: running.stdout(), stderr: showMessages(running.stderr()) };
}

/**
 * Starts the operator's command line on a data directory, for tests that end it before it is done. It is the program of the
 * build, to which `npm run admin` leads after a second in which it looks for changed sources.
 */
export const startAdmin = (dataDir: string, args: string[], options: ProductOptions = {}): Running =>
  run(".build/operator.js", args, dataDir, options);

/** Runs the operator's command line on a data directory. */
export async function runAdmin(
  dataDir: string,
  args: string[],
  options: ProductOptions = {},
): Promise<FinishedCommand> {
  const running = startAdmin(dataDir, args, options);
  const ending = await running.ended;
  return { ...ending, stdout: running.stdout(), stderr: showMessages(running.stderr()) };
}

/** Runs `npm run migrate` on the database of the environment, or on that of the data directory. */
export async function runMigrate(dataDir: string, options: ProductOptions = {}): Promise<FinishedCommand> {
  const running = run("scripts/migrate.ts", [], dataDir, options);
  const ending = await running.ended;
  return { ...ending, stdout: running.stdout(), stderr: showMessages(running.stderr()) };
}

async function adminJson(dataDir: string, args: string[], options: ProductOptions): Promise<unknown> {
  const { code, stdout, stderr } = await runAdmin(dataDir, [...args, "--json"], options);
  if (code !== 0) throw new Error(`admin ended with ${code}:\n${stderr}`);
  return JSON.parse(stdout);
}

/** Creates an organization of the installation, as an operator does. `env`: of an installation with its own database. */
export const createOrganization = async (
  dataDir: string,
  { name, adminEmail }: { name: string; adminEmail: string },
  env: NonNullable<ProductOptions["env"]> = {},
  folder?: string,
): Promise<NewOrganization> =>
  (await adminJson(dataDir, ["organization", "create", "--name", name, "--admin-email", adminEmail], {
    env,
    ...(folder === undefined ? {} : { folder }),
  })) as NewOrganization;

export type NewLearningApp = {
  api_key: string;
  app_secret: string;
  owner_email: string;
  owner_password: string;
};

/** Creates an enterprise app of the learning edition, as an operator does. */
export const createLearningApp = async (
  dataDir: string,
  { organizationId, name }: { organizationId: string; name: string },
  env: NonNullable<ProductOptions["env"]> = {},
): Promise<NewLearningApp> =>
  (await adminJson(
    dataDir,
    ["learning-app", "create", "--enterprise", "--organization", organizationId, "--name", name],
    { env },
  )) as NewLearningApp;

const parseOrigin = (text: string): string | undefined => /^Ready on (\S+)/m.exec(text)?.[1];

async function whenReady(running: Running): Promise<string> {
  return until(
    "the product says that it is ready",
    () => {
      if (running.hasEnded()) throw new Error("It ended.");
      return parseOrigin(showMessages(running.stdout()));
    },
    START_MS,
  ).catch((error: unknown) => {
    signal(-running.pid, "SIGKILL");
    throw new Error(`The product did not start:\n${formatOutput(running)}`, { cause: error });
  });
}

const isServer = ({ command }: ChildProcessInfo): boolean => /\.build\/(development\/)?web\.js/.test(command);
const isRunner = ({ command }: ChildProcessInfo): boolean =>
  /\.build\/(development\/)?runner\.js/.test(command);

function buildControls(
  running: Running,
  dataDir: string,
): Omit<Product, "origin" | "dataDir" | "env" | "folder" | "pid" | "ended" | "log" | "output"> {
  const { pid, ended } = running;
  const listProcesses = async () =>
    (await listChildren(pid)).filter((child) => isServer(child) || isRunner(child));
  const killAll = async () => {
    const members = await listProcesses();
    signal(-pid, "SIGKILL");
    await ended;
    for (const member of members)
      await until(`${member.command} is gone`, async () => !(await isAlive(member.pid)));
  };
  return {
    servers: async () => (await listProcesses()).filter(isServer),
    runner: () => until("the job process runs", async () => (await listProcesses()).find(isRunner)),
    databaseUrl: () => until("the database runs", () => findRunningEmbeddedPostgresUrl(dataDir)),
    killAll,
    killSupervisor: async () => {
      const members = await listProcesses();
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
      // Once its output is closed, all of it has ended, and another process may have the same id.
      if (!running.hasEnded()) await killAll();
      await removeDataDir(dataDir);
    },
  };
}

/**
 * Starts the built product (see `ensureBuilt`) on a free port with its own data directory, and waits until it is ready.
 * The caller must end it with `stop` or a kill, and `remove` it.
 */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const dataDir = options.dataDir ?? (await createDataDir());
  const running = options.isDevelopment
    ? run("scripts/start.ts", ["--dev"], dataDir, options)
    : run("scripts/launch.js", options.only ? ["--only", options.only] : [], dataDir, options);
  const origin = await whenReady(running);
  const { pid, ended } = running;
  return {
    origin,
    dataDir,
    env: options.env ?? {},
    ...(options.folder === undefined ? {} : { folder: options.folder }),
    pid,
    ended,
    log: () => formatOutput(running),
    output: () => running.stdout() + running.stderr(),
    ...buildControls(running, dataDir),
  };
}
