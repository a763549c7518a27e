let codes: Map<string, string> | undefined;

/** English names of countries and their ISO 3166-1 codes, as the runtime's own locale data knows them. */
function countryCodes(): Map<string, string> {
  if (codes) return codes;
  codes = new Map();
  const names = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  for (const first of letters) {
    for (const second of letters) {
      const code = first + second;
      // Codes that were given up (UK, SU, YU) carry the names of those in use.
      const isInUse = new Intl.Locale(`und-${code}`).region === code;
      const name = isInUse ? names.of(code) : undefined;
      if (name) codes.set(name.toLowerCase(), code);
    }
  }
  return codes;
}

/** The ISO code of a country's English name (or of the code itself, a code that was given up among them); null when it is not known. */
export function countryCode(name: string | null): string | null {
  if (name === null) return null;
  const known = countryCodes();
  const code = /^[a-z]{2}$/i.test(name) ? new Intl.Locale(`und-${name}`).region : undefined;
  if (code && [...known.values()].includes(code)) return code;
  return known.get(name.toLowerCase()) ?? null;
}
