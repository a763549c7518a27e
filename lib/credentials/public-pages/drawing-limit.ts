import { rateLimitKey } from "@/lib/kernel/client-address";
import { env } from "@/lib/kernel/env";
import { takePoint, type RateLimitPolicy } from "@/lib/platform/limits/rate-limit";

/** Limits the cards and certificates drawn for one client. Those from the cache are not counted. */
const DRAWING_LIMIT: RateLimitPolicy = { name: "drawings", points: 120, seconds: 600 };

/** Counts one drawing for a visitor, by the client's IP address. Throws 429 after 120 in ten minutes. */
export async function takeDrawing(visitor: string): Promise<void> {
  if (env().RATE_LIMIT === null) return;
  await takePoint(DRAWING_LIMIT, rateLimitKey(visitor), "Too many images requested. Try again later.");
}
