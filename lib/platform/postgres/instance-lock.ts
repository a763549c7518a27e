import { randomUUID } from "node:crypto";
import { link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { findProcessStartTime } from "@/lib/platform/postgres/process-identity";
import { PRIVATE_DIRECTORY, PRIVATE_FILE } from "@/lib/kernel/private-files";

const Holder = z.object({
  pid: z.number().int(),
  startedAt: z.string(),
  token: z.string(),
  command: z.string(),
  /** Whether the process runs a short task, such as an operator's command, whose end others wait for. */
  temporary: z.boolean(),
});
type Holder = z.infer<typeof Holder>;

/** The exclusive use of a data directory. */
export interface InstanceLock {
  /** Releases the lock. Safe to call twice. */
  release(): Promise<void>;
}

/** Another process uses the data directory. */
export class InstanceLockedError extends Error {
  override readonly name = "InstanceLockedError";
  readonly holderPid: number;

  constructor(dataDir: string, holder: Holder) {
    super(
      `${dataDir} is already in use by process ${holder.pid} (${holder.command}). ` +
        "Stop that one first, or set DATA_DIR to another directory.",
    );
    this.holderPid = holder.pid;
  }
}

async function describeThisProcess(temporary: boolean): Promise<Holder> {
  const startedAt = await findProcessStartTime(process.pid);
  return {
    pid: process.pid,
    startedAt: startedAt ?? "unknown",
    token: randomUUID(),
    command: basename(process.argv[1] ?? "node"), // only the script, because arguments may contain secrets
    temporary,
  };
}

/**
 * Stands for an unreadable lock file. We write files whole and flushed, so it is not ours or the disk damaged it. Its
 * pid belongs to no process, so the lock can be taken over.
 */
const DAMAGED_HOLDER: Holder = { pid: 0, startedAt: "", token: "damaged", command: "", temporary: false };

async function readHolder(path: string): Promise<Holder | null> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return null;
  try {
    return Holder.parse(JSON.parse(text));
  } catch {
    return DAMAGED_HOLDER;
  }
}

async function isAlive(holder: Holder): Promise<boolean> {
  const startedAt = await findProcessStartTime(holder.pid);
  return startedAt !== null && (holder.startedAt === "unknown" || holder.startedAt === startedAt);
}

async function writeTemporaryFile(path: string, holder: Holder): Promise<string> {
  const temporaryFile = `${path}.${holder.token}.new`;
  await writeFile(temporaryFile, `${JSON.stringify(holder)}\n`, {
    flag: "wx",
    mode: PRIVATE_FILE,
    flush: true,
  });
  return temporaryFile;
}

/** Creates the file with its whole content at once. Returns false if it exists. */
async function createExclusively(path: string, holder: Holder): Promise<boolean> {
  const temporaryFile = await writeTemporaryFile(path, holder);
  try {
    await link(temporaryFile, path);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(temporaryFile, { force: true });
  }
}

/**
 * Replaces the file of a dead holder. Returns false if another process did so first. If two processes find the holder
 * dead at the same time, only one may succeed, and the slower one must not remove the new file of the faster one. So a
 * process first takes a second lock, named after the dead holder's token, and then reads the file again.
 */
async function replaceDeadHolder(path: string, deadHolder: Holder, successor: Holder): Promise<boolean> {
  const takeoverLockPath = `${path}.${deadHolder.token}`;
  if ((await tryLock(takeoverLockPath, { ...successor, token: randomUUID() })) !== "locked") return false;
  try {
    const current = await readHolder(path);
    if (current?.token !== deadHolder.token) return false;
    await rename(await writeTemporaryFile(path, successor), path);
    return true;
  } finally {
    await rm(takeoverLockPath, { force: true });
  }
}

async function tryLock(path: string, candidate: Holder): Promise<"locked" | "retry" | Holder> {
  if (await createExclusively(path, candidate)) return "locked";
  const holder = await readHolder(path);
  if (holder === null) return "retry";
  if (await isAlive(holder)) return holder;
  return (await replaceDeadHolder(path, holder, candidate)) ? "locked" : "retry";
}

type LockOptions = {
  /** For a short task, whose end others wait for. */
  temporary?: boolean;
  /** How long to wait for the short task of another process. */
  waitTimeoutMs?: number;
};

/** Takes the lock, and waits for short tasks. Throws InstanceLockedError if another process holds it. */
async function waitForLock(
  dataDir: string,
  path: string,
  { temporary = false, waitTimeoutMs = 30_000 }: LockOptions,
): Promise<Holder> {
  const deadline = Date.now() + waitTimeoutMs;
  const candidate = await describeThisProcess(temporary);
  for (;;) {
    const outcome = await tryLock(path, candidate);
    if (outcome === "locked") return candidate;
    const isRefused = outcome !== "retry" && (!outcome.temporary || Date.now() >= deadline);
    if (isRefused) throw new InstanceLockedError(dataDir, outcome);
    await sleep(outcome === "retry" ? 10 : 100);
  }
}

interface SharedLock {
  acquired: Promise<Holder>;
  users: number;
}
const sharedLocks = new Map<string, SharedLock>();

async function removeLockFile(path: string, token: string): Promise<void> {
  const current = await readHolder(path);
  if (current?.token === token) await rm(path, { force: true });
}

/**
 * Takes the lock of `dataDir` (the file `supervisor.json` in it), so that no other process uses the directory. The lock
 * ends when it is released or when the process ends in any way, because the lock of a dead process is taken over. A
 * process may take it several times. Only its last release frees the directory.
 * Throws InstanceLockedError if another process holds the lock. Waits for a `temporary` holder, 30 s by default.
 */
export async function acquireInstanceLock(dataDir: string, options: LockOptions = {}): Promise<InstanceLock> {
  const directory = resolve(dataDir);
  const path = join(directory, "supervisor.json");
  await mkdir(directory, { recursive: true, mode: PRIVATE_DIRECTORY });
  const entry = sharedLocks.get(path) ?? { acquired: waitForLock(directory, path, options), users: 0 };
  sharedLocks.set(path, entry);
  entry.users += 1;
  const holder = await entry.acquired.catch((error: unknown) => {
    if (sharedLocks.get(path) === entry) sharedLocks.delete(path);
    throw error;
  });
  let released = false;
  return {
    release: async () => {
      if (released) return;
      released = true;
      entry.users -= 1;
      if (entry.users > 0) return;
      sharedLocks.delete(path);
      await removeLockFile(path, holder.token);
    },
  };
}

/** Returns the process that holds the lock of `dataDir`, or null. */
export async function findInstanceHolder(
  dataDir: string,
): Promise<{ pid: number; temporary: boolean } | null> {
  const holder = await readHolder(join(resolve(dataDir), "supervisor.json"));
  if (holder === null || !(await isAlive(holder))) return null;
  return { pid: holder.pid, temporary: holder.temporary };
}
