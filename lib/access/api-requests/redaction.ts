import { truncateText } from "@/lib/kernel/truncate-text";

/** What stands where something was removed. */
const HIDDEN = "[hidden]";
const HIDDEN_EMAIL = "[e-mail]";

/** The largest body that is stored, in bytes. */
export const MAX_BODY_BYTES = 4_096;
const MAX_TEXT_LENGTH = 500;
/** How much of a text is searched for secrets. The rest is not stored. */
const MAX_SEARCHED_LENGTH = 2_000;
const MAX_DEPTH = 8;
const MAX_ITEMS = 100;

const SECRET_NAME =
  /secret|token|passw|passphrase|apikey|accesskey|privatekey|signature|cookie|jwt|assertion|authorization|credential|verifier|nonce|digest|otp$|onetimecode|recoverycodes?$|^(code|pin|state|txcode|preauthorizedcode)$/;
/** Names of what only refers to a secret, or describes it. */
const HARMLESS_NAME = /(_ids?|_at|_type|_count|_enabled|_method)$/;
/** A value of `code` that is a word, as in the body of an error. */
const ERROR_CODE = /^[A-Za-z]+(_[A-Za-z]+)*$/;

/** Whether what has this name in a query or body must not be shown. */
function isSecret(name: string, value: unknown): boolean {
  const last = /([^[\]]+)\]?$/.exec(name)?.[1] ?? name;
  if (HARMLESS_NAME.test(last.toLowerCase())) return false;
  const plain = last.toLowerCase().replace(/[^a-z0-9]/g, "");
  if (plain === "code" || plain === "state") return typeof value !== "string" || !ERROR_CODE.test(value);
  return SECRET_NAME.test(plain);
}

const EMAIL_ADDRESS = /[^\s@"'<>()[\]{},;:=&?/|\\]{1,64}(?:@|%40)[^\s@"'<>()[\]{},;:=&?/|\\]{1,255}/g;
/** Most texts have no such sign, and are not searched for addresses. */
const EMAIL_SIGN = /@|%40/;

/** What is recognized as a secret wherever it stands. No pattern can take more than linear time. */
const PATTERNS: [pattern: RegExp, replacement: string | ((...groups: string[]) => string)][] = [
  [/-----BEGIN [A-Z ]{1,40}-----[^-]*(-----END [A-Z ]{1,40}-----)?/g, HIDDEN],
  [/(:\/\/)[^\s/?#@]{1,300}@/g, `$1${HIDDEN}@`],
  [/\b(Bearer|Basic)\s{1,5}[^\s"',]{6,}/gi, `$1 ${HIDDEN}`],
  [
    /([?&;])([\w.[\]-]{1,60})=([^&;#\s"'<>]{1,2000})/g,
    (whole, mark = "", name = "", value = "") => (isSecret(name, value) ? `${mark}${name}=${HIDDEN}` : whole),
  ],
  // The secrets of this service (lib/kernel/secrets.ts, lib/platform/outbound/standard-webhooks.ts).
  [/\b(?:b[a-z]{2}|whsec)_[\w+/=-]{8,}/g, HIDDEN],
  [/\beyJ[\w-]{8,}\.[\w-]*(?:\.[\w-]*){0,3}/g, HIDDEN],
  // Anything long and random, such as the token in the path of a link. A UUID is shorter.
  [/[\w+=-]{40,}/g, (whole) => (/[A-Z0-9]/.test(whole) && !ERROR_CODE.test(whole) ? HIDDEN : whole)],
];

/** Returns the beginning of a long text, without the word at its end: that might be a part of a secret. */
function searchedPart(text: string): string {
  if (text.length <= MAX_SEARCHED_LENGTH) return text;
  const end = text.slice(0, MAX_SEARCHED_LENGTH).search(/\s(?=\S*$)/);
  return end < 0 ? "" : text.slice(0, end);
}

/** Removes secrets and e-mail addresses from a text, and shortens it. */
export function redactText(text: string, maxLength = MAX_TEXT_LENGTH): string {
  const searched = searchedPart(text);
  const withoutSecrets = PATTERNS.reduce(
    (current, [pattern, replacement]) =>
      typeof replacement === "string"
        ? current.replace(pattern, replacement)
        : current.replace(pattern, replacement),
    searched,
  );
  const redacted = EMAIL_SIGN.test(searched)
    ? withoutSecrets.replace(EMAIL_ADDRESS, HIDDEN_EMAIL)
    : withoutSecrets;
  const isShortened = redacted.length > maxLength || searched.length < text.length;
  if (!isShortened) return truncateText(redacted, maxLength);
  return `${truncateText(redacted, maxLength)}… (${text.length.toLocaleString("en")} characters)`;
}

const decodePart = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Removes secrets from the path of a request, which is decoded. */
export const redactPath = (path: string): string =>
  redactText(path.includes("%") ? path.split("/").map(decodePart).join("/") : path);

/** Removes secrets from a query string. The result is decoded, for people to read. */
export function redactQuery(search: string): string {
  if (search.length < 2) return "";
  const pairs = [...new URLSearchParams(search.slice(0, MAX_SEARCHED_LENGTH))].slice(0, MAX_ITEMS);
  const isCut = search.length > MAX_SEARCHED_LENGTH;
  const shown = (isCut ? pairs.slice(0, -1) : pairs).map(([name, value]) => {
    const shownValue = isSecret(name, value) ? HIDDEN : redactText(value);
    return value === "" ? redactText(name) : `${redactText(name)}=${shownValue}`;
  });
  return truncateText(shown.join("&"), MAX_SEARCHED_LENGTH) + (isCut ? "…" : "");
}

type Budget = { bytes: number };

const take = (budget: Budget, value: unknown): void => {
  budget.bytes -= Buffer.byteLength(JSON.stringify(value) ?? "") + 2;
};

function redactScalar(value: unknown, budget: Budget): unknown {
  const shown = typeof value === "string" ? redactText(value) : value;
  const isPlain = ["string", "number", "boolean"].includes(typeof shown) || shown === null;
  const result = isPlain ? shown : "[file]";
  take(budget, result);
  return result;
}

function redactList(list: readonly unknown[], budget: Budget, depth: number): unknown[] {
  const shown = [];
  for (const item of list.slice(0, MAX_ITEMS)) {
    if (budget.bytes <= 0) break;
    shown.push(redactValue(item, budget, depth));
  }
  const left = list.length - shown.length;
  return left > 0 ? [...shown, `… ${left} more`] : shown;
}

/** Whether a field is hidden. A patch names in `path` what its `value` is (RFC 7644, 3.5.2). */
function isHiddenField(name: string, value: unknown, path: string): boolean {
  if (value === null || typeof value === "boolean") return false;
  return isSecret(name, value) || (name === "value" && isSecret(path, value));
}

function redactObject(object: object, budget: Budget, depth: number): object {
  const entries = Object.entries(object);
  const shown: [string, unknown][] = [];
  const path = "path" in object && typeof object.path === "string" ? object.path : "";
  for (const [name, value] of entries.slice(0, MAX_ITEMS)) {
    if (budget.bytes <= 0) break;
    const isHidden = isHiddenField(name, value, path);
    const key = redactText(name, 100);
    take(budget, key);
    shown.push([key, isHidden ? redactScalar(HIDDEN, budget) : redactValue(value, budget, depth)]);
  }
  const left = entries.length - shown.length;
  // Not a literal, so that a field named __proto__ is a field.
  return Object.fromEntries(left > 0 ? [...shown, ["…", `${left} more`]] : shown);
}

const isRecord = (value: object): boolean =>
  [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);

function redactValue(value: unknown, budget: Budget, depth: number): unknown {
  if (typeof value !== "object" || value === null) return redactScalar(value, budget);
  if (depth >= MAX_DEPTH) return redactScalar("…", budget);
  if (Array.isArray(value)) return redactList(value, budget, depth + 1);
  return isRecord(value) ? redactObject(value, budget, depth + 1) : redactScalar("[file]", budget);
}

/**
 * Returns a parsed body as JSON of at most 4 KiB without secrets and e-mail addresses. Looks only at as much of the body
 * as it returns.
 */
export function redactBody(value: unknown): string {
  for (let bytes = MAX_BODY_BYTES * 0.85; bytes > 64; bytes /= 2) {
    const text = JSON.stringify(redactValue(value, { bytes }, 0));
    if (Buffer.byteLength(text) <= MAX_BODY_BYTES) return text;
  }
  return JSON.stringify("…");
}

const MAX_PARSED_LENGTH = 64 * 1024;

/** The same for the text of a response. A long one is not parsed. */
export function redactBodyText(text: string): string | null {
  if (text === "") return null;
  const describe = (what: string) =>
    JSON.stringify(`[${what}, ${text.length.toLocaleString("en")} characters]`);
  if (text.length > MAX_PARSED_LENGTH) return describe("too long to show");
  try {
    return redactBody(JSON.parse(text));
  } catch {
    return describe("not JSON");
  }
}
