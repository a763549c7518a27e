import { describe, expect, it } from "vitest";
import { rateLimitKey, resolveClientAddress } from "@/lib/kernel/client-address";

describe("the client of a request", () => {
  it.each([
    ["no proxy: the connection, whatever the client wrote", "1.1.1.1", "192.0.2.9", 0, "192.0.2.9"],
    ["one proxy: what it saw", "6.6.6.6, 198.51.100.1", "10.0.0.1", 1, "198.51.100.1"],
    ["two proxies", "6.6.6.6, 198.51.100.1, 10.0.0.2", "10.0.0.1", 2, "198.51.100.1"],
    ["fewer entries than proxies: the first", "198.51.100.1", "10.0.0.1", 3, "198.51.100.1"],
    ["a proxy that says nothing: itself", undefined, "10.0.0.1", 1, "10.0.0.1"],
    ["a port", "198.51.100.1:5151", "10.0.0.1", 1, "198.51.100.1"],
    ["IPv6 with a port", "[2001:db8::1]:443", "10.0.0.1", 1, "2001:db8::1"],
    ["IPv4 in IPv6", undefined, "::ffff:192.0.2.1", 0, "192.0.2.1"],
    ["a zone", undefined, "fe80::1%eth0", 0, "fe80::1"],
    ["nonsense", "<script>", "10.0.0.1", 1, "unknown"],
    ["no address at all", undefined, undefined, 0, "unknown"],
  ])("%s", (_what, forwardedFor, socket, proxies, expected) => {
    expect(resolveClientAddress(forwardedFor, socket, proxies)).toBe(expected);
  });
});

describe("the key of an address for limits", () => {
  it("is the address itself, or the /64 of IPv6", () => {
    expect(rateLimitKey("192.0.2.1")).toBe("192.0.2.1");
    expect(rateLimitKey("2001:db8:1:2::1")).toBe(rateLimitKey("2001:db8:1:2:ffff::9"));
    expect(rateLimitKey("2001:db8:1:2::1")).not.toBe(rateLimitKey("2001:db8:1:3::1"));
    expect(rateLimitKey("unknown")).toBe("unknown");
  });
});
