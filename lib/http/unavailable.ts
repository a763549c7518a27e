import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isBusy, isUnavailable } from "@/lib/kernel/database-errors";
import { RETRY_AFTER } from "@/lib/kernel/errors";

type Outcome = { isTemporary: boolean };

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

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Wraps Next's handler, which answers any error of a page with 500: while the database is away the status is 503, with
 * `Retry-After`.
 */
export const answeringUnavailable =
  (handle: Handle): Handle =>
  (request, response) => {
    const outcome: Outcome = { isTemporary: false };
    const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
    response.writeHead = (status: number, ...rest: unknown[]) => {
      if (status !== 500 || !outcome.isTemporary) return writeHead(status, ...rest);
      response.setHeader("Retry-After", RETRY_AFTER);
      return writeHead(503, ...rest);
    };
    return outcomes.run(outcome, () => handle(request, response));
  };
