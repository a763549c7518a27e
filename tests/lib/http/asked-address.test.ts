import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { readRequestedAddress, setRequestedAddressHeader } from "@/lib/http/server/requested-address";

function asked(url: string): string | null {
  const headers: Record<string, string> = { "x-asked-address": "https://evil.example/" };
  setRequestedAddressHeader({ url, headers } as unknown as IncomingMessage);
  return readRequestedAddress((name) => headers[name] ?? null);
}

describe("what was asked for", () => {
  it.each([
    [
      "/console/x/issued_badges?state=revoked&sort=-issued_at",
      "/console/x/issued_badges?state=revoked&sort=-issued_at",
    ],
    ["/console/x/issued_badges?state=revoked&_rsc=1a2b", "/console/x/issued_badges?state=revoked"],
    ["/console/x?_rsc=1a2b", "/console/x"],
    ["/console/x?query=a%26b+c&query=?", "/console/x?query=a%26b+c&query=?"],
    ["/console/x?", "/console/x"],
  ])("by %s is %s, whatever a client says itself", (url, expected) => {
    expect(asked(url)).toBe(expected);
  });

  it("is not known where our own server saw nothing", () => {
    expect(readRequestedAddress(() => null)).toBeNull();
  });
});
