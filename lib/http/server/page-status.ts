import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isBusy, isUnavailable } from "@/lib/kernel/database-errors";
import { RETRY_AFTER } from "@/lib/kernel/errors";

/** What Next's handler does not know of an answer. */
type Outcome = { isTemporary: boolean; limitedFor: string | null };

// On the process, not the module: Next bundles its own copy of this file.
const shared = globalThis as typeof globalThis & { badgesOutcomes?: AsyncLocalStorage<Outcome> };
const outcomes = (shared.badgesOutcomes ??= new AsyncLocalStorage<Outcome>());

/** Whether the request that failed with this error may succeed later: the answer is 503, not 500. */
export const isTemporary = (error: unknown): boolean => isBusy(error) || isUnavailable(error);

/** Records why the page or route that is being answered failed. Next calls it (instrumentation.ts). */
export function recordFailure(error: unknown): void {
  const outcome = outcomes.getStore();
  if (outcome && isTemporary(error)) outcome.isTemporary = true;
}

/**
 * Makes the status of the page that is being answered 429, for a visitor who may ask again after these seconds. Next
 * has no way for a page to choose its status.
 */
export function setPageLimited(retryAfter: string): void {
  const outcome = outcomes.getStore();
  if (outcome) outcome.limitedFor = retryAfter;
}

/** The status of a page and when to try again, where that is not what Next says. */
function statusOf(status: number, { isTemporary, limitedFor }: Outcome): [number, string] | null {
  if (status === 500 && isTemporary) return [503, RETRY_AFTER];
  return status === 200 && limitedFor !== null ? [429, limitedFor] : null;
}

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Wraps Next's handler, which answers a page with 200 or, for any error, with 500: while the database is away the status
 * is 503, and 429 for a visitor who asks too often, both with `Retry-After`.
 */
export const answeringWithStatus =
  (handle: Handle): Handle =>
  (request, response) => {
    const outcome: Outcome = { isTemporary: false, limitedFor: null };
    const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
    response.writeHead = (status: number, ...rest: unknown[]) => {
      const [own, retryAfter] = statusOf(status, outcome) ?? [status, null];
      if (retryAfter !== null) response.setHeader("Retry-After", retryAfter);
      return writeHead(own, ...rest);
    };
    return outcomes.run(outcome, () => handle(request, response));
  };
