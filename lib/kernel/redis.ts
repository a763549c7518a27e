import type { Redis } from "ioredis";
import { env } from "./env";
import { log } from "./log";
import { processWide } from "./process-wide";

// Redis responds within a millisecond. After this time the request continues without it.
export const REDIS_TIMEOUT_MS = 500;

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
  return redis;
}

/** Returns the connection of this process to `url`. Commands fail at once while Redis is down. */
export const connectRedis = (url: string): Promise<Redis> => processWide("redis", () => openConnection(url));

/** Sends a command to REDIS_URL. Throws when it is not set, and when Redis does not respond. */
export async function commandRedis<Result>(command: (redis: Redis) => Promise<Result>): Promise<Result> {
  const url = env().REDIS_URL;
  if (url === undefined) throw new Error("REDIS_URL is not set.");
  return command(await connectRedis(url));
}
