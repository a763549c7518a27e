import { readFile } from "node:fs/promises";
import { platform } from "node:os";
import { runCommand } from "@/lib/platform/postgres/binaries";

async function readBootId(): Promise<string> {
  const text = await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "");
  return text.trim();
}

async function readLinuxStartTime(pid: number): Promise<string | null> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  if (text === null) return null;
  // The second field is the program's name in parentheses, which may itself contain spaces and parentheses.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state, startTicks] = [fields[0], fields[19]];
  // A zombie has ended, but its parent has not read its exit status yet.
  if (state === "Z" || state === "X" || startTicks === undefined) return null;
  return `${await readBootId()}:${startTicks}`;
}

/**
 * Returns the start time of a process as an opaque text; null if the process is not running. Together with the pid it
 * identifies the process, because the system reuses pids.
 */
export async function findProcessStartTime(pid: number): Promise<string | null> {
  if (pid <= 0) return null;
  if (platform() === "linux") return readLinuxStartTime(pid);
  const { code, output } = await runCommand("ps", ["-o", "stat=,lstart=", "-p", String(pid)], {
    env: { ...process.env, LC_ALL: "C", TZ: "UTC" },
  });
  const [, state, started] = /^(\S+)\s+(.+)$/m.exec(output.trim()) ?? [];
  return code !== 0 || started === undefined || state?.startsWith("Z") === true ? null : started;
}

/** Reads the arguments of a process, including the program; empty if it has ended or we may not read them. */
export async function readProcessArguments(pid: number): Promise<string[]> {
  if (platform() !== "linux") {
    const { output } = await runCommand("ps", ["-ww", "-o", "args=", "-p", String(pid)]);
    return output.trim().split(" ");
  }
  const text = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  return text.split("\0").filter((argument) => argument !== "");
}
