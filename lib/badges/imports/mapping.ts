import { HEADINGS, normalizeHeading } from "@/lib/platform/files/headings";
import { FIELD_LABELS, IMPORT_FIELDS } from "./choices";
import type { ImportField, ImportMapping } from "./schema";

/** Headings recognized for each field, besides its own name and its label. */
const FIELD_HEADINGS: Partial<Record<ImportField, readonly string[]>> = {
  recipient_email: HEADINGS.email,
  issued_to_first_name: HEADINGS.first_name,
  issued_to_last_name: HEADINGS.last_name,
  issued_to: HEADINGS.full_name,
  issued_to_middle_name: HEADINGS.middle_name,
  issued_at: HEADINGS.issued_on,
  expires_at: HEADINGS.expires_on,
  issuer_earner_id: HEADINGS.person_id,
  locale: HEADINGS.language,
  country_name: HEADINGS.country,
  state_or_province: HEADINGS.state,
  evidence_url: HEADINGS.evidence_url,
  evidence_name: HEADINGS.evidence_title,
  issuer_earner_group_external_id: HEADINGS.group_id,
  issuer_earner_group_name: HEADINGS.group_name,
  suppress_badge_notification_email: HEADINGS.no_email,
  badge_template: ["badge template id", "badge template name"],
};

/** Headings whose meaning depends on another column: `Nom` beside `Prénom` is the last name. */
const PAIRED_HEADINGS: { heading: string; beside: readonly string[]; field: ImportField }[] = [
  { heading: "Name", beside: ["Vorname", "Vornamen"], field: "issued_to_last_name" },
  { heading: "Nom", beside: ["Prénom", "Prénoms"], field: "issued_to_last_name" },
  { heading: "Nombre", beside: ["Apellido", "Apellidos"], field: "issued_to_first_name" },
  { heading: "Nome", beside: ["Sobrenome", "Último nome"], field: "issued_to_first_name" },
  { heading: "이름", beside: ["성", "성씨"], field: "issued_to_first_name" },
  { heading: "名前", beside: ["姓", "苗字", "氏"], field: "issued_to_first_name" },
];

/** General headings. One fills its field when no other column does and it is the only candidate. */
const GENERAL_HEADINGS: [ImportField, readonly string[]][] = [
  ["issued_to", ["Name", "Nom", "Nombre", "Nome", "이름", "名前"]],
  ["issued_at", ["Date", "Datum", "Fecha", "날짜", "일자", "日付", "日期"]],
];

/**
 * Maps columns to fields by their headings: each field takes the column with its own name, or else the first column
 * with a heading that people use for it. A column that matches no field is left out.
 */
export function guessMapping(headings: string[]): ImportMapping {
  const plainHeadings = headings.map(normalizeHeading);
  const taken = new Set<number>();
  const mapping: ImportMapping = {};
  const columnsWith = (name: string): number[] =>
    plainHeadings.flatMap((heading, index) =>
      heading === normalizeHeading(name) && !taken.has(index) ? [index] : [],
    );
  const fill = (field: ImportField, index: number | undefined): void => {
    if (index === undefined || mapping[field] !== undefined) return;
    mapping[field] = index;
    taken.add(index);
  };
  for (const field of IMPORT_FIELDS) fill(field, columnsWith(field)[0]);
  for (const field of IMPORT_FIELDS)
    fill(field, [FIELD_LABELS[field], ...(FIELD_HEADINGS[field] ?? [])].flatMap(columnsWith)[0]);
  for (const { heading, beside, field } of PAIRED_HEADINGS) {
    if (beside.some((name) => plainHeadings.includes(normalizeHeading(name))))
      fill(field, columnsWith(heading)[0]);
  }
  for (const [field, names] of GENERAL_HEADINGS) {
    const indexes = names.flatMap(columnsWith);
    if (indexes.length === 1) fill(field, indexes[0]);
  }
  return mapping;
}

/** Matches names in scripts of East Asia, which have the last name first. */
const LAST_NAME_FIRST = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー・\s]+$/u;

/** What stands after a name and belongs to no part of it, in small letters without dots. */
const SUFFIXES = new Set(
  (
    "jr sr ii iii iv phd md rn lpn np bsn msn dnp edd psyd dphil dds dmd dvm pharmd mba msc bsc mphil meng beng llb llm jd esq " +
    "cpa cfa pmp cissp pe ra fache facp frcp obe mbe cbe msw lcsw lmft mph mpa med dipl-ing mag bed dba dc dpt ot pt pa-c shrm-cp " +
    "aprn arnp crna cnm cns fnp agnp pmhnp rdn ldn otr slp bcba lmhc lpc lcpc cma emt mha mfa bfa mdiv dsw hons"
  ).split(" "),
);
/** Suffixes that are also names, such as Ma and Do: only in capitals, and not in a name that is all in capitals. */
const CAPITAL_SUFFIXES = new Set(["MA", "BA", "BS", "MS", "DO", "PA", "AA"]);

/** Matches credentials with the board that gives them: FNP-C. */
const BOARD_SUFFIX = /^[A-Z]{2,}(-[A-Z]{1,4})+$/;
/** Matches what stands among known suffixes and is one itself, in a name that is not all in capitals. */
const ACRONYM = /^[A-Z]{2,8}$/;

const isSuffix = (word: string, isInCapitals: boolean): boolean => {
  const plain = word.replaceAll(".", "").replace(/^\((.*)\)$/, "$1");
  if (SUFFIXES.has(plain.toLowerCase())) return true;
  return !isInCapitals && (CAPITAL_SUFFIXES.has(plain) || BOARD_SUFFIX.test(plain));
};

const splitWords = (text: string): string[] =>
  text
    .trim()
    .split(/\s+/)
    .filter((word) => word !== "");

type SplitName = {
  first: string;
  last: string;
  /** The name with its suffixes; undefined when it consists of the other two parts alone. */
  full: string | undefined;
};

/** Splits a name without a comma. A suffix such as `Jr.` stays with the last name. */
function splitPlainName(name: string): { first: string; last: string } {
  const words = splitWords(name);
  if (words.length > 1 && LAST_NAME_FIRST.test(name))
    return { first: words.slice(1).join(" "), last: words[0] ?? "" };
  const isInCapitals = name === name.toUpperCase();
  const suffixes = words.slice(2).toReversed();
  const count = suffixes.findIndex((word) => !isSuffix(word, isInCapitals));
  const place = words.length - 1 - (count < 0 ? suffixes.length : count);
  return place < 1
    ? { first: words[0] ?? "", last: "" }
    : { first: words.slice(0, place).join(" "), last: words.slice(place).join(" ") };
}

/** Whether a word looks like a suffix and not like a name such as Ra: `RN`, `PhD`, `Jr.` */
const isWrittenAsSuffix = (word: string): boolean => /\p{Lu}.*\p{Lu}|\.$|^[JSjs]r$/u.test(word);

/** Splits the part after a comma into a first name and the suffixes after it: `Ann RN`. */
function splitFirstPart(part: string, isInCapitals: boolean): { first: string; suffixes: string[] } {
  const words = splitWords(part);
  const count = words
    .toReversed()
    .findIndex((word) => isInCapitals || !isWrittenAsSuffix(word) || !isSuffix(word, false));
  const place = words.length - Math.max(count, 0);
  return { first: words.slice(0, place).join(" "), suffixes: words.slice(place) };
}

/**
 * Splits a full name: `Ada Okafor`, or `Okafor, Ada`. The last word is the last name, or the first word if the name
 * is in Chinese, Japanese or Korean script. Suffixes after a comma are not a part of either: `Ada Okafor, PhD`. Beside a
 * known suffix, other acronyms are suffixes too: `Ada Okafor, RN, CCDS`.
 */
export function splitName(name: string): SplitName {
  const [start = "", ...rest] = name
    .replace(/\bPh\.\s+D\b/gi, "Ph.D")
    .split(",")
    .map((part) => part.trim())
    .filter((part, index) => index === 0 || part !== "");
  const isInCapitals = start === start.toUpperCase();
  const isOneWord = splitWords(start).length === 1;
  const isKnown = (part: string): boolean =>
    splitWords(part).every(
      (word) => isSuffix(word, isInCapitals) && (!isOneWord || isInCapitals || isWrittenAsSuffix(word)),
    );
  const hasOthers = !isInCapitals && !isOneWord && rest.some(isKnown);
  const isSuffixPart = (part: string): boolean => isKnown(part) || (hasOthers && ACRONYM.test(part));
  const names = rest.filter((part) => !isSuffixPart(part)).join(", ");
  if (start === "" || names === "") return { ...splitPlainName(start === "" ? names : start), full: name };
  const { first, suffixes } = splitFirstPart(names, isInCapitals);
  const all = [...suffixes, ...rest.filter(isSuffixPart)];
  return { first, last: start, full: all.length > 0 ? [`${first} ${start}`, ...all].join(", ") : undefined };
}
