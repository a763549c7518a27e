import { isIP } from "node:net";
import { hostname as machineName } from "node:os";
import ipaddr from "ipaddr.js";
import { hasWebScheme } from "@/lib/kernel/origins";

/** Thrown by `parseOutboundUrl`. The message is for the person who entered the address. */
export class OutboundUrlError extends Error {
  override readonly name = "OutboundUrlError";
}

const CONTROL_CHARACTERS = /\p{Cc}/u;

/**
 * Addresses in the ordinary unicast space that lead to internal services. 168.63.129.16 is the platform address of
 * every Azure virtual machine (learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16).
 */
const PLATFORM_ADDRESSES: ReadonlySet<string> = new Set(["168.63.129.16"]);

function isPublicIpv4(address: ipaddr.IPv4): boolean {
  return address.range() === "unicast" && !PLATFORM_ADDRESSES.has(address.toString());
}

/**
 * Returns the IPv4 address in the last 32 bits of an address in 64:ff9b::/96, which is the one that is reached (RFC
 * 6052, 2.1); null for other addresses.
 */
function readNat64Address(address: ipaddr.IPv6): ipaddr.IPv4 | null {
  const bytes = address.toByteArray();
  const wellKnownPrefix = ipaddr.IPv6.parse("64:ff9b::").toByteArray().slice(0, 12);
  return wellKnownPrefix.every((byte, index) => bytes[index] === byte)
    ? new ipaddr.IPv4(bytes.slice(12))
    : null;
}

function isPublicIpv6(address: ipaddr.IPv6): boolean {
  if (address.isIPv4MappedAddress()) return isPublicIpv4(address.toIPv4Address());
  const translated = readNat64Address(address);
  if (translated) return isPublicIpv4(translated);
  // ipaddr.js calls every address without a special purpose "unicast", but IANA has only assigned 2000::/3.
  const isGlobalUnicastSpace = ((address.parts[0] ?? 0) & 0xe000) === 0x2000;
  return isGlobalUnicastSpace && address.range() === "unicast";
}

/**
 * Whether connecting to an address for an outside party is allowed: global unicast only.
 *
 * IPv4-mapped (RFC 4291, 2.5.5.2) and NAT64 (RFC 6052) addresses are checked by the IPv4 address inside.
 * IPv4-compatible, 6to4 and Teredo addresses are always refused, as is everything in the IANA special-purpose
 * registries (RFC 6890). Anything that is not a canonical address (a name, `127.1`, `0x7f.1`, an address with a zone)
 * is refused. Never throws.
 */
export function isPublicAddress(ip: string): boolean {
  if (isIP(ip) === 0 || ip.includes("%")) return false;
  if (isIP(ip) === 4) return isPublicIpv4(ipaddr.IPv4.parse(ip));
  // Converts to hexadecimal first: ipaddr.js confuses the IPv4-compatible ::8.8.8.8 with the IPv4-mapped
  // ::ffff:8.8.8.8.
  return isPublicIpv6(ipaddr.IPv6.parse(new URL(`http://[${ip}]/`).hostname.slice(1, -1)));
}

function isPrivateLiteral(hostname: string): boolean {
  const bare = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  return isIP(bare) !== 0 && !isPublicAddress(bare);
}

/**
 * Domains that only name machines of a private network or this one: RFC 6761 (localhost), RFC 6762 (local), RFC 8375
 * (home.arpa), and `internal`, which ICANN keeps out of the public domain names.
 */
const LOCAL_DOMAINS = ["localhost", "localdomain", "local", "home.arpa", "internal"];

/** Whether a name can only be of this machine or of a private network, which needs no resolver to say. */
function isLocalName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, "");
  if (isIP(name) !== 0 || name.startsWith("[")) return false;
  return (
    !name.includes(".") ||
    name === machineName().toLowerCase() ||
    LOCAL_DOMAINS.some((domain) => name.endsWith(`.${domain}`))
  );
}

function requirePublicHost(hostname: string): void {
  if (isPrivateLiteral(hostname))
    throw new OutboundUrlError("The URL must not point to a private or reserved address.");
  if (isLocalName(hostname))
    throw new OutboundUrlError("The URL must not name this machine or one of a private network.");
}

/** Whether a URL is written in full. URL parsers also accept `https:host` and complete it. */
const isCompleteUrl = (url: string): boolean =>
  URL.canParse(url) && (hasWebScheme(url) || !/^https?:/i.test(url));

/**
 * Parses an address that an outside party gave, and refuses what must never be requested: any scheme but https (and
 * http with `allowInsecure`), user information, control characters (the parser would silently drop some), literal
 * addresses that are not public, and names of this machine or of a private network. The WHATWG parser normalizes
 * spellings such as `127.1`, `0x7f.1` and `2130706433` before they are checked. Other names are not resolved here:
 * `sendOutbound` checks the addresses when it connects.
 *
 * Rule: decisions 0017 and 0058.
 *
 * @throws OutboundUrlError with a message for the user
 */
export function parseOutboundUrl(url: string, options: { readonly allowInsecure: boolean }): URL {
  if (CONTROL_CHARACTERS.test(url)) throw new OutboundUrlError("The URL contains control characters.");
  if (!isCompleteUrl(url)) throw new OutboundUrlError("The URL is not valid.");
  const parsed = new URL(url);
  const isPlainHttpAllowed = options.allowInsecure && parsed.protocol === "http:";
  if (parsed.protocol !== "https:" && !isPlainHttpAllowed) {
    throw new OutboundUrlError("The URL must start with https://.");
  }
  if (parsed.username !== "" || parsed.password !== "") {
    throw new OutboundUrlError("The URL must not contain a user name or password.");
  }
  if (!options.allowInsecure) requirePublicHost(parsed.hostname);
  return parsed;
}
