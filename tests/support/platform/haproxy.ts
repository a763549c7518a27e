import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "../until";
import { hasProgram } from "./programs";

/** Returns whether this machine has HAProxy. As root on Debian, installs it. */
export const hasHaproxy = (): boolean => hasProgram("haproxy", "haproxy");

/** Reads the configuration in docs/operating/upgrades.md, with the ports of the test. */
async function readConfiguration(port: number, [first, second]: [number, number]): Promise<string> {
  const page = await readFile("docs/operating/upgrades.md", "utf8");
  const [, text = ""] = /```haproxy\n([^]*?)```/.exec(page) ?? [];
  const replaced = text
    .replace("bind :8080", `bind 127.0.0.1:${port}`)
    .replace("127.0.0.1:3000", `127.0.0.1:${first}`)
    .replace("127.0.0.1:3001", `127.0.0.1:${second}`);
  if (!replaced.includes(`:${port}`) || !replaced.includes(`:${first}`) || !replaced.includes(`:${second}`))
    throw new Error("The configuration in docs/operating/upgrades.md has other addresses.");
  return replaced;
}

/** Starts HAProxy with the configuration of docs/operating/upgrades.md in front of two ports. */
export async function startHaproxy(
  port: number,
  hosts: [number, number],
): Promise<{ origin: string; log: () => string; stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "badges-haproxy-"));
  const file = join(folder, "haproxy.cfg");
  await writeFile(file, await readConfiguration(port, hosts));
  const child = spawn("haproxy", ["-db", "-f", file], { stdio: ["ignore", "ignore", "pipe"] });
  const lines: string[] = [];
  child.stderr.setEncoding("utf8").on("data", (text: string) => lines.push(text));
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const origin = `http://127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    child.kill("SIGKILL");
    await ended;
    await rm(folder, { recursive: true });
  };
  await until("HAProxy serves a host", async () => {
    if (child.exitCode !== null) throw new Error(`HAProxy ended:\n${lines.join("")}`);
    const response = await fetch(`${origin}/healthz`).catch(() => null);
    return response?.ok;
  });
  return { origin, log: () => lines.join(""), stop };
}
