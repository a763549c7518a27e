let codes: Map<string, string> | undefined;

/** Returns English names of countries with their ISO 3166-1 codes, from the runtime's locale data. */
function countryCodes(): Map<string, string> {
  if (codes) return codes;
  codes = new Map();
  const names = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  for (const first of letters) {
    for (const second of letters) {
      const code = first + second;
      // Withdrawn codes (UK, SU, YU) have the names of the current ones.
      const isInUse = new Intl.Locale(`und-${code}`).region === code;
      const name = isInUse ? names.of(code) : undefined;
      if (name) codes.set(name.toLowerCase(), code);
    }
  }
  return codes;
}

/** Returns the ISO code for a country's English name or code, withdrawn codes included. Null when it is not known. */
export function countryCode(name: string | null): string | null {
  if (name === null) return null;
  const known = countryCodes();
  const code = /^[a-z]{2}$/i.test(name) ? new Intl.Locale(`und-${name}`).region : undefined;
  if (code && [...known.values()].includes(code)) return code;
  return known.get(name.toLowerCase()) ?? null;
}
