import { addressKey } from "@/lib/kernel/client-address";
import { env } from "@/lib/kernel/env";
import { invalidField, tooManyRequests } from "@/lib/kernel/errors";
import { InvalidImage } from "@/lib/art/drawing/decode-image";
import { fetchWithin, OutboundRefused, type Fetch } from "@/lib/platform/outbound/fetch-within";
import { take, type Policy } from "@/lib/platform/limits/rate-limit";
import { BadgeRefused } from "./refusal";

/** The servers are named by the earner, who must not get a means against them. */
const LOOKS: Policy = { name: "external-badges", points: 300, seconds: 3_600 };
/** A page, its assertion, that one's own address, badge class, issuer, key, list of revoked badges and picture. */
const BUDGET = { requests: 8, timeoutMs: 10_000 };

function asFieldError(error: unknown, field: string): unknown {
  if (error instanceof InvalidImage) return invalidField(field, "invalid_image", error.message);
  if (error instanceof OutboundRefused) return invalidField(field, "not_reached", error.message);
  if (!(error instanceof BadgeRefused)) return error;
  return invalidField(error.code === "not_recipient" ? "recipient" : field, error.code, error.message);
}

/** Takes one of 300 tries an hour of this person; then 429. */
export async function takeLook(userId: string): Promise<void> {
  const { isAllowed, resetSeconds } = await take(LOOKS, userId);
  if (!isAllowed) throw tooManyRequests("Too many badges were looked up. Try again later.", resetSeconds);
}

/**
 * Looks at other services for one request of a person: at most eight addresses, within 10 s in all. Why a badge was not
 * taken becomes a 422 on `field`. 429 after 300 such requests an hour.
 */
export async function lookUp<Result>(
  userId: string,
  field: string,
  work: (fetch: Fetch) => Promise<Result>,
): Promise<Result> {
  await takeLook(userId);
  try {
    return await work(fetchWithin(BUDGET, { allowInsecure: env().WEBHOOKS_ALLOW_INSECURE }));
  } catch (error) {
    throw asFieldError(error, field);
  }
}

/** The servers are named by anybody: who asks is known by the address alone. */
const VISITS: Policy = { name: "verifications", points: 60, seconds: 3_600 };

/** The same for a visitor of the page that verifies badges, known by their address: 60 times an hour, then 429. */
export async function lookForVisitor<Result>(
  visitor: string,
  work: (fetch: Fetch) => Promise<Result>,
): Promise<Result> {
  const { isAllowed, resetSeconds } = await take(VISITS, addressKey(visitor));
  if (!isAllowed) throw tooManyRequests("Too many badges were looked up. Try again later.", resetSeconds);
  return work(fetchWithin(BUDGET, { allowInsecure: env().WEBHOOKS_ALLOW_INSECURE }));
}
