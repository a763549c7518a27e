import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { readRequestedAddress, setRequestedAddressHeader } from "@/lib/http/server/requested-address";

function readAddressFor(url: string): string | null {
  const headers: Record<string, string> = { "x-requested-address": "https://evil.example/" };
  setRequestedAddressHeader({ url, headers } as unknown as IncomingMessage);
  return readRequestedAddress((name) => headers[name] ?? null);
}

describe("the requested address", () => {
  it.each([
    [
      "/console/x/issued_badges?state=revoked&sort=-issued_at",
      "/console/x/issued_badges?state=revoked&sort=-issued_at",
    ],
    ["/console/x/issued_badges?state=revoked&_rsc=1a2b", "/console/x/issued_badges?state=revoked"],
    ["/console/x?_rsc=1a2b", "/console/x"],
    ["/console/x?query=a%26b+c&query=?", "/console/x?query=a%26b+c&query=?"],
    ["/console/x?", "/console/x"],
  ])("with the url %s is %s, whatever headers a client sends", (url, expected) => {
    expect(readAddressFor(url)).toBe(expected);
  });

  it("is unknown if our own server did not record it", () => {
    expect(readRequestedAddress(() => null)).toBeNull();
  });
});
