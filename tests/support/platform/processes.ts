import { readdir, readFile } from "node:fs/promises";
import { platform } from "node:os";
import { runCommand } from "@/lib/platform/postgres/binaries";
import { readProcessArguments, findProcessStartTime } from "@/lib/platform/postgres/process-identity";

export type ChildProcessInfo = { pid: number; command: string };

async function parents(): Promise<{ pid: number; parent: number }[]> {
  if (platform() !== "linux") {
    const { output } = await runCommand("ps", ["-axo", "pid=,ppid="]);
    const lines = output.trim().split("\n");
    return lines
      .map((line) => line.trim().split(/\s+/).map(Number))
      .map(([pid = 0, parent = 0]) => ({ pid, parent }));
  }
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  return Promise.all(
    pids.map(async (pid) => {
      const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
      // The program's name comes first and may contain spaces; state and parent follow it.
      return { pid, parent: Number(text.slice(text.lastIndexOf(")") + 2).split(" ")[1] ?? 0) };
    }),
  );
}

/** Lists the live direct children of a process with their command lines. */
export async function listChildren(pid: number): Promise<ChildProcessInfo[]> {
  const children = (await parents()).filter(({ parent }) => parent === pid);
  const named = await Promise.all(
    children.map(async (child) => ({
      pid: child.pid,
      command: (await readProcessArguments(child.pid)).join(" "),
      isAlive: await isAlive(child.pid),
    })),
  );
  return named.filter((child) => child.isAlive).map(({ pid: id, command }) => ({ pid: id, command }));
}

/**
 * Returns whether a process is alive. False for a zombie too: it has ended, and only its parent has not collected it
 * yet.
 */
export const isAlive = async (pid: number): Promise<boolean> => (await findProcessStartTime(pid)) !== null;

/** Sends a signal. A process that has already ended is no error. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

/** Returns the highest resident memory of a process so far, in MB. 0 where /proc is missing. */
export async function peakMemoryMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}
