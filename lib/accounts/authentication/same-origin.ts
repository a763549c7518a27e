import { env } from "@/lib/kernel/env";
import type { IncomingRequest } from "@/lib/kernel/incoming-request";

/**
 * Returns which site sent a request, as the browser reports it: our own, another one, or none (a program, or an
 * address that a person typed). Sandboxed pages send "null" as their origin. They count as our own when
 * `Sec-Fetch-Site`, which no page can set itself, says that both are of the same origin.
 */
export function readRequestSite({ headers }: IncomingRequest): "own" | "other" | "none" {
  const origin = headers.get("origin");
  if (origin !== null && origin !== "null") return origin === env().APP_URL ? "own" : "other";
  const site = headers.get("sec-fetch-site");
  if (site === "same-origin") return "own";
  return origin === null && (site === null || site === "none") ? "none" : "other";
}
