import { BadgesConnectionError, readRetryAfter } from "./errors.ts";

export type RetryOptions = {
  fetch: typeof fetch;
  /** Limits one attempt, including its body. */
  timeoutSeconds: number;
  /** Attempts after the first. */
  maxRetries: number;
  /** The longest wait for `Retry-After`. A longer one returns the response instead. */
  maxWaitSeconds: number;
};

const FIRST_WAIT_SECONDS = 0.5;
const LONGEST_BACKOFF_SECONDS = 8;

/** Statuses after which nothing was changed, or the idempotency key tells whether it was. */
const UNCERTAIN = new Set([502, 503, 504]);

/** Whether sending the request twice does no more than sending it once. */
const isRepeatable = ({ method, headers }: Request): boolean =>
  ["GET", "HEAD", "PUT", "DELETE"].includes(method) || (method === "POST" && headers.has("idempotency-key"));

/** A request over the limit was not carried out. 409 with Retry-After: the first request with the key still runs. */
function shouldRepeat(request: Request, response: Response): boolean {
  if (response.status === 429) return true;
  if (!isRepeatable(request)) return false;
  return UNCERTAIN.has(response.status) || (response.status === 409 && response.headers.has("retry-after"));
}

/** Waits. Rejects with the reason of the signal when it aborts. */
export function wait(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, seconds * 1000);
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort, { once: true });
  });
}

/** Grows with each attempt. The random part keeps clients from coming back at the same moment. */
const backoff = (attempt: number): number =>
  Math.min(LONGEST_BACKOFF_SECONDS, FIRST_WAIT_SECONDS * 2 ** attempt) * (0.5 + Math.random() / 2);

const describe = (error: unknown): string => {
  const { cause, message, name } = error as Error;
  if (name === "TimeoutError") return "no response in time";
  return cause instanceof Error && cause.message !== "" ? cause.message : message;
};

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 5;

/**
 * Returns where a response leads a GET, such as to the badge that replaced another one. Only the path counts: a server must
 * not send a client, which may reach other networks, to another machine, and it may have another address than it names.
 */
function findTarget({ method, url }: Request, response: Response): URL | null {
  const location = response.headers.get("location");
  if (method !== "GET" || !REDIRECTS.has(response.status) || location === null) return null;
  if (!URL.canParse(location, url)) return null;
  const named = new URL(location, url);
  const target = new URL(url);
  target.pathname = named.pathname;
  target.search = named.search;
  return target;
}

type Attempt = { response: Response } | { failure: BadgesConnectionError };

/** Sends it once, and reads the whole body, so that a cut connection is noticed here. */
async function attemptOnce(
  request: Request,
  body: ArrayBuffer | null,
  { fetch: send, timeoutSeconds }: RetryOptions,
): Promise<Attempt> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutSeconds * 1000)]);
  const { method, headers } = request;
  try {
    const response = await send(request.url, { method, headers, body, signal, redirect: "manual" });
    const { status, statusText } = response;
    const content = [204, 205, 304].includes(status) ? null : await response.arrayBuffer();
    return { response: new Response(content, { status, statusText, headers: response.headers }) };
  } catch (error) {
    if (request.signal.aborted) throw request.signal.reason;
    const text = `${method} ${new URL(request.url).origin}: ${describe(error)}`;
    return { failure: new BadgesConnectionError(text, { cause: error }) };
  }
}

/** Returns the seconds to wait before the next attempt; null when this attempt decides. */
function waitAfter(
  request: Request,
  outcome: Attempt,
  attempt: number,
  options: RetryOptions,
): number | null {
  if (attempt >= options.maxRetries) return null;
  if ("failure" in outcome) return isRepeatable(request) ? backoff(attempt) : null;
  if (!shouldRepeat(request, outcome.response)) return null;
  const seconds = readRetryAfter(outcome.response) ?? backoff(attempt);
  return seconds > options.maxWaitSeconds ? null : seconds;
}

async function sendUntilDecided(
  request: Request,
  body: ArrayBuffer | null,
  options: RetryOptions,
): Promise<Response> {
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await attemptOnce(request, body, options);
    const seconds = waitAfter(request, outcome, attempt, options);
    if (seconds !== null) await wait(seconds, request.signal);
    else if ("failure" in outcome) throw outcome.failure;
    else return outcome.response;
  }
}

/**
 * Builds a fetch that repeats a request where that is safe: after 429 always; after 502, 503, 504 and lost connections
 * only if the method is idempotent or the request has an idempotency key. Redirects of a GET are followed at the same origin
 * only. Throws BadgesConnectionError without a response.
 */
export function createRetryingFetch(options: RetryOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const body = request.body === null ? null : await request.arrayBuffer();
    let current = request;
    for (let redirects = 0; ; redirects += 1) {
      const response = await sendUntilDecided(current, body, options);
      const target = redirects < MAX_REDIRECTS ? findTarget(current, response) : null;
      if (target === null) return response;
      current = new Request(target, current);
    }
  };
}
