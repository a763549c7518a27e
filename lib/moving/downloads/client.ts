import { clock } from "@/lib/kernel/clock";
import { MoveError } from "@/lib/moving/imports/schema";
import type { OutboundResult, OutboundSender } from "@/lib/platform/outbound/send";

const MEBIBYTE = 1024 * 1024;
const TIMEOUT_MS = 60_000;
const MAX_RESPONSE_BYTES = 64 * MEBIBYTE;
const MAX_IMAGE_BYTES = 10 * MEBIBYTE;
const ATTEMPTS = 10;
/** Of requests without a response: an address that is wrong shows after half a minute. */
const ATTEMPTS_WITHOUT_RESPONSE = 6;
const LONGEST_PAUSE_MS = 60_000;
/** A service that asks for a longer pause is left alone: the next run continues. */
const LONGEST_RETRY_AFTER_MS = 15 * 60_000;
/** Responses after which the same request may succeed. */
const TRANSIENT = new Set([408, 425, 429, 500, 502, 503, 504]);

/** How another service of this interface is reached. */
export type Source = {
  /** Its address, such as https://badges.example. */
  baseUrl: string;
  /** An authorization token of the organization there. */
  token: string;
  /** Whether http and internal addresses may be reached. */
  allowInsecure: boolean;
};

/** How requests are sent and pauses made. */
export type SourceTools = { send: OutboundSender; sleep: (ms: number) => Promise<unknown> };

/** Reads from the other service. */
export type SourceClient = {
  /** Returns the body of a 200, or null with another status that will not change. Throws `MoveError` otherwise. */
  get: (path: string) => Promise<{ status: number; body: unknown }>;
  /** Returns the bytes of an image, or why there are none. The token is not sent. */
  getImage: (url: string) => Promise<Buffer | string>;
  /** How many requests were sent. */
  count: () => number;
};

/** Returns how long a response asks to wait, in milliseconds: seconds or a date (RFC 9110, 10.2.3). */
function readRetryAfter(headers: Record<string, string> | undefined): number {
  const given = headers?.["retry-after"];
  if (given === undefined) return 0;
  const seconds = Number(given);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(given) - clock.now().getTime();
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}

const isTransient = (result: OutboundResult): boolean =>
  result.kind === "response"
    ? TRANSIENT.has(result.status)
    : ["dns", "refused", "reset", "timeout"].includes(result.reason);

const describe = (result: OutboundResult): string =>
  result.kind === "response" ? `responded with status ${result.status}` : result.message;

const ATTEMPTS_OF_PICTURE = 3;
const PAUSE_OF_PICTURE_MS = 2_000;

/** Repeats the request of a picture a few times. A slow host of pictures does not delay or end the move. */
async function retryPicture(
  { sleep }: SourceTools,
  send: () => Promise<OutboundResult>,
): Promise<OutboundResult> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await send();
    if (!isTransient(result) || attempt >= ATTEMPTS_OF_PICTURE) return result;
    await sleep(PAUSE_OF_PICTURE_MS);
  }
}

/** Creates a function that repeats a request while a pause helps. All requests wait for a pause that the service asks for. */
function createRetry({ sleep }: SourceTools) {
  let pausedUntil = 0;
  return async (send: () => Promise<OutboundResult>): Promise<OutboundResult> => {
    for (let attempt = 1; ; attempt += 1) {
      const pause = pausedUntil - performance.now();
      if (pause > 0) await sleep(pause);
      const result = await send();
      const attempts = result.kind === "response" ? ATTEMPTS : ATTEMPTS_WITHOUT_RESPONSE;
      if (!isTransient(result) || attempt >= attempts) return result;
      const asked = readRetryAfter(result.headers);
      if (asked > LONGEST_RETRY_AFTER_MS)
        throw new MoveError(
          `The other service asks to wait ${Math.ceil(asked / 60_000)} minutes. Repeat later.`,
        );
      const ms = asked || Math.min(LONGEST_PAUSE_MS, 500 * 2 ** attempt);
      if (asked > 0) pausedUntil = Math.max(pausedUntil, performance.now() + ms);
      else await sleep(ms);
    }
  };
}

function parseBody(path: string, body: Buffer): unknown {
  try {
    return JSON.parse(body.toString()) as unknown;
  } catch {
    throw new MoveError(`${path} of the other service is not JSON.`);
  }
}

/** Creates a reader of another service. Paths are those of the interface, or absolute addresses of which the path counts. */
export function createSourceClient(
  { baseUrl, token, allowInsecure }: Source,
  tools: SourceTools,
): SourceClient {
  const base = new URL(baseUrl);
  const authorization = `Basic ${Buffer.from(`${token}:`).toString("base64")}`;
  const retry = createRetry(tools);
  let requests = 0;
  const send = (url: URL, headers: Record<string, string>, maxResponseBytes: number) => {
    requests += 1;
    return tools.send({
      url: url.href,
      method: "GET",
      headers,
      timeoutMs: TIMEOUT_MS,
      maxResponseBytes,
      onOverflow: "fail",
      // The operator vouches for the service, and not for addresses that it names.
      allowInsecure: allowInsecure && url.origin === base.origin,
    });
  };
  return {
    get: async (path) => {
      const named = URL.canParse(path, base.href) ? new URL(path, base) : null;
      if (named === null || !/^https?:$/.test(named.protocol))
        throw new MoveError(`The other service names an address that cannot be read: ${path.slice(0, 200)}`);
      // Whatever a response names, the token goes to the service that the operator named.
      const url = new URL(base.origin);
      url.pathname = named.pathname;
      url.search = named.search;
      const headers = { accept: "application/json", authorization };
      const result = await retry(() => send(url, headers, MAX_RESPONSE_BYTES));
      if (result.kind === "failure") throw new MoveError(`${url.pathname}: ${describe(result)}`);
      if (result.status === 200) return { status: 200, body: parseBody(url.pathname, result.body) };
      if (result.status === 401) throw new MoveError("The other service refuses the token (401).");
      if (TRANSIENT.has(result.status)) throw new MoveError(`${url.pathname} ${describe(result)}.`);
      return { status: result.status, body: null };
    },
    getImage: async (given) => {
      const url = URL.canParse(given, base.href) ? new URL(given, base.href) : null;
      if (url === null) return "The address is not valid.";
      const result = await retryPicture(tools, () => send(url, { accept: "image/*" }, MAX_IMAGE_BYTES));
      return result.kind === "response" && result.status === 200 ? result.body : describe(result);
    },
    count: () => requests,
  };
}

/** Lets a client refuse pages of more than `max` items, before they are read. */
export const limitPages = (client: SourceClient, max = Infinity): SourceClient => ({
  ...client,
  get: async (path) => {
    const response = await client.get(path);
    const { body } = response;
    const items: unknown = typeof body === "object" && body !== null && "data" in body ? body.data : null;
    if (Array.isArray(items) && items.length > max)
      throw new MoveError(`A page of the other service has ${items.length} items. At most ${max} are read.`);
    return response;
  },
});
