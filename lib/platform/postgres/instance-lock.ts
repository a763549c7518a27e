import { randomUUID } from "node:crypto";
import { link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { processStartTime } from "@/lib/platform/postgres/process-identity";
import { PRIVATE_DIRECTORY, PRIVATE_FILE } from "@/lib/kernel/private-files";

const Holder = z.object({
  pid: z.number().int(),
  startedAt: z.string(),
  token: z.string(),
  command: z.string(),
  /** A short task (the operator's command line), worth waiting for. */
  temporary: z.boolean(),
});
type Holder = z.infer<typeof Holder>;

/** The right to be the only one at work on a data directory. */
export interface InstanceLock {
  /** Gives the right back; safe to call twice. */
  release(): Promise<void>;
}

/** Somebody else is at work on the data directory. */
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

async function ourselves(temporary: boolean): Promise<Holder> {
  const startedAt = await processStartTime(process.pid);
  return {
    pid: process.pid,
    startedAt: startedAt ?? "unknown",
    token: randomUUID(),
    command: basename(process.argv[1] ?? "node"), // the script only: arguments may hold secrets
    temporary,
  };
}

/** Files appear whole and flushed, so this is not ours or the disk lost it; it names nobody who could be alive. */
const DAMAGED: Holder = { pid: 0, startedAt: "", token: "damaged", command: "", temporary: false };

async function readHolder(path: string): Promise<Holder | null> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return null;
  try {
    return Holder.parse(JSON.parse(text));
  } catch {
    return DAMAGED;
  }
}

async function isAlive(holder: Holder): Promise<boolean> {
  const startedAt = await processStartTime(holder.pid);
  return startedAt !== null && (holder.startedAt === "unknown" || holder.startedAt === startedAt);
}

async function writeDraft(path: string, holder: Holder): Promise<string> {
  const draft = `${path}.${holder.token}.new`;
  await writeFile(draft, `${JSON.stringify(holder)}\n`, { flag: "wx", mode: PRIVATE_FILE, flush: true });
  return draft;
}

/** Creates the file with its whole content at once, or answers false if it exists. */
async function createExclusively(path: string, holder: Holder): Promise<boolean> {
  const draft = await writeDraft(path, holder);
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Replaces a dead holder's file. Two that find it dead at the same time must not both win, nor the slower one
 * remove the faster one's new file: whoever replaces the file with this token holds a lock of its own named
 * after it, and looks again once it has that.
 */
async function takeOver(path: string, dead: Holder, successor: Holder): Promise<boolean> {
  const claim = `${path}.${dead.token}`;
  if ((await tryLock(claim, { ...successor, token: randomUUID() })) !== "locked") return false;
  try {
    const current = await readHolder(path);
    if (current?.token !== dead.token) return false;
    await rename(await writeDraft(path, successor), path);
    return true;
  } finally {
    await rm(claim, { force: true });
  }
}

async function tryLock(path: string, candidate: Holder): Promise<"locked" | "retry" | Holder> {
  if (await createExclusively(path, candidate)) return "locked";
  const holder = await readHolder(path);
  if (holder === null) return "retry";
  if (await isAlive(holder)) return holder;
  return (await takeOver(path, holder, candidate)) ? "locked" : "retry";
}

type LockOptions = {
  /** For a short task, which others wait for. */
  temporary?: boolean;
  /** How long to wait for another one's short task. */
  patienceMs?: number;
};

async function lockOrRefuse(
  dataDir: string,
  path: string,
  { temporary = false, patienceMs = 30_000 }: LockOptions,
): Promise<Holder> {
  const deadline = Date.now() + patienceMs;
  const candidate = await ourselves(temporary);
  for (;;) {
    const outcome = await tryLock(path, candidate);
    if (outcome === "locked") return candidate;
    const hopeless = outcome !== "retry" && (!outcome.temporary || Date.now() >= deadline);
    if (hopeless) throw new InstanceLockedError(dataDir, outcome);
    await sleep(outcome === "retry" ? 10 : 100);
  }
}

interface Held {
  acquired: Promise<Holder>;
  users: number;
}
const held = new Map<string, Held>();

async function releaseFile(path: string, token: string): Promise<void> {
  const current = await readHolder(path);
  if (current?.token === token) await rm(path, { force: true });
}

/**
 * Makes this process the only one at work on `dataDir` (by the file `supervisor.json` in it), until released
 * or until the process ends in whatever way: a dead holder's lock is taken over. Within one process it may be
 * taken several times; the last release counts.
 * Throws InstanceLockedError if another process holds it; a `temporary` holder is waited for, 30 s
 * if not told otherwise.
 */
export async function acquireInstanceLock(dataDir: string, options: LockOptions = {}): Promise<InstanceLock> {
  const directory = resolve(dataDir);
  const path = join(directory, "supervisor.json");
  await mkdir(directory, { recursive: true, mode: PRIVATE_DIRECTORY });
  const entry = held.get(path) ?? { acquired: lockOrRefuse(directory, path, options), users: 0 };
  held.set(path, entry);
  entry.users += 1;
  const holder = await entry.acquired.catch((error: unknown) => {
    if (held.get(path) === entry) held.delete(path);
    throw error;
  });
  let released = false;
  return {
    release: async () => {
      if (released) return;
      released = true;
      entry.users -= 1;
      if (entry.users > 0) return;
      held.delete(path);
      await releaseFile(path, holder.token);
    },
  };
}

/** The process that holds `dataDir` now, or null. */
export async function instanceHolder(dataDir: string): Promise<{ pid: number; temporary: boolean } | null> {
  const holder = await readHolder(join(resolve(dataDir), "supervisor.json"));
  if (holder === null || !(await isAlive(holder))) return null;
  return { pid: holder.pid, temporary: holder.temporary };
}
