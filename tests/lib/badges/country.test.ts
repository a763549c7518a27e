import { describe, expect, it } from "vitest";
import { countryCode } from "@/lib/badges/issued/countries";

describe("the code of a country", () => {
  it.each([
    ["Germany", "DE"],
    ["germany", "DE"],
    ["de", "DE"],
    // Names that retired codes have too: UK, FX, SU, YU, ZR, DY, HV, TP.
    ["United Kingdom", "GB"],
    ["France", "FR"],
    ["Russia", "RU"],
    ["Serbia", "RS"],
    ["Congo - Kinshasa", "CD"],
    ["Benin", "BJ"],
    ["Burkina Faso", "BF"],
    ["Timor-Leste", "TL"],
    ["UK", "GB"],
    ["XX", null],
    ["Atlantis", null],
    [null, null],
  ])("%s", (name, code) => {
    expect(countryCode(name)).toBe(code);
  });
});
