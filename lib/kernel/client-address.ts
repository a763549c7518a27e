import type { IncomingMessage } from "node:http";
import { isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";
import { env } from "./env";

/** Set by our own server (scripts/web.ts), which overwrites any value that the client sent. */
const CLIENT_ADDRESS_HEADER = "x-client-address";

/** Set likewise: how many addresses the request's own `X-Forwarded-For` had. Next adds one to a request without. */
const FORWARDED_ENTRIES_HEADER = "x-forwarded-entries";

const UNKNOWN = "unknown";

/** Normalizes an IP address: no port or zone, and IPv4-mapped IPv6 as IPv4. */
function normalizeAddress(text: string): string {
  // The common forms, without the parser.
  if (isIPv4(text)) return text;
  if (text.startsWith("::ffff:") && isIPv4(text.slice(7))) return text.slice(7);
  const bare = text
    .trim()
    .replace(/^\[([^\]]+)\](:\d+)?$/, "$1")
    .replace(/^([\d.]+):\d+$/, "$1")
    .replace(/%.*$/, "");
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : UNKNOWN;
}

/**
 * Finds the client's address behind `proxies` trusted proxies. Each proxy appends the address that it saw to
 * `X-Forwarded-For`, so only that many entries from the end can be trusted. Without proxies it is the address of the
 * connection.
 */
export function resolveClientAddress(
  forwardedFor: string | undefined,
  socket: string | undefined,
  proxies: number,
): string {
  const hops = [...(forwardedFor?.split(",") ?? []), socket ?? ""];
  return normalizeAddress(hops[Math.max(hops.length - 1 - proxies, 0)] ?? "");
}

/** Sets the client's address as a request header, before anything else reads the request. */
export function setClientAddressHeader(request: IncomingMessage): void {
  const forwardedFor = [request.headers["x-forwarded-for"] ?? []].flat().join(",");
  request.headers[FORWARDED_ENTRIES_HEADER] = String(
    forwardedFor === "" ? 0 : forwardedFor.split(",").length,
  );
  request.headers[CLIENT_ADDRESS_HEADER] = resolveClientAddress(
    forwardedFor === "" ? undefined : forwardedFor,
    request.socket.remoteAddress,
    env().TRUSTED_PROXIES,
  );
}

/** Reads the client's address from the request; `unknown` when our own server did not set it. */
export const readClientAddress = (header: (name: string) => string | null | undefined): string =>
  header(CLIENT_ADDRESS_HEADER) ?? UNKNOWN;

/** How many addresses the proxies in front have put into `X-Forwarded-For`. */
export const countForwardedEntries = (header: (name: string) => string | null | undefined): number =>
  Number(header(FORWARDED_ENTRIES_HEADER) ?? 0);

/** The key by which an address is rate limited: for IPv6 the whole /64, because one client has all of its addresses. */
export function rateLimitKey(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  return ipaddr.IPv6.parse(address).parts.slice(0, 4).join(":");
}
