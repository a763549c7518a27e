import { type OutboundFailureReason, sendOutbound } from "@/lib/platform/outbound/send";

const MEBIBYTE = 1024 * 1024;

/** Something could not be fetched; the message is written for the person who gave the address. */
export class OutboundRefused extends Error {
  override readonly name = "OutboundRefused";
  readonly reason: OutboundFailureReason | "status" | "budget";
  /** The fault is likely on this side (resolver, network): trying again later makes sense. */
  readonly ours: boolean;

  constructor(message: string, reason: OutboundRefused["reason"], ours: boolean) {
    super(message);
    this.reason = reason;
    this.ours = ours;
  }
}

/** What is asked for: its name in messages, the `accept` header, and as many bytes as may come. */
export type FetchTarget = { what: string; accept: string; maxBytes: number };

/** Fetches one address; statuses are the caller's affair. Throws `OutboundRefused` when there is no answer. */
export type Fetch = (url: string, target: FetchTarget) => Promise<{ status: number; body: Buffer }>;

/**
 * Fetches what one request of an outside party asks for: so many addresses at most, and all of them together within
 * `timeoutMs`, counted from here. Addresses are judged and answers bounded as `sendOutbound` does it: no redirect is
 * followed, and no inner address reached. What the bytes are is not judged.
 *
 * Rule: decision 0058.
 */
export function createLimitedFetch(
  { requests, timeoutMs }: { requests: number; timeoutMs: number },
  options: { readonly allowInsecure: boolean },
): Fetch {
  const deadline = performance.now() + timeoutMs;
  let remaining = requests;
  return async (url, { what, accept, maxBytes }) => {
    remaining -= 1;
    if (remaining < 0) throw new OutboundRefused(`The ${what} is one address too many.`, "budget", false);
    const result = await sendOutbound({
      url,
      method: "GET",
      headers: { accept },
      // A timer of no time still ends the exchange, with the reason that is true.
      timeoutMs: Math.max(0, deadline - performance.now()),
      maxResponseBytes: maxBytes,
      onOverflow: "fail",
      allowInsecure: options.allowInsecure,
    });
    if (result.kind === "response") return { status: result.status, body: result.body };
    const tooBig = `The ${what} is larger than ${maxBytes / MEBIBYTE} MiB.`;
    const message = result.reason === "too_big" ? tooBig : result.message;
    throw new OutboundRefused(message, result.reason, result.ours);
  };
}
