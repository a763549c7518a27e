import { type ChildProcess, spawn, type SpawnOptions } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, chown, mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chooseServerAccount, type ServerAccount } from "@/lib/platform/postgres/account";
import { prepareBinaries, type PostgresBinaries, runCommand } from "@/lib/platform/postgres/binaries";
import { SUPERUSER } from "@/lib/platform/postgres/database";
import { rotateServerLog } from "@/lib/platform/postgres/server-log";
import { stopPreviousServer, stopServer, readPostmasterFile } from "@/lib/platform/postgres/postmaster";
import { findFreePort } from "@/lib/kernel/free-port";
import { PRIVATE_DIRECTORY, PRIVATE_FILE } from "@/lib/kernel/private-files";
import type { ProgramLog } from "@/lib/kernel/program-log";

/** A database cluster on disk, and what is needed to run it. */
export interface Cluster {
  directory: string;
  logFile: string;
  binaries: PostgresBinaries;
  account: ServerAccount;
  /** How long a start may take. By default five minutes. */
  readyTimeoutMs?: number;
}

/** A running server of a cluster. */
export interface RunningServer {
  port: number;
  pid: number;
  /** Resolves when the server has ended, for any reason. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

const INITDB_OPTIONS = [
  `--username=${SUPERUSER}`,
  "--encoding=UTF8",
  // PostgreSQL's own C.UTF-8, so that sorting and case do not depend on the machine's locales.
  "--locale=C",
  "--locale-provider=builtin",
  "--builtin-locale=C.UTF-8",
  "--auth=scram-sha-256",
];

const SERVER_SETTINGS: Record<string, string> = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "100",
  // Allows about 25,000 locks in all, because one transaction may need thousands of advisory locks (duplicates of a
  // batch).
  max_locks_per_transaction: "256",
  shared_buffers: "128MB",
  synchronous_commit: "on",
  timezone: "UTC",
  log_timezone: "UTC",
  lc_messages: "C",
  logging_collector: "off",
  // What a stopped archive of the log may take of the disk (lib/operations/backups/slots.ts).
  max_slot_wal_keep_size: "10GB",
};

/** Prepares to run the cluster in `directory`. It need not exist yet, but its parent must. */
export async function prepareCluster(directory: string): Promise<Cluster> {
  const parent = dirname(directory);
  const linkDirectory = join(parent, "postgres-lib");
  const binaries = await prepareBinaries(linkDirectory);
  const { root, initdb, postgres } = binaries;
  const programs = [initdb, postgres, join(root, "lib"), join(root, "share", "postgresql")];
  const account = await chooseServerAccount(directory, { parent, programs });
  const { owner } = account;
  // It exists only if the directory of the programs is read-only.
  if (owner !== undefined) await chown(linkDirectory, owner.uid, owner.gid).catch(() => undefined);
  return { directory, logFile: join(parent, "postgres.log"), binaries, account };
}

function buildCommand(cluster: Cluster, program: string, args: string[]): { file: string; args: string[] } {
  const [file = program, ...rest] = [...cluster.account.prefix, program, ...args];
  return { file, args: rest };
}

function buildSpawnOptions({ account, binaries }: Cluster): SpawnOptions & { cwd: string } {
  const { owner, prefix } = account;
  return {
    cwd: "/",
    // Only what the server needs, because our own environment contains secrets.
    env: {
      NODE_ENV: "production",
      PATH: process.env["PATH"] ?? "/usr/bin:/bin",
      LC_ALL: "C",
      ...binaries.environment,
    },
    ...(owner !== undefined && prefix.length === 0 ? { uid: owner.uid, gid: owner.gid } : {}),
  };
}

async function changeOwnerToAccount({ account }: Cluster, path: string): Promise<void> {
  if (account.owner !== undefined) await chown(path, account.owner.uid, account.owner.gid);
}

/** Removes unfinished clusters of a creation that was killed (initdb may still be writing to one). */
async function removeUnfinishedClusters({ directory }: Cluster): Promise<void> {
  const [parent, prefix] = [dirname(directory), `${basename(directory)}.new-`];
  const drafts = (await readdir(parent)).filter((name) => name.startsWith(prefix));
  for (const draft of drafts) await rm(join(parent, draft), { recursive: true, force: true });
}

/**
 * Creates the cluster with this password for the superuser. It gets its final name only when it is complete, so an
 * interrupted creation can simply be repeated.
 */
export async function createCluster(
  cluster: Cluster,
  password: string,
  extraOptions: string[] = [],
): Promise<void> {
  await removeUnfinishedClusters(cluster);
  const draft = `${cluster.directory}.new-${randomBytes(6).toString("hex")}`;
  const passwordFile = `${draft}.password`;
  try {
    await mkdir(draft, { mode: PRIVATE_DIRECTORY });
    await changeOwnerToAccount(cluster, draft);
    await writeFile(passwordFile, `${password}\n`, { flag: "wx", mode: PRIVATE_FILE });
    await changeOwnerToAccount(cluster, passwordFile);
    const options = [`--pgdata=${draft}`, `--pwfile=${passwordFile}`, ...INITDB_OPTIONS, ...extraOptions];
    const { file, args } = buildCommand(cluster, cluster.binaries.initdb, options);
    const { code, output } = await runCommand(file, args, buildSpawnOptions(cluster));
    if (code !== 0)
      throw new Error(`Creating the embedded database failed (initdb, exit code ${code}):\n${output}`);
    await rename(draft, cluster.directory);
  } finally {
    await rm(passwordFile, { force: true });
    await rm(draft, { recursive: true, force: true });
  }
}

async function spawnServer(
  cluster: Cluster,
  port: number,
  settings: Record<string, string>,
  log: ProgramLog,
): Promise<ChildProcess> {
  const options = Object.entries({ ...SERVER_SETTINGS, ...settings, port: String(port) });
  const flags = options.flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const { file, args } = buildCommand(cluster, cluster.binaries.postgres, [
    "-D",
    cluster.directory,
    ...flags,
  ]);
  await rotateServerLog(cluster.logFile).catch((error: unknown) =>
    log(`The log of the database, ${cluster.logFile}, could not be rotated: ${String(error)}`, "warn"),
  );
  // A file, not a pipe: the server may outlive this process, and writing to a pipe without a reader would fail.
  const logFile = await open(cluster.logFile, "a", PRIVATE_FILE);
  try {
    const stdio: SpawnOptions["stdio"] = ["ignore", logFile.fd, logFile.fd];
    // Detached, so that Ctrl-C in the terminal reaches only this process: the database must end after its clients.
    const child = spawn(file, args, { ...buildSpawnOptions(cluster), stdio, detached: true });
    await new Promise((done, fail) => child.once("spawn", done).once("error", fail));
    return child;
  } finally {
    await logFile.close();
  }
}

async function readLogTail(cluster: Cluster): Promise<string> {
  const text = await readFile(cluster.logFile, "utf8").catch(() => "");
  return text.trimEnd().split("\n").slice(-8).join("\n");
}

/** Waits until the server accepts connections. Returns false if it ended before that. Throws after `timeoutMs`. */
async function waitUntilReady(cluster: Cluster, child: ChildProcess, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (child.exitCode === null && child.signalCode === null) {
    const file = await readPostmasterFile(cluster.directory);
    if (file?.pid === child.pid && file?.status === "ready") return true;
    if (Date.now() > deadline) throw new Error(`The database is not ready after ${timeoutMs / 1000} s.`);
    await sleep(10);
  }
  return false;
}

const READY_TIMEOUT_MS = 300_000; // replaying the log after a crash of the machine may take minutes
const MAX_START_ATTEMPTS = 5;

/**
 * Starts the server on 127.0.0.1, on `requestedPort` or a free port. First shuts down a server of the same cluster that a
 * killed process left running. The caller must hold the instance lock of the directory.
 */
export async function startCluster(
  cluster: Cluster,
  settings: Record<string, string> = {},
  log: ProgramLog = () => undefined,
  requestedPort?: number,
): Promise<RunningServer> {
  await stopPreviousServer(cluster.directory, log);
  // PostgreSQL refuses other modes, such as that of a restored backup.
  await chmod(cluster.directory, PRIVATE_DIRECTORY);
  for (let attempt = 1; ; attempt += 1) {
    const port = requestedPort ?? (await findFreePort());
    const child = await spawnServer(cluster, port, settings, log);
    const { pid } = child;
    if (pid === undefined) throw new Error("The database process has no id.");
    const ended = new Promise<void>((done) => child.once("exit", () => done()));
    const ready = await waitUntilReady(cluster, child, cluster.readyTimeoutMs ?? READY_TIMEOUT_MS).catch(
      async (error: unknown) => {
        await stopServer(pid, ended);
        throw error;
      },
    );
    if (ready) {
      child.unref();
      return { port, pid, ended, stop: () => stopServer(pid, ended) };
    }
    const tail = await readLogTail(cluster);
    // Another program may have taken the port after it was found free.
    const canRetry = /Address already in use|pre-existing shared memory block/.test(tail);
    if (!canRetry || attempt === MAX_START_ATTEMPTS)
      throw new Error(`The embedded database did not start:\n${tail}`);
    await sleep(200 * attempt);
  }
}
