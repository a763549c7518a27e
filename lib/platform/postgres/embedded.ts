import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createCluster, prepareCluster } from "@/lib/platform/postgres/cluster";
import {
  canConnect,
  buildApplicationUrl,
  buildSuperuserUrl,
  Credentials,
  ensureApplicationDatabase,
  generateCredentials,
} from "@/lib/platform/postgres/database";
import {
  acquireInstanceLock,
  findInstanceHolder,
  type InstanceLock,
} from "@/lib/platform/postgres/instance-lock";
import { startSupervisedCluster } from "@/lib/platform/postgres/supervised-cluster";
import { readPostmasterFile } from "@/lib/platform/postgres/postmaster";
import { PRIVATE_DIRECTORY, PRIVATE_FILE } from "@/lib/kernel/private-files";
import type { ProgramLog } from "@/lib/kernel/program-log";

/** The running embedded database. */
export interface EmbeddedPostgres {
  /** Connection string of the application's role, which owns its database and is no superuser. */
  url: string;
  /** Connection string of the superuser, for backups. */
  superuserUrl: string;
  /** Resolves when the server was stopped, or has ended too often to be restarted. */
  ended: Promise<void>;
  /** Shuts down the server and releases the data directory. Safe to call twice. */
  stop(): Promise<void>;
}

/** `isStartedHere`: this process started the server, because no service was running. */
type OpenedPostgres = EmbeddedPostgres & { isStartedHere: boolean };

interface EmbeddedPostgresOptions {
  dataDir: string;
  log: ProgramLog;
}

const dataDirPaths = (dataDir: string) => ({
  cluster: join(resolve(dataDir), "postgres"),
  credentials: join(resolve(dataDir), "postgres-credentials.json"),
});

/** Where a backup is restored before it is put in its place. While it exists, the database must not be started. */
export const unfinishedRestorePath = (dataDir: string): string => join(resolve(dataDir), "postgres.restore");

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/** A restore into the data directory was interrupted. */
class UnfinishedRestoreError extends Error {
  override readonly name = "UnfinishedRestoreError";
}

async function readCredentials(dataDir: string): Promise<Credentials | null> {
  const path = dataDirPaths(dataDir).credentials;
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  });
  return text === null ? null : Credentials.parse(JSON.parse(text));
}

/** Generates and stores the passwords. Called before the cluster is created, so that no cluster lacks its passwords. */
async function createCredentials(dataDir: string): Promise<Credentials> {
  const path = dataDirPaths(dataDir).credentials;
  const credentials = generateCredentials();
  await rm(path, { force: true });
  await writeFile(path, `${JSON.stringify(credentials)}\n`, { flag: "wx", mode: PRIVATE_FILE, flush: true });
  return credentials;
}

async function startUnderLock(
  { dataDir, log }: EmbeddedPostgresOptions,
  lock: InstanceLock,
): Promise<EmbeddedPostgres> {
  const { cluster: directory, credentials: credentialsFile } = dataDirPaths(dataDir);
  const unfinishedRestore = unfinishedRestorePath(dataDir);
  if (await exists(unfinishedRestore))
    throw new UnfinishedRestoreError(
      `A restore into ${dataDir} did not finish. Repeat "admin backup restore", or delete ${unfinishedRestore} if you ` +
        "do not want the backup.",
    );
  const cluster = await prepareCluster(directory);
  let credentials = await readCredentials(dataDir);
  const isNew = !(await exists(join(directory, "PG_VERSION")));
  if (isNew) {
    log(`Creating the embedded database in ${directory}.`);
    credentials = await createCredentials(dataDir);
    await createCluster(cluster, credentials.superuser);
  }
  if (credentials === null) {
    throw new Error(
      `${credentialsFile} is missing. It contains the passwords of ${directory}. Restore both together.`,
    );
  }
  const server = await startSupervisedCluster(cluster, log);
  const stop = async () => {
    await server.stop();
    await lock.release();
  };
  try {
    const existingUrl = buildApplicationUrl(server.port, credentials);
    const isComplete = !isNew && (await canConnect(existingUrl));
    const url = isComplete ? existingUrl : await ensureApplicationDatabase(server.port, credentials);
    log(`The embedded database is ready on 127.0.0.1:${server.port}.`);
    return { url, superuserUrl: buildSuperuserUrl(server.port, credentials), ended: server.ended, stop };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function lockAndStart(options: EmbeddedPostgresOptions, temporary: boolean): Promise<EmbeddedPostgres> {
  await mkdir(options.dataDir, { recursive: true, mode: PRIVATE_DIRECTORY });
  const lock = await acquireInstanceLock(options.dataDir, { temporary });
  try {
    return await startUnderLock(options, lock);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/**
 * Starts the embedded PostgreSQL of a data directory, creates it the first time, and holds the instance lock until it
 * is stopped. First shuts down a server that a killed process left running.
 * Throws InstanceLockedError if another running process uses the directory.
 */
export function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  return lockAndStart(options, false);
}

type RunningUrls = { url: string; superuserUrl: string };

async function findRunningUrls(dataDir: string): Promise<RunningUrls | null> {
  const file = await readPostmasterFile(dataDirPaths(dataDir).cluster);
  if (file === null || file.status !== "ready") return null;
  const credentials = await readCredentials(dataDir);
  if (credentials === null) return null;
  const url = buildApplicationUrl(file.port, credentials);
  return (await canConnect(url)) ? { url, superuserUrl: buildSuperuserUrl(file.port, credentials) } : null;
}

/** Returns the connection string of the embedded database of `dataDir`; null if it is not running. */
export const findRunningEmbeddedPostgresUrl = async (dataDir: string): Promise<string | null> =>
  (await findRunningUrls(dataDir))?.url ?? null;

/** Starts the database and stops it on SIGINT and SIGTERM, because no supervisor would. */
async function startTemporarily(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const database = await lockAndStart(options, true);
  const onSignal = () => void database.stop().finally(() => process.exit(130));
  process.once("SIGINT", onSignal).once("SIGTERM", onSignal);
  const stop = () => {
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
    return database.stop();
  };
  return { ...database, stop };
}

const OPEN_TIMEOUT_MS = 60_000;

/**
 * Opens the database for a command line: uses the one of the running installation, or starts it temporarily. `stop`
 * only stops a database that was started here. Waits while an installation is starting or another command is running.
 * Throws if that takes longer than a minute.
 */
export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<OpenedPostgres> {
  const deadline = Date.now() + OPEN_TIMEOUT_MS;
  for (;;) {
    const holder = await findInstanceHolder(options.dataDir);
    if (holder === null || holder.temporary || holder.pid === process.pid)
      return { ...(await startTemporarily(options)), isStartedHere: true };
    const urls = await findRunningUrls(options.dataDir);
    const neverEnds = new Promise<void>(() => undefined);
    if (urls !== null)
      return { ...urls, ended: neverEnds, stop: () => Promise.resolve(), isStartedHere: false };
    if (Date.now() > deadline) {
      throw new Error(
        `Process ${holder.pid} is using ${options.dataDir}, but its database does not respond.`,
      );
    }
    await sleep(200);
  }
}
