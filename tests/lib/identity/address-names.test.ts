import { describe, expect, it } from "vitest";
import { isAddressName, isReservedName } from "@/lib/accounts/accounts/address-names";

describe("addresses of public profiles", () => {
  it.each(["jane-doe", "j4d", "123", "a".repeat(40), "a-b-c"])("may be %s", (text) => {
    expect(isAddressName(text)).toBe(true);
  });

  it.each([
    "ab",
    "a".repeat(41),
    "-jane",
    "jane-",
    "jane--doe",
    "Jane",
    "jane_doe",
    "jané",
    "jane doe",
    "jane\n",
    "0190a6f2-7c1e-7d63-9b5f-3f0a1f2b3c4d",
  ])("may not be %j", (text) => {
    expect(isAddressName(text)).toBe(false);
  });

  it("reserve names of the service and generated addresses, but not names that contain them", () => {
    for (const text of ["admin", "support", "verify", "u-0123456789ab"])
      expect(isReservedName(text)).toBe(true);
    for (const text of ["adminah", "jane-support", "u-turn", ""]) expect(isReservedName(text)).toBe(false);
  });
});
