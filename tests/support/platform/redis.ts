import { spawn } from "node:child_process";
import { findFreePort } from "@/lib/kernel/free-port";
import { until } from "../until";
import { hasProgram } from "./programs";

/** Returns whether this machine has a Redis to start. As root on Debian, installs it. */
export const hasRedis = (): boolean => hasProgram("redis-server", "redis-server");

export type RedisServer = {
  url: string;
  end: () => Promise<void>;
  start: () => Promise<void>;
  /** Lets it accept connections and commands, but not respond, until `resume`. */
  pause: () => void;
  resume: () => void;
};

/**
 * Starts a Redis on a free loopback port without persistence. It may be stopped and started again with `end` and
 * `start`.
 */
export async function startRedis(): Promise<RedisServer> {
  const port = await findFreePort();
  let end = (): Promise<void> => Promise.resolve();
  let signal: (name: NodeJS.Signals) => void = () => undefined;
  const start = async (): Promise<void> => {
    const child = spawn(
      "redis-server",
      ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
      { stdio: ["ignore", "pipe", "ignore"] },
    );
    let log = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (log += text));
    const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
    signal = (name) => void child.kill(name);
    end = async () => {
      child.kill("SIGKILL");
      await ended;
    };
    await until("Redis", () => log.includes("Ready to accept connections"));
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    end: () => end(),
    start,
    pause: () => signal("SIGSTOP"),
    resume: () => signal("SIGCONT"),
  };
}
