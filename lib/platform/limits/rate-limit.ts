import cluster from "node:cluster";
import { Redis } from "ioredis";
import {
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterRedis,
  type RateLimiterRes,
} from "rate-limiter-flexible";
import { env } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";

/** So many points in a window that begins with the first one taken. */
export type Policy = { name: string; points: number; seconds: number };

/** What was found when a point was taken; `resetSeconds` until the window ends. */
export type Taken = { isAllowed: boolean; remaining: number; resetSeconds: number };

// The supervisor and Redis answer within a millisecond; one that does not is not waited for.
const PATIENCE_MS = 500;

type Limiter = Pick<RateLimiterMemory, "consume" | "reward" | "delete">;
type Options = { keyPrefix: string; points: number; duration: number };

// On the process, not the module: Next bundles its own copy of this file, and two limiters of one name would mix up
// the supervisor's answers.
type Kept = { limiters: Map<string, Limiter>; redis?: Redis };
const kept = ((globalThis as typeof globalThis & { badgesLimits?: Kept }).badgesLimits ??= {
  limiters: new Map<string, Limiter>(),
});

/** The connection to Redis; commands are refused at once while it is down. */
function connection(url: string): Redis {
  if (kept.redis) return kept.redis;
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: PATIENCE_MS,
    connectTimeout: 10 * PATIENCE_MS,
  });
  redis.on("error", (error: Error) =>
    // Its errors carry the command that failed, and with AUTH the password.
    log.warn({ reason: error.message }, "Redis is away: each machine counts limits for itself"),
  );
  kept.redis = redis;
  return redis;
}

/** Server processes of a machine count with their supervisor, so that all of them have one count. */
const machineLimiter = (options: Options): RateLimiterMemory | RateLimiterCluster =>
  cluster.isWorker
    ? new RateLimiterCluster({ ...options, timeoutMs: PATIENCE_MS })
    : new RateLimiterMemory(options);

function newLimiter(options: Options): Limiter {
  const url = env().REDIS_URL;
  const machine = machineLimiter(options);
  if (url === undefined) return machine;
  return new RateLimiterRedis({
    ...options,
    keyPrefix: `badges:${options.keyPrefix}`,
    storeClient: connection(url),
    rejectIfRedisNotReady: true,
    insuranceLimiter: machine,
  });
}

/** The limiter of a policy: in Redis for all machines when there is one, and otherwise, or while it is away, here. */
function limiterOf({ name, points, seconds }: Policy): Limiter {
  const keyPrefix = `${name}-${points}`;
  const limiter = kept.limiters.get(keyPrefix) ?? newLimiter({ keyPrefix, points, duration: seconds });
  kept.limiters.set(keyPrefix, limiter);
  return limiter;
}

const isCount = (value: unknown): value is RateLimiterRes =>
  typeof value === "object" && value !== null && "msBeforeNext" in value;

const taken = ({ msBeforeNext, remainingPoints }: RateLimiterRes, isAllowed: boolean): Taken => ({
  isAllowed,
  remaining: Math.max(remainingPoints, 0),
  resetSeconds: Math.max(Math.ceil(msBeforeNext / 1000), 1),
});

/** Takes a point of `key`. When nobody can count (the supervisor is away) it is allowed: a limit is no lock. */
export async function take(policy: Policy, key: string): Promise<Taken> {
  try {
    return taken(await limiterOf(policy).consume(key), true);
  } catch (refusal) {
    if (isCount(refusal)) return taken(refusal, false);
    log.warn({ err: refusal, limit: policy.name }, "a limit could not be counted");
    return { isAllowed: true, remaining: policy.points, resetSeconds: policy.seconds };
  }
}

const tried = async (policy: Policy, work: Promise<unknown>): Promise<void> => {
  await work.catch((error: unknown) =>
    log.warn({ err: error, limit: policy.name }, "a limit could not be counted"),
  );
};

/** Returns a point that was taken in vain. */
export const giveBack = (policy: Policy, key: string): Promise<void> =>
  tried(policy, limiterOf(policy).reward(key));

/** Begins the count of `key` anew. */
export const forget = (policy: Policy, key: string): Promise<void> =>
  tried(policy, limiterOf(policy).delete(key));
