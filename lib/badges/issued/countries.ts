import codes from "i18n-iso-countries/codes.json" with { type: "json" };
import english from "i18n-iso-countries/langs/en.json" with { type: "json" };
import { LOCALES } from "@/lib/kernel/locales";

// Names of countries as people write them: as CLDR has them in each language of the service, as ISO 3166 writes them in
// English (`Korea, Republic of`), and the abbreviations in use (`USA`, `UK`).

/** Names that neither CLDR nor ISO 3166 has, and that people use. */
const OTHER_NAMES: Record<string, string[]> = {
  AE: ["UAE", "Emirates"],
  BO: ["Plurinational State of Bolivia"],
  BS: ["Bahamas"],
  CD: ["DRC", "Congo (DRC)", "Democratic Republic of the Congo"],
  CG: ["Republic of the Congo"],
  CI: ["Ivory Coast"],
  CV: ["Cape Verde"],
  CZ: ["Czech Republic"],
  GB: ["England", "Scotland", "Wales", "Northern Ireland", "Britain"],
  FM: ["Federated States of Micronesia"],
  GM: ["Gambia"],
  HK: ["Hong Kong"],
  JP: ["Nippon"],
  KP: ["DPRK", "Democratic People's Republic of Korea"],
  KR: ["Korea", "ROK"],
  MD: ["Republic of Moldova"],
  MK: ["Macedonia"],
  MM: ["Burma"],
  MO: ["Macau", "Macao"],
  NL: ["Holland"],
  PS: ["Palestine"],
  SZ: ["Swaziland"],
  TL: ["East Timor"],
  TR: ["Turkiye"],
  US: [
    "America",
    "United States (USA)",
    "EEUU",
    "EE. UU.",
    "Estados Unidos da América",
    "Estados Unidos de América",
    "États-Unis d’Amérique",
    "Vereinigte Staaten von Amerika",
  ],
  VA: ["Vatican", "Holy See"],
  VE: ["Bolivarian Republic of Venezuela"],
};

/** Compares names without case, accents, signs and a leading article. */
const toKey = (name: string): string =>
  name
    .normalize("NFKD")
    .replaceAll(/\p{Mn}/gu, "")
    .toLowerCase()
    .replaceAll("&", " and ")
    .replaceAll(/[^\p{L}\p{Nd}]+/gu, " ")
    .trim()
    .replace(/^the /, "");

type Source = { code: string; names: readonly string[] };

function listSources(): Source[] {
  const translated = LOCALES.map(
    (locale) => new Intl.DisplayNames([locale], { type: "region", fallback: "none" }),
  );
  return codes.map(([code = "", alpha3 = "", numeric = ""]) => ({
    code,
    names: [
      ...translated.flatMap((names) => names.of(code) ?? []),
      ...[(english.countries as Record<string, string | string[]>)[code] ?? []].flat(),
      ...(OTHER_NAMES[code] ?? []),
      alpha3,
      numeric,
    ],
  }));
}

let known: Map<string, string> | undefined;

/** Reads all names once, when the first one is looked for. */
function readNames(): Map<string, string> {
  if (known) return known;
  known = new Map();
  for (const { code, names } of listSources())
    // A name that two countries have in different languages stays that of the first.
    for (const name of names) if (!known.has(toKey(name))) known.set(toKey(name), code);
  return known;
}

/** Puts the words of ISO 3166 in their usual order: `Iran, Islamic Republic of` and `Iran (Islamic Republic of)`. */
const toUsualOrder = (name: string): string =>
  name.replace(/^([^,(]+)(?:, ?| ?\()([^,()]+ of(?: the)?|the)\)?$/i, "$2 $1");

/**
 * Returns the ISO 3166-1 code (`DE`) of a country's name in one of the service's languages, or of its code of two or three
 * letters or three digits. A withdrawn code (`SU`) counts as that of today. Null when the name is not known.
 */
export function countryCode(name: string | null): string | null {
  if (name === null) return null;
  const text = name.trim();
  const current = /^[a-z]{2}$/i.test(text) ? new Intl.Locale(`und-${text}`).region : undefined;
  if (current && codes.some(([code]) => code === current)) return current;
  const names = readNames();
  return names.get(toKey(text)) ?? names.get(toKey(toUsualOrder(text))) ?? null;
}
