import type { Actor } from "@/lib/access/callers/caller";
import { rateLimitKey } from "@/lib/kernel/client-address";
import { env } from "@/lib/kernel/env";
import { tooManyRequests } from "@/lib/kernel/errors";
import { getRequestContext } from "@/lib/kernel/request-context";
import { giveBack, take, type Policy, type Taken } from "@/lib/platform/limits/rate-limit";

const MINUTE = 60;

/** Decision 0018: requests of a credential; null while RATE_LIMIT is off. */
const requests = (): Policy | null => {
  const points = env().RATE_LIMIT;
  return points === null ? null : { name: "requests", points, seconds: MINUTE };
};

/** Failed sign-ins, wrong credentials and requests for access tokens of an address. */
const FAILURES: Policy = { name: "failures", points: 60, seconds: MINUTE };

/** The fields of draft-ietf-httpapi-ratelimit-headers-10. */
const fields = ({ name, points, seconds }: Policy, { remaining, resetSeconds }: Taken) => ({
  "RateLimit-Policy": `"${name}";q=${points};w=${seconds}`,
  RateLimit: `"${name}";r=${remaining};t=${resetSeconds}`,
});

const refusal = (policy: Policy, taken: Taken) =>
  tooManyRequests(
    `Too many requests; try again in ${taken.resetSeconds} s.`,
    taken.resetSeconds,
    fields(policy, taken),
  );

/**
 * Counts a request of a credential and returns the headers that tell how many are left. 429 for one too many, in
 * `headers` too.
 */
export async function takeRequest({ type, id }: Pick<Actor, "type" | "id">): Promise<Record<string, string>> {
  const policy = requests();
  if (!policy) return {};
  const taken = await take(policy, `${type}:${id}`);
  const headers = fields(policy, taken);
  if (taken.isAllowed) return headers;
  throw refusal(policy, taken);
}

/** Launches of an app: each may make an account. */
const LAUNCHES: Policy = { name: "launches", points: 6_000, seconds: MINUTE };

/** Counts a launch of an app as `takeRequest` counts requests. */
export async function takeLaunch(appId: string): Promise<Record<string, string>> {
  if (env().RATE_LIMIT === null) return {};
  const taken = await take(LAUNCHES, appId);
  if (!taken.isAllowed) throw refusal(LAUNCHES, taken);
  return fields(LAUNCHES, taken);
}

const clientKey = (): string => rateLimitKey(getRequestContext()?.address ?? "unknown");

/** Counts what the address of this request did wrong, or its wish for an access token; 429 for one too many. */
export async function takeFailure(): Promise<void> {
  if (env().RATE_LIMIT === null) return;
  const taken = await take(FAILURES, clientKey());
  if (!taken.isAllowed) throw refusal(FAILURES, taken);
}

/** Returns what `takeFailure` counted before it was known that nothing was wrong. */
export async function giveBackFailure(): Promise<void> {
  if (env().RATE_LIMIT !== null) await giveBack(FAILURES, clientKey());
}
