import { createLimitedFetch, OutboundRefused, type Fetch } from "@/lib/platform/outbound/limited-fetch";

const TIMEOUT_MS = 10_000;
const IMAGE_TARGET = { what: "image", accept: "image/*", maxBytes: 10 * 1024 * 1024 };

/**
 * Fetches the bytes of an image from an address that an outside party gave: within 10 s, at most 10 MiB, only status
 * 200. The bytes are not checked here and must pass the image intake before any use.
 *
 * Rule: decision 0058.
 *
 * @throws OutboundRefused when the address is not allowed or does not return an image
 */
export const fetchImage = (url: string, options: { readonly allowInsecure: boolean }): Promise<Buffer> =>
  fetchImageWith(createLimitedFetch({ requests: 1, timeoutMs: TIMEOUT_MS }, options), url);

/** Fetches an image as one of several fetches of a request. */
export async function fetchImageWith(fetch: Fetch, url: string): Promise<Buffer> {
  const { status, body } = await fetch(url, IMAGE_TARGET);
  if (status === 200) return body;
  throw new OutboundRefused(`The image URL responded with status ${status}.`, "status", false);
}
