import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readProcessArguments, findProcessStartTime } from "@/lib/platform/postgres/process-identity";
import type { ProgramLog } from "@/lib/kernel/program-log";

/** The content of postmaster.pid, which a running server writes into its cluster. */
interface PostmasterFile {
  pid: number;
  port: number;
  status: string;
}

const postmasterFilePath = (clusterDirectory: string) => join(clusterDirectory, "postmaster.pid");

/** Reads the cluster's postmaster.pid; null if it does not exist or is still empty. */
export async function readPostmasterFile(clusterDirectory: string): Promise<PostmasterFile | null> {
  const text = await readFile(postmasterFilePath(clusterDirectory), "utf8").catch(() => null);
  // Lines: pid, data directory, start time, port, socket directory, listen address, shared memory key, status.
  const lines = text?.split("\n") ?? [];
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, port: Number(lines[3] ?? 0), status: lines[7]?.trim() ?? "" };
}

async function isServerProcess(pid: number, clusterDirectory: string): Promise<boolean> {
  const args = await readProcessArguments(pid);
  return args[0]?.endsWith("postgres") === true && args.includes(clusterDirectory);
}

async function waitForEnd(ended: Promise<void>, timeoutMs: number): Promise<boolean> {
  const timer = new AbortController();
  const timeout = sleep(timeoutMs, false, { signal: timer.signal }).catch(() => false);
  const result = await Promise.race([ended.then(() => true), timeout]);
  timer.abort();
  return result;
}

function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

const FAST_SHUTDOWN_MS = 60_000;
const IMMEDIATE_SHUTDOWN_MS = 10_000;

/**
 * Shuts down a server: first a fast shutdown (open transactions are rolled back, everything is written), and if that
 * takes longer than a minute an immediate one, which is as safe as a crash, because the next start replays the log.
 */
export async function stopServer(pid: number, ended: Promise<void>): Promise<void> {
  if (await waitForEnd(ended, 0)) return; // its pid may belong to another process by now
  sendSignal(pid, "SIGINT");
  if (await waitForEnd(ended, FAST_SHUTDOWN_MS)) return;
  sendSignal(pid, "SIGQUIT");
  if (await waitForEnd(ended, IMMEDIATE_SHUTDOWN_MS)) return;
  throw new Error(`The database process ${pid} does not stop. Stop it by hand, but never with SIGKILL.`);
}

async function waitForProcessEnd(pid: number): Promise<void> {
  while ((await findProcessStartTime(pid)) !== null) await sleep(10);
}

/**
 * Shuts down a server that still runs after its supervisor was killed. The new server then has our settings and program
 * version, and the remaining processes of the dead supervisor lose their connections.
 */
export async function stopPreviousServer(clusterDirectory: string, log: ProgramLog): Promise<void> {
  const file = await readPostmasterFile(clusterDirectory);
  if (file === null) return;
  const isAlive = (await findProcessStartTime(file.pid)) !== null;
  if (isAlive && (await isServerProcess(file.pid, clusterDirectory))) {
    log(`Stopping the database server that an earlier run left behind (process ${file.pid}).`, "warn");
    await stopServer(file.pid, waitForProcessEnd(file.pid));
    return;
  }
  // The pid may now belong to another program, or to a zombie that a container's process 1 never reaps. Then PostgreSQL
  // would refuse to start. It ignores the file if the pid is that of its own parent, so our pid is written. The file is
  // not deleted, because its other lines let PostgreSQL notice orphaned backends that are still running.
  const text = await readFile(postmasterFilePath(clusterDirectory), "utf8");
  await writeFile(postmasterFilePath(clusterDirectory), text.replace(/^\d+/, String(process.pid)));
}
