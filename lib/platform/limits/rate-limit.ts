import cluster from "node:cluster";
import type { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { env } from "@/lib/kernel/env";
import { tooManyRequests } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/log";
import { processWide } from "@/lib/kernel/process-wide";
import { connectRedis, REDIS_TIMEOUT_MS } from "@/lib/kernel/redis";
import { requireNoTransaction } from "@/lib/kernel/waits";

/** A number of points in a window that begins with the first one taken. */
export type RateLimitPolicy = { name: string; points: number; seconds: number };

/** The result of taking a point; `resetSeconds` until the window ends. */
export type RateLimitResult = { isAllowed: boolean; remaining: number; resetSeconds: number };

type Limiter = Pick<RateLimiterMemory, "consume" | "reward" | "delete">;
type Options = { keyPrefix: string; points: number; duration: number };

// Two limiters of one name in a process would mix up the supervisor's responses.
const limiters = processWide("limiters", () => new Map<string, Promise<Limiter>>());

/**
 * Creates the limiter of this machine, in which server processes count through their supervisor, so that they share one
 * count. With Redis it is used while Redis is down.
 */
async function createLimiter(options: Options): Promise<Limiter> {
  // Loaded with the first limit: the process for jobs has none most of the time.
  const { RateLimiterCluster, RateLimiterMemory, RateLimiterRedis } = await import("rate-limiter-flexible");
  const machine = cluster.isWorker
    ? new RateLimiterCluster({ ...options, timeoutMs: REDIS_TIMEOUT_MS })
    : new RateLimiterMemory(options);
  const url = env().REDIS_URL;
  if (url === undefined) return machine;
  return new RateLimiterRedis({
    ...options,
    keyPrefix: `badges:${options.keyPrefix}`,
    storeClient: await connectRedis(url),
    rejectIfRedisNotReady: true,
    insuranceLimiter: machine,
  });
}

/**
 * Returns the limiter of a policy: in Redis for all machines when it is configured, otherwise, or while Redis is down,
 * on this machine.
 */
function getLimiter({ name, points, seconds }: RateLimitPolicy): Promise<Limiter> {
  const keyPrefix = `${name}-${points}`;
  const limiter = limiters.get(keyPrefix) ?? createLimiter({ keyPrefix, points, duration: seconds });
  limiters.set(keyPrefix, limiter);
  return limiter;
}

const isLimiterResult = (value: unknown): value is RateLimiterRes =>
  typeof value === "object" && value !== null && "msBeforeNext" in value;

const toResult = (
  { msBeforeNext, remainingPoints }: RateLimiterRes,
  isAllowed: boolean,
): RateLimitResult => ({
  isAllowed,
  remaining: Math.max(remainingPoints, 0),
  resetSeconds: Math.max(Math.ceil(msBeforeNext / 1000), 1),
});

/**
 * Takes a point of `key`. When the count is not available (the supervisor is down) the request is allowed, because a
 * limit must not block the service. Throws inside a transaction: the count may be in Redis, or in the supervisor.
 */
export async function consumePoint(policy: RateLimitPolicy, key: string): Promise<RateLimitResult> {
  requireNoTransaction("Counting a limit");
  try {
    return toResult(await (await getLimiter(policy)).consume(key), true);
  } catch (error) {
    if (isLimiterResult(error)) return toResult(error, false);
    log.warn({ err: error, limit: policy.name }, "a limit could not be counted");
    return { isAllowed: true, remaining: policy.points, resetSeconds: policy.seconds };
  }
}

/**
 * Takes a point of `key`. Throws 429 with this message, and with the rest of the window as `Retry-After`, when there is
 * none left.
 */
export async function takePoint(
  policy: RateLimitPolicy,
  key: string,
  message: string,
): Promise<RateLimitResult> {
  const result = await consumePoint(policy, key);
  if (!result.isAllowed) throw tooManyRequests(message, result.resetSeconds);
  return result;
}

async function changeCount(
  policy: RateLimitPolicy,
  change: (limiter: Limiter) => Promise<unknown>,
): Promise<void> {
  try {
    await change(await getLimiter(policy));
  } catch (error) {
    log.warn({ err: error, limit: policy.name }, "a limit could not be counted");
  }
}

/** Gives back a point. */
export const refundPoint = (policy: RateLimitPolicy, key: string): Promise<void> =>
  changeCount(policy, (limiter) => limiter.reward(key));

/** Resets the count of `key`. */
export const resetLimit = (policy: RateLimitPolicy, key: string): Promise<void> =>
  changeCount(policy, (limiter) => limiter.delete(key));
