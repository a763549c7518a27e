import type { Redis } from "ioredis";
import { env } from "./env";
import { log } from "./log";
import { processWide } from "./process-wide";

// Redis responds within a millisecond. After this time the request continues without it.
export const REDIS_TIMEOUT_MS = 500;

/** After so many commands in succession without a response, each sent after the one before timed out, Redis is skipped. */
const MAX_TIMEOUTS = 3;
/** How long it is skipped before it is tried again: as long as a broken connection may take to be opened again. */
const SKIP_MS = 2_000;

/** The state of this process's connection. */
type Connection = { redis: Redis | null; timeouts: number; lastTimeoutAt: number; isSkipped: boolean };

const connection = processWide("redis-state", (): Connection => ({
  redis: null,
  timeouts: 0,
  lastTimeoutAt: 0,
  isSkipped: false,
}));

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === "Command timed out";

/** Tries Redis again after a while, until it responds. No request waits for that. */
function scheduleProbe(redis: Redis): void {
  setTimeout(() => {
    redis.ping().then(
      () => {
        Object.assign(connection, { timeouts: 0, isSkipped: false });
        log.info("Redis responds again: it is used");
      },
      () => scheduleProbe(redis),
    );
  }, SKIP_MS).unref();
}

function recordTimeout(redis: Redis, sentAt: number): void {
  // Commands that waited at the same time say no more than one of them: this process itself may have been busy.
  if (sentAt < connection.lastTimeoutAt) return;
  connection.timeouts += 1;
  connection.lastTimeoutAt = performance.now();
  if (connection.timeouts < MAX_TIMEOUTS || connection.isSkipped) return;
  connection.isSkipped = true;
  log.warn("Redis does not respond: it is skipped, and each machine counts limits separately");
  scheduleProbe(redis);
}

/**
 * Skips Redis when it accepts commands and does not respond: they fail at once, as when it is down. Otherwise each request
 * would wait for its timeout.
 */
function skipWhenSilent(redis: Redis): void {
  const send = redis.sendCommand.bind(redis);
  redis.sendCommand = (command, stream) => {
    // Commands of a connection that is being opened, and the probe, are sent in any case.
    if (connection.isSkipped && redis.status === "ready" && command.name !== "ping") {
      command.reject(new Error("Redis is skipped, because it does not respond."));
      return command.promise;
    }
    const sentAt = performance.now();
    command.promise.then(
      () => (connection.timeouts = 0),
      (error: unknown) => (isTimeout(error) ? recordTimeout(redis, sentAt) : undefined),
    );
    return send(command, stream);
  };
}

async function openConnection(url: string): Promise<Redis> {
  // Loaded only with REDIS_URL, because it takes some megabytes of memory.
  const ioredis = await import("ioredis");
  const redis = new ioredis.Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: REDIS_TIMEOUT_MS,
    connectTimeout: 10 * REDIS_TIMEOUT_MS,
  });
  redis.on("error", (error: Error) =>
    // Log the message only: errors contain the failed command, and with AUTH the password.
    log.warn({ reason: error.message }, "Redis is unavailable: each machine counts limits separately"),
  );
  skipWhenSilent(redis);
  connection.redis = redis;
  return redis;
}

/** Returns the connection of this process to `url`. Commands fail at once while Redis is down, or is skipped. */
export const connectRedis = (url: string): Promise<Redis> => processWide("redis", () => openConnection(url));

/** Whether this process has begun to use Redis and works without it now. */
export const isWithoutRedis = (): boolean =>
  connection.redis !== null && (connection.isSkipped || connection.redis.status !== "ready");

/** Sends a command to REDIS_URL. Throws when it is not set, and when Redis does not respond. */
export async function commandRedis<Result>(command: (redis: Redis) => Promise<Result>): Promise<Result> {
  const url = env().REDIS_URL;
  if (url === undefined) throw new Error("REDIS_URL is not set.");
  return command(await connectRedis(url));
}
