import { env } from "@/lib/kernel/env";
import { createLimitedFetch, OutboundRefused, type Fetch } from "@/lib/platform/outbound/limited-fetch";

/** The requests for one file: assertion, badge class, issuer, key, and list of revoked badges. */
const BUDGET = { requests: 8, timeoutMs: 20_000 };
/** Documents that many badges share, by their names in messages. */
const SHARED = new Set(["badge class", "issuer", "key", "list of revoked badges"]);
const MAX_SHARED = 100;
/** After so many requests without a response, a service counts as gone. */
const MAX_FAILURES = 10;

type Result = ReturnType<Fetch>;

/** Leaves out the requests to services that do not respond any more, so that they do not hold up the files of others. */
function createGuard(): (origin: string, request: () => Result) => Result {
  const failures = new Map<string, number>();
  return async (origin, request) => {
    const before = failures.get(origin) ?? 0;
    if (before >= MAX_FAILURES)
      throw new OutboundRefused(
        `${origin} did not respond to ${before} requests in a row, so it is not asked any more. Repeat the command later.`,
        "budget",
        true,
      );
    try {
      const response = await request();
      failures.delete(origin);
      return response;
    } catch (error) {
      if (error instanceof OutboundRefused) failures.set(origin, (failures.get(origin) ?? 0) + 1);
      throw error;
    }
  };
}

/**
 * Creates functions that fetch for one file each, as for an uploaded badge (decision 0058). What many badges share is fetched
 * once.
 */
export function createSources(): () => Fetch {
  const shared = new Map<string, Result>();
  const guard = createGuard();
  return () => {
    const limited = createLimitedFetch(BUDGET, { allowInsecure: env().WEBHOOKS_ALLOW_INSECURE });
    const send: Fetch = (url, target) => guard(new URL(url).origin, () => limited(url, target));
    return (url, target) => {
      if (!SHARED.has(target.what)) return send(url, target);
      const known = shared.get(url);
      if (known) return known;
      const [oldest] = shared.keys();
      if (shared.size >= MAX_SHARED && oldest !== undefined) shared.delete(oldest);
      const result = send(url, target);
      shared.set(url, result);
      result.catch(() => shared.delete(url));
      return result;
    };
  };
}
