import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { afterEach, describe, expect, it } from "vitest";
import { hasRedis, startRedis, type RedisServer } from "../../support/platform/redis";
import { until } from "../../support/until";

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

type Machine = ((key: string) => Promise<string>) & { log: string[] };

/** A separate process that takes points of 10, as servers of another machine do. */
function machine(redisUrl: string): Machine {
  const child = spawn(process.execPath, ["--import", "tsx", "tests/support/platform/limit-taker.ts", "10"], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "test",
      DATABASE_URL: "postgresql://nowhere/none",
      LOG_LEVEL: "info",
      ENCRYPTION_KEY: Buffer.alloc(32).toString("base64"),
      SESSION_SECRET: "x".repeat(32),
      REDIS_URL: redisUrl,
    },
    stdio: ["pipe", "pipe", "inherit"],
  });
  cleanups.push(() => void child.kill("SIGKILL"));
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const log: string[] = [];
  const take = async (key: string): Promise<string> => {
    child.stdin.write(`${key}\n`);
    for (;;) {
      const line = String((await answers.next()).value);
      if (!line.startsWith("{")) return line;
      log.push((JSON.parse(line) as { msg: string }).msg);
    }
  };
  return Object.assign(take, { log });
}

async function redis(): Promise<RedisServer> {
  const server = await startRedis();
  cleanups.push(() => server.end());
  return server;
}

const times = async (count: number, work: () => Promise<string>): Promise<string[]> => {
  const answers: string[] = [];
  for (let index = 0; index < count; index += 1) answers.push(await work());
  return answers;
};

const allowed = (answers: string[]): number => answers.filter((answer) => answer === "allowed").length;

/** A machine that has reached Redis: another one sees what it took. */
const connected = (one: Machine, other: Machine) =>
  until("both machines at one Redis", async () => {
    const key = `probe-${Math.random()}`;
    await times(10, () => one(key));
    return (await other(key)) === "refused";
  });

describe.skipIf(!hasRedis())("limits of several machines at one Redis", () => {
  it("have one common count, however the machines take turns", async () => {
    const { url } = await redis();
    const [one, other] = [machine(url), machine(url)];
    await connected(one, other);
    const answers = await Promise.all([times(15, () => one("key")), times(15, () => other("key"))]);
    expect(allowed(answers.flat())).toBe(10);
    expect(await one("another key")).toBe("allowed");
  });

  it("are counted by each machine separately while Redis is down, and together again when it is back", async () => {
    const server = await redis();
    const [one, other] = [machine(server.url), machine(server.url)];
    await connected(one, other);
    await server.end();
    const away = [await times(15, () => one("key")), await times(15, () => other("key"))];
    expect(away.map(allowed)).toEqual([10, 10]);
    await server.start();
    await connected(one, other);
  });

  it("are counted by each machine while Redis does not respond, which costs only the first requests the time-out", async () => {
    const server = await redis();
    const [one, other] = [machine(server.url), machine(server.url)];
    await connected(one, other);
    const without = () => one("redis_unavailable_processes");
    expect(await without()).toBe("0");
    server.pause();
    cleanups.push(server.resume);
    expect(allowed(await times(15, () => one("key")))).toBe(10);
    expect(await without()).toBe("1");
    const skipped = "Redis does not respond: it is skipped, and each machine counts limits separately";
    const isUsed = "Redis responds again: it is used";
    expect(one.log.filter((line) => line === skipped || line === isUsed)).toEqual([skipped]);
    server.resume();
    await until("Redis is used again", async () => (await without()) === "0");
    await connected(one, other);
    expect(one.log.filter((line) => line === skipped || line === isUsed)).toEqual([skipped, isUsed]);
  });
});
