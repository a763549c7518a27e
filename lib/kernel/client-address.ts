import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";
import { env } from "./env";

/** Written by our own server (scripts/web.ts) over whatever a client sent under this name. */
const HEADER = "x-client-address";

const UNKNOWN = "unknown";

/** An address in its one spelling: without port and zone, IPv4 in IPv6 unwrapped. */
function canonical(text: string): string {
  const bare = text
    .trim()
    .replace(/^\[([^\]]+)\](:\d+)?$/, "$1")
    .replace(/^([\d.]+):\d+$/, "$1")
    .replace(/%.*$/, "");
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : UNKNOWN;
}

/**
 * Who is behind `proxies` proxies of our own: each of them appends the address that it saw to `X-Forwarded-For`, so
 * counted from the end only that many entries are to be believed. With none it is the address of the connection.
 */
export function clientOf(
  forwardedFor: string | undefined,
  socket: string | undefined,
  proxies: number,
): string {
  const hops = [...(forwardedFor?.split(",") ?? []), socket ?? ""];
  return canonical(hops[Math.max(hops.length - 1 - proxies, 0)] ?? "");
}

/** Notes on a request where it comes from, before anything else reads it. */
export function stampClientAddress(request: IncomingMessage): void {
  const forwardedFor = [request.headers["x-forwarded-for"] ?? []].flat().join(",");
  request.headers[HEADER] = clientOf(
    forwardedFor === "" ? undefined : forwardedFor,
    request.socket.remoteAddress,
    env().TRUSTED_PROXIES,
  );
}

/** Where a request comes from; `unknown` when our own server did not see it. */
export const clientAddress = (header: (name: string) => string | null | undefined): string =>
  header(HEADER) ?? UNKNOWN;

/** By what an address is limited: a whole /64 of IPv6, because one client has all of its addresses. */
export function addressKey(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  return ipaddr.IPv6.parse(address).parts.slice(0, 4).join(":");
}
