import { rateLimitKey } from "@/lib/kernel/client-address";
import { env } from "@/lib/kernel/env";
import { tooManyRequests } from "@/lib/kernel/errors";
import { getRequestContext } from "@/lib/kernel/request-context";
import {
  refundPoint,
  consumePoint,
  type RateLimitPolicy,
  type RateLimitResult,
} from "@/lib/platform/limits/rate-limit";

const MINUTE = 60;

/** The limit for requests of a credential (decision 0018); null while RATE_LIMIT is off. */
const readRequestPolicy = (): RateLimitPolicy | null => {
  const points = env().RATE_LIMIT;
  return points === null ? null : { name: "requests", points, seconds: MINUTE };
};

/** The limit for failed sign-ins, wrong credentials and requests for access tokens of an address. */
const FAILURES: RateLimitPolicy = { name: "failures", points: 60, seconds: MINUTE };

/** Builds the headers of draft-ietf-httpapi-ratelimit-headers-10. */
const buildRateLimitHeaders = (
  { name, points, seconds }: RateLimitPolicy,
  { remaining, resetSeconds }: RateLimitResult,
) => ({
  "RateLimit-Policy": `"${name}";q=${points};w=${seconds}`,
  RateLimit: `"${name}";r=${remaining};t=${resetSeconds}`,
});

/** Takes a point and returns the headers that describe the limit. Throws 429 with the same headers when none is left. */
async function takePointWithHeaders(policy: RateLimitPolicy, key: string): Promise<Record<string, string>> {
  const result = await consumePoint(policy, key);
  const headers = buildRateLimitHeaders(policy, result);
  if (result.isAllowed) return headers;
  const message = `Too many requests. Try again in ${result.resetSeconds} s.`;
  throw tooManyRequests(message, result.resetSeconds, headers);
}

/**
 * Counts a request of a credential and returns the headers with the remaining number. Throws 429 with the same headers
 * above the limit.
 */
export async function countRequest({
  type,
  id,
}: {
  type: string;
  id: string;
}): Promise<Record<string, string>> {
  const policy = readRequestPolicy();
  return policy ? takePointWithHeaders(policy, `${type}:${id}`) : {};
}

/** The limit for launches of an app; each may create an account. */
const LAUNCHES: RateLimitPolicy = { name: "launches", points: 6_000, seconds: MINUTE };

/** Counts a launch of an app, like `countRequest`. */
export async function countLaunch(appId: string): Promise<Record<string, string>> {
  return env().RATE_LIMIT === null ? {} : takePointWithHeaders(LAUNCHES, appId);
}

/** The limit for requests of wallets from an address. A badge takes a wallet four of them; services run many wallets. */
const WALLET_REQUESTS: RateLimitPolicy = { name: "wallet-requests", points: 300, seconds: MINUTE };

/** Counts a request of a wallet, like `countRequest`, by the client's address. */
export async function countWalletRequest(): Promise<Record<string, string>> {
  return env().RATE_LIMIT === null ? {} : takePointWithHeaders(WALLET_REQUESTS, readClientKey());
}

/** The limit for credentials requested with the token of an offer, from any address: it gives four, and lives ten minutes. */
const OFFER_REQUESTS: RateLimitPolicy = { name: "wallet-offer-requests", points: 20, seconds: 10 * MINUTE };

/** Counts a request for a credential of an offer, like `countRequest`. */
export async function countOfferRequest(offerId: string): Promise<void> {
  if (env().RATE_LIMIT !== null) await takePointWithHeaders(OFFER_REQUESTS, offerId);
}

const readClientKey = (): string => rateLimitKey(getRequestContext()?.address ?? "unknown");

/** Counts a failure of the client's address, or its request for an access token. Throws 429 above the limit. */
export async function countFailure(): Promise<void> {
  if (env().RATE_LIMIT !== null) await takePointWithHeaders(FAILURES, readClientKey());
}

/** Takes back what `countFailure` counted, once it is known that nothing was wrong. */
export async function refundFailure(): Promise<void> {
  if (env().RATE_LIMIT !== null) await refundPoint(FAILURES, readClientKey());
}
