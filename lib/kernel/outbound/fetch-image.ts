import { type OutboundFailureReason, sendOutbound } from "@/lib/kernel/outbound/send";

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 10 * 1024 * 1024;

/** An image could not be fetched; the message is written for the person who gave the address. */
export class OutboundRefused extends Error {
  override readonly name = "OutboundRefused";
  readonly reason: OutboundFailureReason | "status";
  /** The fault is likely on this side (resolver, network): trying again later makes sense. */
  readonly ours: boolean;

  constructor(message: string, reason: OutboundFailureReason | "status", ours: boolean) {
    super(message);
    this.reason = reason;
    this.ours = ours;
  }
}

/**
 * Fetches the bytes behind an image address that an outside party gave: 10 s in all, at most 10 MiB, only
 * status 200. What the bytes are is not judged here; they must pass the image intake before any use.
 *
 * Rule: security.md (SSRF; images in).
 *
 * @throws OutboundRefused when the address is not allowed or gives no such answer
 */
export async function fetchImage(url: string, options: { readonly allowInsecure: boolean }): Promise<Buffer> {
  const result = await sendOutbound({
    url,
    method: "GET",
    headers: { accept: "image/*" },
    timeoutMs: TIMEOUT_MS,
    maxResponseBytes: MAX_BYTES,
    onOverflow: "fail",
    allowInsecure: options.allowInsecure,
  });
  if (result.kind === "failure") {
    const message = result.reason === "too_big" ? "The image is larger than 10 MiB." : result.message;
    throw new OutboundRefused(message, result.reason, result.ours);
  }
  if (result.status !== 200) {
    throw new OutboundRefused(`The image's address answered with status ${result.status}.`, "status", false);
  }
  return result.body;
}
