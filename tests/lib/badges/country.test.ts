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
    ["Estados Unidos da América", "US"],
    ["EEUU", "US"],
    ["EE. UU.", "US"],
    ["EE.UU.", "US"],
    ["Emirates", "AE"],
    ["Nippon", "JP"],
    // The short names of ISO 3166 have the first word of the list first.
    ["Iran, Islamic Republic of", "IR"],
    ["Iran (Islamic Republic of)", "IR"],
    ["Bolivia, Plurinational State of", "BO"],
    ["Bolivia (Plurinational State of)", "BO"],
    ["Venezuela (Bolivarian Republic of)", "VE"],
    ["Micronesia (Federated States of)", "FM"],
    ["Moldova (the Republic of)", "MD"],
    ["Tanzania, the United Republic of", "TZ"],
    ["Palestine, State of", "PS"],
    ["Korea (the Republic of)", "KR"],
    ["Korea (the Democratic People's Republic of)", "KP"],
    ["Congo (the Democratic Republic of the)", "CD"],
    ["Congo (the)", "CG"],
    ["Netherlands (Kingdom of the)", "NL"],
    ["276", "DE"],
    ["004", "AF"],
    ["999", null],
    ["Georgia, State of", null],
    ["XX", null],
    ["Atlantis", null],
    [null, null],
  ])("%s", (name, code) => {
    expect(countryCode(name)).toBe(code);
  });
});
