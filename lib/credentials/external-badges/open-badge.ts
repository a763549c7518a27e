import { cutShownText, cutText } from "@/lib/kernel/cut-text";
import { parseInstant, datedInstant, isFourDigitYear, type DatedInstant } from "@/lib/kernel/dates";
import { webUrl } from "./addresses";
import { readRecipient, type Recipient } from "./recipient";
import { incomplete } from "./refusal";
import { isDocument, type Document } from "./statement";

const NAME_LENGTH = 255;
const TEXT_LENGTH = 5_000;
const ID_LENGTH = 2_000;
const MOST_SKILLS = 50;

/** A link to another document: its URL, and its embedded content. */
export type Reference = { address: string | null; document: Document | null };

export type Assertion = {
  id: string | null;
  recipient: Recipient;
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

export type Issuer = {
  id: string | null;
  name: string;
  /** Hosts and URL prefixes that its assertions must have; empty when the profile does not restrict them. */
  allowedOrigins: string[];
  startsWith: string[];
  keys: Reference[];
  revocationList: string | null;
};

const listOf = (value: unknown): unknown[] => (value === undefined || value === null ? [] : [value].flat());

const texts = (value: unknown): string[] =>
  listOf(value).filter((one): one is string => typeof one === "string" && one !== "");

const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);

/**
 * Cleans text from another service for the database: removes control characters and lone surrogates, and truncates it
 * instead of failing, because the earner cannot change it. Null when nothing is left.
 */
function textOf(value: unknown, most: number, isLine = false): string | null {
  const given = first(value);
  const raw = isDocument(given) ? given["@value"] : given;
  if (typeof raw !== "string" && typeof raw !== "number") return null;
  const clean = String(raw).replace(isLine ? /\p{Cc}+/gu : /(?![\t\n\r])\p{Cc}/gu, isLine ? " " : "");
  const wellFormed = cutText(clean.trim(), most);
  return wellFormed === "" ? null : wellFormed;
}

const lineOf = (value: unknown): string | null => textOf(value, NAME_LENGTH, true);

/** The id of a document: a normalized URL, or another text such as a URN. */
export function idOf(document: Document): string | null {
  const given = first(document.id ?? document["@id"]);
  return webUrl(given) ?? textOf(given, ID_LENGTH, true);
}

function referenceOf(value: unknown): Reference {
  const given = first(value);
  if (isDocument(given)) return { address: webUrl(given.id ?? given["@id"]), document: given };
  return { address: webUrl(given), document: null };
}

/** An image is a URL, a data URL, or an object with one of them. */
function pictureOf(value: unknown): string | null {
  const given = first(value);
  const text = isDocument(given) ? (given.id ?? given["@id"]) : given;
  if (typeof text !== "string") return null;
  return text.startsWith("data:") ? text : webUrl(text);
}

/** Reads a date of an assertion. Open Badges 1 also has seconds since 1970. */
function instantOf(value: unknown, field: string): DatedInstant {
  const text = typeof value === "string" ? value : "";
  const isSeconds = typeof value === "number" || /^\d{9,11}$/.test(text);
  const parsed = isSeconds ? datedSeconds(Number(value)) : parseInstant(text);
  if (!parsed) throw incomplete(`${field} of the assertion is not a valid date.`);
  return parsed;
}

function datedSeconds(seconds: number): DatedInstant | null {
  const at = new Date(seconds * 1000);
  return Number.isNaN(at.getTime()) || !isFourDigitYear(at) ? null : datedInstant(at);
}

function verificationOf(document: Document): Assertion["verification"] {
  const given = first(document.verification ?? document.verify);
  const { type, creator, url } = isDocument(given) ? given : {};
  const [word = ""] = texts(type);
  if (/^(Hosted|HostedBadge)$/i.test(word)) return { kind: "hosted", creator: null };
  if (!/^(Signed|SignedBadge)$/i.test(word)) return { kind: null, creator: null };
  return { kind: "signed", creator: webUrl(creator ?? url) };
}

/** The URL of an assertion of Open Badges 1, which has no `id`. */
const verifyAddress = (document: Document): string | null => {
  const { verify } = document;
  return isDocument(verify) && /^hosted$/i.test(texts(verify.type)[0] ?? "") ? webUrl(verify.url) : null;
};

function versionOf(document: Document): string {
  const context = JSON.stringify(document["@context"] ?? "");
  const [, named] = /openbadges\/v(\d)/.exec(context) ?? [];
  if (named === "1") return "1.1";
  return named === "2" || document.verification !== undefined ? "2.0" : "1.0";
}

function requireType(document: Document): void {
  const types = texts(document.type ?? document["@type"]);
  if (types.length === 0 || types.some((type) => /(^|[:#/])Assertion$/.test(type))) return;
  throw incomplete(`This is not an Open Badges 2.0 assertion but ${cutShownText(types.join(", "), 100)}.`);
}

/** The id of an assertion: its `id`, or its URL in Open Badges 1. */
export const assertionId = (document: Document): string | null => idOf(document) ?? verifyAddress(document);

/**
 * Reads an assertion (Open Badges 2.0, Assertion; 1.0 and 1.1 as far as they have the same fields).
 *
 * @throws BadgeRefused for another type, and when the recipient, badge class or a valid date is missing
 */
export function readAssertion(document: Document): Assertion {
  requireType(document);
  const badge = referenceOf(document.badge);
  if (!badge.address && !badge.document) throw incomplete("The assertion names no badge class.");
  const { expires } = document;
  return {
    id: assertionId(document),
    recipient: readRecipient(first(document.recipient), document.salt),
    badge,
    issued: instantOf(document.issuedOn, "issuedOn"),
    expires: expires === undefined || expires === null ? null : instantOf(expires, "expires"),
    isRevoked: document.revoked === true || document.revoked === "true",
    verification: verificationOf(document),
    version: versionOf(document),
    credentialNumber: lineOf(document.licenseNumber ?? document.credentialNumber ?? document.uid),
    picture: pictureOf(document.image),
  };
}

function criteriaOf(value: unknown): BadgeClass["criteria"] {
  const given = first(value);
  if (!isDocument(given)) return { id: webUrl(given), narrative: null };
  return { id: webUrl(given.id ?? given["@id"]), narrative: textOf(given.narrative, TEXT_LENGTH) };
}

/** Reads a badge class. Throws `BadgeRefused` without a name or an issuer. */
export function readBadgeClass(document: Document): BadgeClass {
  const name = lineOf(document.name);
  const issuer = referenceOf(document.issuer);
  if (name === null) throw incomplete("The badge class has no name.");
  if (!issuer.address && !issuer.document) throw incomplete("The badge class names no issuer.");
  const skills = listOf(document.tags).flatMap((tag) => lineOf(tag) ?? []);
  return {
    id: idOf(document),
    name,
    description: textOf(document.description, TEXT_LENGTH),
    criteria: criteriaOf(document.criteria),
    skills: [...new Set(skills)].slice(0, MOST_SKILLS),
    picture: pictureOf(document.image),
    issuer,
  };
}

/** Reads an issuer's profile. Throws `BadgeRefused` without a name. */
export function readIssuer(document: Document): Issuer {
  const name = lineOf(document.name);
  if (name === null) throw incomplete("The issuer has no name.");
  const verification = isDocument(document.verification) ? document.verification : {};
  return {
    id: idOf(document),
    name,
    allowedOrigins: texts(verification.allowedOrigins),
    startsWith: texts(verification.startsWith),
    keys: listOf(document.publicKey).map(referenceOf),
    revocationList: referenceOf(document.revocationList).address,
  };
}
