import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { disconnect } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { OutageLog } from "@/lib/kernel/outage-log";
import { Worker } from "@/lib/kernel/outbox/worker";
import { isReady } from "@/lib/platform/metrics/readiness";
import { startHourlyRunner } from "@/lib/operations/jobs/embedded-runner";
import { jobs } from "@/lib/operations/jobs/list";
import { until } from "../../support/until";

// A database that refuses connections for some time, behind a server of our own.

let server: Server;
let isAway = false;
let refused = 0;
const sockets = new Set<Socket>();

beforeAll(async () => {
  const url = new URL(env().DATABASE_URL);
  const target = { host: url.hostname, port: Number(url.port) };
  server = createServer((near) => {
    near.on("error", () => undefined);
    if (isAway) {
      refused += 1;
      near.destroy();
      return;
    }
    const far = connect(target);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one
        .on("error", () => undefined)
        .on("close", () => {
          sockets.delete(one);
          other.destroy();
        });
      one.pipe(other);
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  env().DATABASE_URL = url.href;
});
afterAll(async () => {
  isAway = false;
  await disconnect();
  for (const socket of sockets) socket.destroy();
  server.close();
});

type Line = [fields: Record<string, unknown>, message: string];

it("jobs that poll a database that is away log one line without a stack, and one when it is back", async () => {
  const lines: Line[] = [];
  const record = (...line: unknown[]): void => void lines.push(line as Line);
  for (const level of ["info", "warn", "error"] as const) vi.spyOn(log, level).mockImplementation(record);
  const worker = new Worker(jobs.mail);
  const running = worker.run();
  const hourly = startHourlyRunner([]);
  expect(await isReady()).toBe(true);
  expect(sockets.size).toBeGreaterThan(0);
  isAway = true;
  for (const socket of sockets) socket.destroy();
  await until("many polls have failed", () => refused >= 6, 60_000);
  for (let checked = 0; checked < 3; checked += 1) expect(await isReady()).toBe(false);
  isAway = false;
  const messages = (): string[] => lines.map(([, message]) => message);
  await until("the jobs work", () => messages().includes("background jobs work again"), 60_000);
  expect(await isReady()).toBe(true);
  await Promise.all([worker.stop(running), hourly.stop()]);
  vi.restoreAllMocks();
  const count = (message: string): number => messages().filter((one) => one === message).length;
  expect(count("the database is away: background jobs wait for it")).toBe(1);
  expect(count("background jobs work again")).toBe(1);
  expect(count("not ready: the database is away")).toBe(1);
  expect(count("ready again")).toBe(1);
  for (const [fields, message] of lines) expect(fields, message).not.toHaveProperty("err");
});

it("work that fails and succeeds by turns has one line a minute for each", () => {
  const lines: string[] = [];
  for (const level of ["info", "warn"] as const)
    vi.spyOn(log, level).mockImplementation((...line: unknown[]) => void lines.push((line as Line)[1]));
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  const outages = new OutageLog({ away: "away", failed: "failed", again: "again" });
  const failAndSucceed = (): void => {
    outages.recordFailure("claims", new Error("a lock timeout"));
    outages.recordSuccess("claims");
  };
  for (let turn = 0; turn < 5; turn += 1) failAndSucceed();
  expect(lines.splice(0)).toEqual(["failed", "again"]);
  clock.mockReturnValue(60_001);
  for (let turn = 0; turn < 5; turn += 1) failAndSucceed();
  expect(lines).toEqual(["failed", "again"]);
  vi.restoreAllMocks();
});
