import { REDIS_TIMEOUT_MS } from "@/lib/kernel/redis";
import { describeFailure, isLocalAddress, type Check, type Examined } from "./finding";

const TIMEOUT_MS = 10_000;

async function pingRedis(url: string): Promise<void> {
  const { Redis } = await import("ioredis");
  const redis = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    connectTimeout: 10 * REDIS_TIMEOUT_MS,
    commandTimeout: 10 * REDIS_TIMEOUT_MS,
  });
  let reason: unknown;
  redis.on("error", (error) => {
    reason = error;
  });
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    throw reason ?? error;
  } finally {
    redis.disconnect();
  }
}

const inngestUrl = ({ env }: Examined): string =>
  env.INNGEST_BASE_URL ?? (env.INNGEST_DEV ? "http://localhost:8288" : "https://inn.gs");

/** Other services that variables name. */
export const SERVICE_CHECKS: Check<Examined>[] = [
  {
    name: "redis",
    skip: ({ env }) => (env.REDIS_URL === undefined ? "REDIS_URL is not set" : null),
    run: async ({ env }) => {
      try {
        await pingRedis(env.REDIS_URL ?? "");
        return [];
      } catch (error) {
        return [
          {
            problem: `The Redis of REDIS_URL does not respond: ${describeFailure(error)}`,
            reason: "Each machine counts limits separately, and a replica of the database may show old data.",
            remedy: "Start that Redis, or correct REDIS_URL on all machines and restart them.",
          },
        ];
      }
    },
  },
  {
    name: "inngest",
    skip: ({ env }) => (env.inngest ? null : "jobs run in the service itself"),
    run: async (examined) => {
      const url = inngestUrl(examined);
      try {
        await (await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: "manual" })).text();
        return [];
      } catch (error) {
        return [
          {
            problem: `Inngest does not respond at ${url}: ${describeFailure(error)}`,
            reason: "No job runs: no e-mail, no webhook, no import.",
            remedy:
              "Start that server, or correct INNGEST_BASE_URL and restart. The service then repeats what is due.",
          },
        ];
      }
    },
  },
  {
    name: "inngest-address",
    skip: ({ env }) => (env.inngest ? null : "jobs run in the service itself"),
    run: async (examined) => {
      const { APP_URL, INNGEST_SERVE_ORIGIN: origin = APP_URL } = examined.env;
      const url = inngestUrl(examined);
      if (!isLocalAddress(origin) || isLocalAddress(url)) return [];
      return [
        {
          problem: `Inngest at ${url} is to call this service at ${origin}, which is its own machine.`,
          reason: "No job runs: no e-mail, no webhook, no import.",
          remedy: "Set INNGEST_SERVE_ORIGIN to an origin at which Inngest reaches this service, and restart.",
        },
      ];
    },
  },
];
