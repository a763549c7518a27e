import type { IncomingMessage } from "node:http";
import { publicStanding } from "@/lib/issued-badges/service";
import { isUuid } from "@/lib/kernel/ids";
import { log } from "@/lib/kernel/log";

const BADGE_PAGE = /^\/badges\/([^/?]+)\/?(?:\?|$)/;

const isShown = async (id: string): Promise<boolean> => {
  try {
    return (await publicStanding(id)) === "public";
  } catch (error) {
    // The page asks again, and says what is wrong.
    log.warn({ err: error }, "the standing of a badge could not be read");
    return true;
  }
};

/**
 * Lets the address of a badge that is revoked, private or unknown answer 410 or 404 in words by itself: a page of Next
 * can answer neither with a body that needs no JavaScript, and a redirect would hide the status from whoever does not
 * follow it. To Next the request is one for the route that can.
 */
export async function leadToBadge(request: IncomingMessage): Promise<void> {
  const [, id] = BADGE_PAGE.exec(request.url ?? "") ?? [];
  if (id === undefined || (request.method !== "GET" && request.method !== "HEAD")) return;
  if (await isShown(id)) return;
  request.url = `/badges/${isUuid(id) ? id : "unknown"}/unavailable`;
}
