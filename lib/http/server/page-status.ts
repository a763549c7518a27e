import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isDatabaseBusy, isDatabaseUnavailable } from "@/lib/kernel/database-errors";
import { CLIENT_CLOSED_STATUS, RETRY_AFTER_SECONDS } from "@/lib/kernel/errors";
import { processWide } from "@/lib/kernel/process-wide";

/** Properties of a response that Next's handler does not know. */
type PageOutcome = {
  request: IncomingMessage;
  isTemporary: boolean;
  /** The status that the page has chosen, and its `Retry-After`. */
  chosen: [number, string] | null;
};

const outcomes = processWide("page-outcomes", () => new AsyncLocalStorage<PageOutcome>());

/** Whether the failed request may succeed later: the status is 503, not 500. */
export const isTemporary = (error: unknown): boolean => isDatabaseBusy(error) || isDatabaseUnavailable(error);

/** Records why the current page or route failed. Next calls it (instrumentation.ts). */
export function recordFailure(error: unknown): void {
  const outcome = outcomes.getStore();
  if (outcome && isTemporary(error)) outcome.isTemporary = true;
}

/**
 * Sets the status of the current page to 429, with the seconds after which the visitor can try again. Next does not let
 * a page choose its status.
 */
export function setPageLimited(retryAfter: string): void {
  const outcome = outcomes.getStore();
  if (outcome) outcome.chosen = [429, retryAfter];
}

/** Sets the status of the current page to 503: what the visitor asked for may succeed in a moment. */
export function setPageBusy(): void {
  const outcome = outcomes.getStore();
  if (outcome) outcome.chosen = [503, RETRY_AFTER_SECONDS];
}

const hasHungUp = ({ destroyed, complete }: IncomingMessage): boolean => destroyed && !complete;

/** Whether the client of the current page or route hung up before its request had arrived. Errors follow from that. */
export function isClientGone(): boolean {
  const outcome = outcomes.getStore();
  return outcome !== undefined && hasHungUp(outcome.request);
}

/** The status and the `Retry-After` of a page, when they differ from Next's. */
function overrideStatus(
  status: number,
  { request, isTemporary, chosen }: PageOutcome,
): [number, string | null] | null {
  if (status === 500 && hasHungUp(request)) return [CLIENT_CLOSED_STATUS, null];
  if (status === 500 && isTemporary) return [503, RETRY_AFTER_SECONDS];
  return status === 200 ? chosen : null;
}

type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Wraps Next's handler, which responds with 200 or, for any error, with 500: returns 503 while the database is not
 * available or a page is busy, and 429 for too many requests, both with `Retry-After`.
 */
export const withPageStatus =
  (handle: NodeHandler): NodeHandler =>
  (request, response) => {
    const outcome: PageOutcome = { request, isTemporary: false, chosen: null };
    const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
    response.writeHead = (status: number, ...rest: unknown[]) => {
      const [finalStatus, retryAfter] = overrideStatus(status, outcome) ?? [status, null];
      if (retryAfter !== null) response.setHeader("Retry-After", retryAfter);
      return writeHead(finalStatus, ...rest);
    };
    return outcomes.run(outcome, () => handle(request, response));
  };
