import { rateLimitKey } from "@/lib/kernel/client-address";
import { env } from "@/lib/kernel/env";
import { invalidField, tooManyRequests } from "@/lib/kernel/errors";
import { InvalidImage } from "@/lib/art/drawing/decode-image";
import { createLimitedFetch, OutboundRefused, type Fetch } from "@/lib/platform/outbound/limited-fetch";
import { consumePoint, type RateLimitPolicy } from "@/lib/platform/limits/rate-limit";
import { BadgeRefused } from "./refusal";

/** The earner names the servers that we contact, and must not be able to attack them through us. */
const LOOKUP_LIMIT: RateLimitPolicy = { name: "external-badges", points: 300, seconds: 3_600 };
/** A page, its assertion, the assertion's own URL, badge class, issuer, key, revocation list and picture. */
const FETCH_BUDGET = { requests: 8, timeoutMs: 10_000 };

function toFieldError(error: unknown, field: string): unknown {
  if (error instanceof InvalidImage) return invalidField(field, "invalid_image", error.message);
  if (error instanceof OutboundRefused) return invalidField(field, "not_reached", error.message);
  if (!(error instanceof BadgeRefused)) return error;
  return invalidField(error.code === "not_recipient" ? "recipient" : field, error.code, error.message);
}

/** Takes one of this person's 300 tries per hour; then throws 429. */
export async function takeLookup(userId: string): Promise<void> {
  const { isAllowed, resetSeconds } = await consumePoint(LOOKUP_LIMIT, userId);
  if (!isAllowed) throw tooManyRequests("Too many badges looked up. Try again later.", resetSeconds);
}

/**
 * Runs one lookup of a person at other services: at most eight requests, within 10 s in all. Errors of the badge become
 * a 422 on `field`. Throws 429 after 300 lookups per hour.
 */
export async function withLookup<Result>(
  userId: string,
  field: string,
  work: (fetch: Fetch) => Promise<Result>,
): Promise<Result> {
  await takeLookup(userId);
  try {
    return await work(createLimitedFetch(FETCH_BUDGET, { allowInsecure: env().WEBHOOKS_ALLOW_INSECURE }));
  } catch (error) {
    throw toFieldError(error, field);
  }
}

/** Visitors name the servers that we contact, and are known only by their IP address. */
const VERIFICATION_LIMIT: RateLimitPolicy = { name: "verifications", points: 60, seconds: 3_600 };

/** The same for a visitor of the verification page, known by their IP address: 60 lookups per hour, then 429. */
export async function withVisitorLookup<Result>(
  visitor: string,
  work: (fetch: Fetch) => Promise<Result>,
): Promise<Result> {
  const { isAllowed, resetSeconds } = await consumePoint(VERIFICATION_LIMIT, rateLimitKey(visitor));
  if (!isAllowed) throw tooManyRequests("Too many badges looked up. Try again later.", resetSeconds);
  return work(createLimitedFetch(FETCH_BUDGET, { allowInsecure: env().WEBHOOKS_ALLOW_INSECURE }));
}
