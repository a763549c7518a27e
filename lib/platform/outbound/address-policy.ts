import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { hasWebScheme } from "@/lib/kernel/origins";

/** Thrown by `parseOutboundUrl`; the message is written for the person who typed the address. */
export class OutboundUrlError extends Error {
  override readonly name = "OutboundUrlError";
}

const CONTROL_CHARACTERS = /\p{Cc}/u;

/**
 * Addresses inside ordinary unicast space that still lead inside.
 * 168.63.129.16 is the platform address of every Azure virtual machine
 * (learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16).
 */
const PLATFORM_ADDRESSES: ReadonlySet<string> = new Set(["168.63.129.16"]);

function isPublicIpv4(address: ipaddr.IPv4): boolean {
  return address.range() === "unicast" && !PLATFORM_ADDRESSES.has(address.toString());
}

/** 64:ff9b::/96 only: the last 32 bits are the IPv4 address that is really reached (RFC 6052, 2.1). */
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
  // ipaddr.js calls everything that is not special "unicast"; IANA has only given out 2000::/3.
  const isGlobalUnicastSpace = ((address.parts[0] ?? 0) & 0xe000) === 0x2000;
  return isGlobalUnicastSpace && address.range() === "unicast";
}

/**
 * Whether an address may be connected to on behalf of an outside party: global unicast only.
 *
 * IPv4-mapped (RFC 4291, 2.5.5.2) and NAT64 (RFC 6052) addresses are judged by the IPv4 address inside;
 * IPv4-compatible, 6to4 and Teredo addresses are refused whatever they carry, as is everything in the IANA
 * special-purpose registries (RFC 6890). Anything that is not a canonical address (a name, `127.1`, `0x7f.1`,
 * an address with a zone) is refused. Never throws.
 */
export function isPublicAddress(ip: string): boolean {
  if (isIP(ip) === 0 || ip.includes("%")) return false;
  if (isIP(ip) === 4) return isPublicIpv4(ipaddr.IPv4.parse(ip));
  // Hexadecimal first: ipaddr.js takes the IPv4-compatible ::8.8.8.8 for the IPv4-mapped ::ffff:8.8.8.8.
  return isPublicIpv6(ipaddr.IPv6.parse(new URL(`http://[${ip}]/`).hostname.slice(1, -1)));
}

function isPrivateLiteral(hostname: string): boolean {
  const bare = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  return isIP(bare) !== 0 && !isPublicAddress(bare);
}

/** URL parsers also accept `https:host`, and complete it. */
const isCompleteUrl = (url: string): boolean =>
  URL.canParse(url) && (hasWebScheme(url) || !/^https?:/i.test(url));

/**
 * Parses an address that an outside party gave and refuses what must never be requested: any scheme but https
 * (http too with `allowInsecure`), user information, control characters (the parser would silently drop some)
 * and literal addresses that are not public. Spellings such as `127.1`, `0x7f.1` and `2130706433` are
 * normalised by the WHATWG parser before they are judged. A name is not resolved here: `sendOutbound` judges
 * what it resolves to at the time of connecting.
 *
 * Rule: decisions 0017 and 0058.
 *
 * @throws OutboundUrlError with a message fit for the user
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
  if (!options.allowInsecure && isPrivateLiteral(parsed.hostname)) {
    throw new OutboundUrlError("The URL must not point to a private or reserved address.");
  }
  return parsed;
}
