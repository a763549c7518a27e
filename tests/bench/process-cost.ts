import { readFile } from "node:fs/promises";

const TICK_MS = 10;

/**
 * Returns the processor time of a process so far, in milliseconds; with `withEnded` also that of its children that
 * have ended. 0 where /proc is missing.
 */
export async function processorMs(pid: number, { withEnded = false } = {}): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = fields.slice(11, withEnded ? 15 : 13).map(Number);
  return ticks.reduce((total, one) => total + one, 0) * TICK_MS;
}

/** Returns the resident memory of a process, in MB. */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}
