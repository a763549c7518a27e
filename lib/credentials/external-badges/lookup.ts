import { invalidField } from "@/lib/kernel/errors";
import { InvalidImage } from "@/lib/art/drawing/decode-image";
import { OutboundRefused, type Fetch } from "@/lib/platform/outbound/limited-fetch";
import { takePoint, type RateLimitPolicy } from "@/lib/platform/limits/rate-limit";
import { createLookupFetch } from "@/lib/credentials/verification/lookup";
import { BadgeRefused } from "@/lib/credentials/verification/refusal";

/** The earner names the servers that we contact, and must not be able to attack them through us. */
const LOOKUP_LIMIT: RateLimitPolicy = { name: "external-badges", points: 300, seconds: 3_600 };

function toFieldError(error: unknown, field: string): unknown {
  if (error instanceof InvalidImage) return invalidField(field, "invalid_image", error.message);
  if (error instanceof OutboundRefused) return invalidField(field, "not_reached", error.message);
  if (!(error instanceof BadgeRefused)) return error;
  return invalidField(error.code === "not_recipient" ? "recipient" : field, error.code, error.message);
}

/** Takes one of this person's 300 tries per hour; then throws 429. */
export async function takeLookup(userId: string): Promise<void> {
  await takePoint(LOOKUP_LIMIT, userId, "Too many badges looked up. Try again later.");
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
    return await work(createLookupFetch());
  } catch (error) {
    throw toFieldError(error, field);
  }
}
