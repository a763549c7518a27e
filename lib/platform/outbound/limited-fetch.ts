import { type OutboundFailureReason, sendOutbound } from "@/lib/platform/outbound/send";

const MEBIBYTE = 1024 * 1024;

/** Something could not be fetched. The message is for the person who gave the address. */
export class OutboundRefused extends Error {
  override readonly name = "OutboundRefused";
  readonly reason: OutboundFailureReason | "status" | "budget";
  /** Probably a fault on this side (resolver, network): it makes sense to try again later. */
  readonly ours: boolean;

  constructor(message: string, reason: OutboundRefused["reason"], ours: boolean) {
    super(message);
    this.reason = reason;
    this.ours = ours;
  }
}

/** What to fetch: its name in messages, the `accept` header, and the most bytes. */
export type FetchTarget = { what: string; accept: string; maxBytes: number };

/** Fetches one address. The caller checks the status. Throws `OutboundRefused` when there is no response. */
export type Fetch = (url: string, target: FetchTarget) => Promise<{ status: number; body: Buffer }>;

/**
 * Creates a function that fetches for one request of an outside party: at most `requests` addresses, all of them within
 * `timeoutMs` from now. Addresses and responses are limited as in `sendOutbound`: redirects are not followed and
 * internal addresses not reached. The bytes are not checked.
 *
 * Rule: decision 0058.
 */
export function createLimitedFetch(
  { requests, timeoutMs }: { requests: number; timeoutMs: number },
  options: { readonly allowInsecure: boolean },
): Fetch {
  const deadline = performance.now() + timeoutMs;
  let remaining = requests;
  let timeIsOver = false;
  return async (url, { what, accept, maxBytes }) => {
    remaining -= 1;
    if (remaining < 0)
      throw new OutboundRefused(`Too many addresses: the ${what} was not fetched.`, "budget", false);
    const result = await sendOutbound({
      url,
      method: "GET",
      headers: { accept },
      // With no time left, the request still ends with the correct reason.
      timeoutMs: timeIsOver ? 0 : Math.max(0, deadline - performance.now()),
      maxResponseBytes: maxBytes,
      onOverflow: "fail",
      allowInsecure: options.allowInsecure,
    });
    if (result.kind === "response") return { status: result.status, body: result.body };
    // Each fetch may use all the time that is left. A timer may fire early, so the clock alone could leave time for one more.
    if (result.reason === "timeout") timeIsOver = true;
    const tooBig = `The ${what} is larger than ${maxBytes / MEBIBYTE} MiB.`;
    const message = result.reason === "too_big" ? tooBig : result.message;
    throw new OutboundRefused(message, result.reason, result.ours);
  };
}
