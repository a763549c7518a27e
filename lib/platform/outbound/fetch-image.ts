import { createLimitedFetch, OutboundRefused, type Fetch } from "@/lib/platform/outbound/limited-fetch";

const TIMEOUT_MS = 10_000;
const IMAGE_TARGET = { what: "image", accept: "image/*", maxBytes: 10 * 1024 * 1024 };

/**
 * Fetches the bytes behind an image address that an outside party gave: 10 s in all, at most 10 MiB, only
 * status 200. What the bytes are is not judged here; they must pass the image intake before any use.
 *
 * Rule: decision 0058.
 *
 * @throws OutboundRefused when the address is not allowed or gives no such answer
 */
export const fetchImage = (url: string, options: { readonly allowInsecure: boolean }): Promise<Buffer> =>
  fetchImageWith(createLimitedFetch({ requests: 1, timeoutMs: TIMEOUT_MS }, options), url);

/** The same as a part of what one request fetches. */
export async function fetchImageWith(fetch: Fetch, url: string): Promise<Buffer> {
  const { status, body } = await fetch(url, IMAGE_TARGET);
  if (status === 200) return body;
  throw new OutboundRefused(`The image's address answered with status ${status}.`, "status", false);
}
