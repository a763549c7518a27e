import { readFile } from "node:fs/promises";
import { platform } from "node:os";
import { runCommand } from "@/lib/platform/postgres/binaries";

async function bootId(): Promise<string> {
  const text = await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "");
  return text.trim();
}

async function linuxStartTime(pid: number): Promise<string | null> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  if (text === null) return null;
  // The second field is the program's name in parentheses and may itself hold spaces and parentheses.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state, startTicks] = [fields[0], fields[19]];
  // A zombie has ended; only its parent has not asked for it yet.
  if (state === "Z" || state === "X" || startTicks === undefined) return null;
  return `${await bootId()}:${startTicks}`;
}

/**
 * Names one process for good: a pid alone does not, because the system uses it again.
 * Null if no such process lives.
 */
export async function processStartTime(pid: number): Promise<string | null> {
  if (pid <= 0) return null;
  if (platform() === "linux") return linuxStartTime(pid);
  const { code, output } = await runCommand("ps", ["-o", "stat=,lstart=", "-p", String(pid)], {
    env: { ...process.env, LC_ALL: "C", TZ: "UTC" },
  });
  const [, state, started] = /^(\S+)\s+(.+)$/m.exec(output.trim()) ?? [];
  return code !== 0 || started === undefined || state?.startsWith("Z") === true ? null : started;
}

/** The command line of a process with its arguments apart, or empty when it is gone or hidden from us. */
export async function processArguments(pid: number): Promise<string[]> {
  if (platform() !== "linux") {
    const { output } = await runCommand("ps", ["-ww", "-o", "args=", "-p", String(pid)]);
    return output.trim().split(" ");
  }
  const text = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  return text.split("\0").filter((argument) => argument !== "");
}
