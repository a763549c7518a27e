let codes: Map<string, string> | undefined;

/** English names of countries and their ISO 3166-1 codes, as the runtime's own locale data knows them. */
function countryCodes(): Map<string, string> {
  if (codes) return codes;
  codes = new Map();
  const names = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  for (const first of letters) {
    for (const second of letters) {
      const name = names.of(first + second);
      if (name) codes.set(name.toLowerCase(), first + second);
    }
  }
  return codes;
}

/** The ISO code of a country's English name (or of the code itself); null when it is not known. */
export function countryCode(name: string | null): string | null {
  if (name === null) return null;
  const known = countryCodes();
  if (/^[a-z]{2}$/i.test(name) && [...known.values()].includes(name.toUpperCase())) return name.toUpperCase();
  return known.get(name.toLowerCase()) ?? null;
}
