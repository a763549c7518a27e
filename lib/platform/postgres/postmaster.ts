import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { processArguments, processStartTime } from "@/lib/platform/postgres/process-identity";

/** What a running server writes about itself into its cluster. */
interface PostmasterFile {
  pid: number;
  port: number;
  status: string;
}

const pathOf = (clusterDirectory: string) => join(clusterDirectory, "postmaster.pid");

/** Reads the cluster's postmaster.pid; null if there is none (or only its beginning yet). */
export async function readPostmasterFile(clusterDirectory: string): Promise<PostmasterFile | null> {
  const text = await readFile(pathOf(clusterDirectory), "utf8").catch(() => null);
  // Lines: pid, data directory, start time, port, socket directory, listen address, shared memory key, status.
  const lines = text?.split("\n") ?? [];
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, port: Number(lines[3] ?? 0), status: lines[7]?.trim() ?? "" };
}

async function isServerOf(pid: number, clusterDirectory: string): Promise<boolean> {
  const args = await processArguments(pid);
  return args[0]?.endsWith("postgres") === true && args.includes(clusterDirectory);
}

async function endsWithin(ended: Promise<void>, timeoutMs: number): Promise<boolean> {
  const timer = new AbortController();
  const timeout = sleep(timeoutMs, false, { signal: timer.signal }).catch(() => false);
  const result = await Promise.race([ended.then(() => true), timeout]);
  timer.abort();
  return result;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

const FAST_SHUTDOWN_MS = 60_000;
const IMMEDIATE_SHUTDOWN_MS = 10_000;

/**
 * Ends a server in order: fast shutdown (open transactions roll back, everything is written), and only if that
 * hangs for a minute the immediate one, which is as safe as a crash: the next start replays the log.
 */
export async function endServer(pid: number, ended: Promise<void>): Promise<void> {
  if (await endsWithin(ended, 0)) return; // its pid may belong to another process by now
  signal(pid, "SIGINT");
  if (await endsWithin(ended, FAST_SHUTDOWN_MS)) return;
  signal(pid, "SIGQUIT");
  if (await endsWithin(ended, IMMEDIATE_SHUTDOWN_MS)) return;
  throw new Error(`The database process ${pid} does not end. End it by hand (never with SIGKILL).`);
}

async function endOfProcess(pid: number): Promise<void> {
  while ((await processStartTime(pid)) !== null) await sleep(10);
}

/**
 * After a SIGKILL of its supervisor the server still runs: it is ended in order, because a fresh one has our
 * settings and program version, and the dead supervisor's other processes lose their connections.
 */
export async function endPreviousServer(
  clusterDirectory: string,
  log: (message: string) => void,
): Promise<void> {
  const file = await readPostmasterFile(clusterDirectory);
  if (file === null) return;
  const alive = (await processStartTime(file.pid)) !== null;
  if (alive && (await isServerOf(file.pid, clusterDirectory))) {
    log(`Ending the database server that an earlier run left behind (process ${file.pid}).`);
    await endServer(file.pid, endOfProcess(file.pid));
    return;
  }
  // The pid may belong to another program by now, or to a zombie that a container's process 1 never buries:
  // PostgreSQL would refuse to start; it ignores the file if the pid is its own parent's. The file is not deleted:
  // its other lines let PostgreSQL notice orphaned backends still at work.
  const text = await readFile(pathOf(clusterDirectory), "utf8");
  await writeFile(pathOf(clusterDirectory), text.replace(/^\d+/, String(process.pid)));
}
