import { truncateAtGrapheme, truncateText } from "@/lib/kernel/truncate-text";
import {
  parseInstant,
  throughDay,
  toDatedInstant,
  hasFourDigitYear,
  type DatedInstant,
} from "@/lib/kernel/dates";
import { removeInvisible } from "@/lib/kernel/visible-text";
import { normalizeKeyUrl, normalizeWebUrl } from "./addresses";
import { BadgeRefused, incompleteBadge } from "./refusal";
import { isDocument, type Document } from "./statement";
import { normalizeEmailAddress } from "@/lib/kernel/email-address";
import { createHash } from "node:crypto";

/** The recipient of an assertion: an e-mail address, or its hash with a salt. */
export type Recipient = { identity: string; salt: string };

/**
 * Reads the recipient of an assertion (Open Badges 2.0, IdentityObject; in 1.0 a plain text with a salt next to it).
 * Only e-mail addresses can be compared with an account.
 */
export function readRecipient(value: unknown, outerSalt: unknown): Recipient {
  const { identity, salt, type = "email" } = isDocument(value) ? value : { identity: value, salt: outerSalt };
  if (typeof identity !== "string" || identity.trim() === "") {
    throw incompleteBadge("The assertion names no recipient.");
  }
  if (![type].flat().some((word) => typeof word === "string" && /(^|[:#/])email$/i.test(word))) {
    throw incompleteBadge(
      "This badge does not name its recipient by e-mail address, so it cannot be matched with yours.",
    );
  }
  // Some issuers write a salt of digits as a number, and hash its digits.
  return {
    identity: identity.trim(),
    salt: typeof salt === "string" || typeof salt === "number" ? String(salt) : "",
  };
}

const HASHED = /^(sha256|md5)\$([\da-f]+)$/i;

const toUpperAt = (text: string, letter: RegExp): string =>
  text.replace(letter, (found) => found.toUpperCase());

/** Lists how people write a part of an address: `ada.okafor`, `Ada.okafor`, `Ada.Okafor`, `ADA.OKAFOR`. */
const spell = (part: string): string[] => [
  part,
  toUpperAt(part, /^\p{L}/u),
  toUpperAt(part, /(?<!\p{L})\p{L}/gu),
  part.toUpperCase(),
];

/** Lists the spellings of an address in lower case that issuers may have hashed, as it stood in their list of people. */
function listSpellings(email: string): string[] {
  const at = email.lastIndexOf("@");
  const domains = spell(email.slice(at + 1));
  return [
    ...new Set(spell(email.slice(0, at)).flatMap((local) => domains.map((domain) => `${local}@${domain}`))),
  ];
}

/** True when the recipient is this text: an address as it is written, or its hash. */
export function isWrittenRecipient({ identity, salt }: Recipient, written: string): boolean {
  const [, algorithm, hash] = HASHED.exec(identity) ?? [];
  if (!algorithm || !hash) return normalizeEmailAddress(identity.replace(/^mailto:/i, "")) === written;
  const digest = createHash(algorithm.toLowerCase()).update(written + salt);
  return digest.digest("hex") === hash.toLowerCase();
}

/**
 * True when the recipient has this e-mail address, which must be in lower case as all stored addresses are. The hash may be of
 * another spelling of it, which mail services deliver to the same person.
 */
export const isRecipient = (recipient: Recipient, email: string): boolean =>
  listSpellings(email).some((spelling) => isWrittenRecipient(recipient, spelling));

/** Real badges name a person by one or two addresses. Each is compared with every address of an account. */
const MAX_RECIPIENTS = 20;
const MAX_NAME_LENGTH = 255;
const MAX_TEXT_LENGTH = 5_000;
const MAX_ID_LENGTH = 2_000;
const MAX_SKILLS = 50;

/** A link to another document: its URL, and its embedded content. */
export type Reference = { address: string | null; document: Document | null };

export type Assertion = {
  id: string | null;
  /** The recipient by each of its names, or why it has none that could be compared with an account. */
  recipients: readonly Recipient[] | BadgeRefused;
  badge: Reference;
  issued: DatedInstant;
  expires: DatedInstant | null;
  isRevoked: boolean;
  /** How the issuer wants it verified. `creator` is the key of a signed assertion. */
  verification: { kind: "hosted" | "signed" | null; creator: string | null };
  /** The version of Open Badges that it is written in. */
  version: string;
  credentialNumber: string | null;
  picture: string | null;
};

export type BadgeClass = {
  id: string | null;
  name: string;
  description: string | null;
  criteria: { id: string | null; narrative: string | null };
  skills: string[];
  picture: string | null;
  issuer: Reference;
};

/** A member as a list: nothing, one, or several. */
const toList = (value: unknown): unknown[] => (value === undefined || value === null ? [] : [value].flat());

/** The texts of a member. */
const toTexts = (value: unknown): string[] =>
  toList(value).filter((one): one is string => typeof one === "string" && one !== "");

/** A member, or its first item. */
const firstItem = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);

/**
 * Cleans text from another service for the database and for screens: removes control characters, lone surrogates and
 * characters that are not seen, and truncates it instead of failing, because the earner cannot change it. Null when nothing
 * is left.
 */
function cleanText(value: unknown, maxLength: number, isLine = false): string | null {
  const given = firstItem(value);
  const raw = isDocument(given) ? given["@value"] : given;
  if (typeof raw !== "string" && typeof raw !== "number") return null;
  const text = isLine ? String(raw).replace(/\p{Cc}+/gu, " ") : String(raw);
  const wellFormed = truncateText(removeInvisible(text).trim(), maxLength);
  return wellFormed === "" ? null : wellFormed;
}

/** Cleans a line of at most 255 characters from another service; null when nothing is left. */
export const cleanLine = (value: unknown): string | null => cleanText(value, MAX_NAME_LENGTH, true);

/** The id of a document: a normalized URL, or another text such as a URN. */
export function documentId(document: Document): string | null {
  const given = firstItem(document.id ?? document["@id"]);
  return normalizeWebUrl(given) ?? cleanText(given, MAX_ID_LENGTH, true);
}

/** Reads a link, or an embedded document with its own. */
export function readReference(value: unknown): Reference {
  const given = firstItem(value);
  if (isDocument(given)) return { address: normalizeWebUrl(given.id ?? given["@id"]), document: given };
  return { address: normalizeWebUrl(given), document: null };
}

/** An image is a URL, a data URL, or an object with one of them. */
function readPicture(value: unknown): string | null {
  const given = firstItem(value);
  const text = isDocument(given) ? (given.id ?? given["@id"]) : given;
  if (typeof text !== "string") return null;
  return text.startsWith("data:") ? text : normalizeWebUrl(text);
}

/** Reads a date of an assertion. Open Badges 1 also has seconds since 1970. */
function readInstant(value: unknown, field: string): DatedInstant {
  const text = typeof value === "string" ? value : "";
  const isSeconds = typeof value === "number" || /^\d{9,11}$/.test(text);
  const parsed = isSeconds ? instantFromSeconds(Number(value)) : parseInstant(text);
  if (!parsed) throw incompleteBadge(`${field} of the assertion is not a valid date.`);
  return parsed;
}

function instantFromSeconds(seconds: number): DatedInstant | null {
  const at = new Date(seconds * 1000);
  return Number.isNaN(at.getTime()) || !hasFourDigitYear(at) ? null : toDatedInstant(at);
}

function readVerification(document: Document): Assertion["verification"] {
  const given = firstItem(document.verification ?? document.verify);
  const { type, creator, url } = isDocument(given) ? given : {};
  const [word = ""] = toTexts(type);
  if (/^(Hosted|HostedBadge)$/i.test(word)) return { kind: "hosted", creator: null };
  if (!/^(Signed|SignedBadge)$/i.test(word)) return { kind: null, creator: null };
  return { kind: "signed", creator: normalizeKeyUrl(creator ?? url) };
}

/** The URL of an assertion of Open Badges 1, which has no `id`. */
const version1Address = (document: Document): string | null => {
  const { verify } = document;
  return isDocument(verify) && /^hosted$/i.test(toTexts(verify.type)[0] ?? "")
    ? normalizeWebUrl(verify.url)
    : null;
};

function readVersion(document: Document): string {
  const context = JSON.stringify(document["@context"] ?? "");
  const [, named] = /openbadges\/v(\d)/.exec(context) ?? [];
  if (named === "1") return "1.1";
  return named === "2" || document.verification !== undefined ? "2.0" : "1.0";
}

function requireType(document: Document): void {
  const types = toTexts(document.type ?? document["@type"]);
  if (types.length === 0 || types.some((type) => /(^|[:#/])Assertion$/.test(type))) return;
  throw incompleteBadge(
    `This is not an Open Badges 2.0 assertion but ${truncateAtGrapheme(types.join(", "), 100)}.`,
  );
}

/** The id of an assertion: its `id`, or its URL in Open Badges 1. */
export const assertionId = (document: Document): string | null =>
  documentId(document) ?? version1Address(document);

function tryReadRecipient(recipient: unknown, salt: unknown): Recipient | BadgeRefused {
  try {
    return readRecipient(recipient, salt);
  } catch (error) {
    if (error instanceof BadgeRefused) return error;
    throw error;
  }
}

function readRecipients({ recipient, salt }: Document): Recipient[] | BadgeRefused {
  const given: unknown[] = Array.isArray(recipient) && recipient.length > 0 ? recipient : [recipient];
  if (given.length > MAX_RECIPIENTS) return incompleteBadge("The assertion names too many recipients.");
  const read = given.map((one) => tryReadRecipient(one, salt));
  const recipients = read.filter((one): one is Recipient => !(one instanceof BadgeRefused));
  const refused = read.find((one) => one instanceof BadgeRefused);
  return refused && recipients.length === 0 ? refused : recipients;
}

/**
 * Reads an assertion (Open Badges 2.0, Assertion; 1.0 and 1.1 as far as they have the same fields).
 *
 * @throws BadgeRefused for another type, and when the badge class or a valid date is missing
 */
export function readAssertion(document: Document): Assertion {
  requireType(document);
  const badge = readReference(document.badge);
  if (!badge.address && !badge.document) throw incompleteBadge("The assertion names no badge class.");
  const { expires } = document;
  return {
    id: assertionId(document),
    recipients: readRecipients(document),
    badge,
    issued: readInstant(document.issuedOn, "issuedOn"),
    expires: expires === undefined || expires === null ? null : throughDay(readInstant(expires, "expires")),
    // What cannot be read may say so.
    isRevoked: ![undefined, null, false, "false"].includes(document.revoked as undefined),
    verification: readVerification(document),
    version: readVersion(document),
    credentialNumber: cleanLine(document.licenseNumber ?? document.credentialNumber ?? document.uid),
    picture: readPicture(document.image),
  };
}

function readCriteria(value: unknown): BadgeClass["criteria"] {
  const given = firstItem(value);
  if (!isDocument(given)) return { id: normalizeWebUrl(given), narrative: null };
  return {
    id: normalizeWebUrl(given.id ?? given["@id"]),
    narrative: cleanText(given.narrative, MAX_TEXT_LENGTH),
  };
}

/** Reads a badge class. Throws `BadgeRefused` without a name or an issuer. */
export function readBadgeClass(document: Document): BadgeClass {
  const name = cleanLine(document.name);
  const issuer = readReference(document.issuer);
  if (name === null) throw incompleteBadge("The badge class has no name.");
  if (!issuer.address && !issuer.document) throw incompleteBadge("The badge class names no issuer.");
  const skills = toList(document.tags).flatMap((tag) => cleanLine(tag) ?? []);
  return {
    id: documentId(document),
    name,
    description: cleanText(document.description, MAX_TEXT_LENGTH),
    criteria: readCriteria(document.criteria),
    skills: [...new Set(skills)].slice(0, MAX_SKILLS),
    picture: readPicture(document.image),
    issuer,
  };
}

export type Issuer = {
  id: string | null;
  name: string;
  /** Hosts and URL prefixes that its assertions must have; empty when the profile does not restrict them. */
  allowedOrigins: string[];
  startsWith: string[];
  /** Its keys, with the URL that names each. */
  keys: (Reference & { id: string | null })[];
  revocationList: RevocationList | null;
};

/** A list that an issuer names; without an address it cannot be read. */
type RevocationList = { address: string | null };

/** Only an absent member means that there is no list. Of several, not one would be enough. */
function readRevocationList(value: unknown): RevocationList | null {
  if (value === undefined || value === null) return null;
  return Array.isArray(value) && value.length !== 1
    ? { address: null }
    : { address: readReference(value).address };
}

function readKey(value: unknown): Issuer["keys"][number] {
  const given = firstItem(value);
  return {
    ...readReference(given),
    id: normalizeKeyUrl(isDocument(given) ? (given.id ?? given["@id"]) : given),
  };
}

/** Reads what a profile says of its assertions. */
function readRestrictions({ verification }: Document): Pick<Issuer, "allowedOrigins" | "startsWith"> {
  const [given = {}, ...others] = toList(verification);
  if (!isDocument(given) || others.length > 0) throw unreadableRestriction();
  return {
    allowedOrigins: readRestriction(given.allowedOrigins),
    startsWith: readRestriction(given.startsWith),
  };
}

/** A restriction that cannot be read must not become none. */
function readRestriction(value: unknown): string[] {
  const texts = toTexts(value);
  if (texts.length < toList(value).length) throw unreadableRestriction();
  return texts;
}

const unreadableRestriction = () => incompleteBadge("The issuer's verification cannot be read.");

/** Reads an issuer's profile. Throws `BadgeRefused` without a name, and when its restrictions cannot be read. */
export function readIssuer(document: Document): Issuer {
  const name = cleanLine(document.name);
  if (name === null) throw incompleteBadge("The issuer has no name.");
  return {
    id: documentId(document),
    name,
    ...readRestrictions(document),
    keys: toList(document.publicKey).map(readKey),
    revocationList: readRevocationList(document.revocationList),
  };
}
