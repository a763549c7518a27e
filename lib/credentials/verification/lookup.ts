import { rateLimitKey } from "@/lib/kernel/client-address";
import { env } from "@/lib/kernel/env";
import { takePoint, type RateLimitPolicy } from "@/lib/platform/limits/rate-limit";
import { createLimitedFetch, type Fetch } from "@/lib/platform/outbound/limited-fetch";

/** A page, its assertion, the assertion's own URL, badge class, issuer, key, revocation list and picture. */
const FETCH_BUDGET = { requests: 8, timeoutMs: 10_000 };

/** Creates a function that fetches for one lookup: at most eight requests, within 10 s in all (decision 0058). */
export const createLookupFetch = (): Fetch =>
  createLimitedFetch(FETCH_BUDGET, { allowInsecure: env().WEBHOOKS_ALLOW_INSECURE });

/** Checking signatures takes a processor, so visitors, who are known only by their IP address, have a limit. */
const VERIFICATION_LIMIT: RateLimitPolicy = { name: "verifications", points: 1_000, seconds: 3_600 };
/** Visitors name the servers that we contact, and must not be able to attack them through us. */
const LOOKUP_LIMIT: RateLimitPolicy = { name: "verification-lookups", points: 60, seconds: 3_600 };

async function takeVisitorsPoint(policy: RateLimitPolicy, visitor: string): Promise<void> {
  await takePoint(policy, rateLimitKey(visitor), "Too many badges verified. Try again later.");
}

/** Takes one of the 1,000 verifications per hour of an IP address; then throws 429. */
export const takeVerification = (visitor: string): Promise<void> =>
  takeVisitorsPoint(VERIFICATION_LIMIT, visitor);

/** Runs one lookup of a visitor at other services: 60 per hour and IP address, then 429. */
export async function withVisitorLookup<Result>(
  visitor: string,
  work: (fetch: Fetch) => Promise<Result>,
): Promise<Result> {
  await takeVisitorsPoint(LOOKUP_LIMIT, visitor);
  return work(createLookupFetch());
}
