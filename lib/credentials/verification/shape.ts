import { z } from "zod";
import {
  APPROVED_CONTEXTS,
  DATA_MODEL_CONTEXTS,
  OPEN_BADGE_CONTEXTS,
} from "@/lib/credentials/proofs/approved-contexts";
import { isInherited } from "@/lib/credentials/proofs/safe-json-ld";
import { parseInstant } from "@/lib/kernel/dates";
import { removeInvisible } from "@/lib/kernel/visible-text";
import { ambiguousBadge, malformedBadge, unapprovedContext, unreadableBadge } from "./refusal";
import { isDocument, type Document } from "./statement";

// What a credential must look like before its signature is checked, so that each member has one meaning and the verifier reads
// what the issuer signed: Verifiable Credentials 1.1 and 2.0, Open Badges 3.0, whatever the suite.

const pathOf = (path: readonly PropertyKey[]): string => path.map(String).join(".");

/** Keywords of a text with a language. Every other keyword renames, moves or hides members. */
const LANGUAGE_KEYWORDS = new Set(["@value", "@language", "@direction"]);
/** The members that may be such a text (Verifiable Credentials 2.0, 11.1). */
const LANGUAGE_MEMBERS = new Set(["name", "description"]);

/** Real badges have a hundred or two. */
const MAX_VALUES = 10_000;

type Place = { value: unknown; path: readonly string[]; name: string };

const isTextWithLanguage = (value: Document): boolean =>
  typeof value["@value"] === "string" && Object.keys(value).every((name) => LANGUAGE_KEYWORDS.has(name));

const isCredentialType = ({ type }: Document): boolean => [type].flat().includes("VerifiableCredential");

/** A proof by JCS in an embedded credential repeats the contexts that were signed. */
const isJcsProof = ({ type, cryptosuite }: Document): boolean =>
  type === "DataIntegrityProof" && typeof cryptosuite === "string" && cryptosuite.includes("-jcs-");

/** Half of a surrogate pair is no character: what becomes of it differs from reader to reader. */
const hasLoneSurrogate = (text: string): boolean => /\p{Surrogate}/u.test(text);

/** Whether a name may stand in this object. A name with a colon is an address, or is put together from a context. */
function isAllowedName(name: string, object: Document, { name: member }: Place): boolean {
  if (name === "@context") return isCredentialType(object) || isJcsProof(object);
  if (name.startsWith("@")) return LANGUAGE_MEMBERS.has(member) && isTextWithLanguage(object);
  return !name.includes(":") && !isInherited(name) && name !== "__proto__" && !hasLoneSurrogate(name);
}

/** What JSON-LD leaves out, and lists in lists, of which it makes one. */
const isNothing = (value: unknown): boolean =>
  value === null || (Array.isArray(value) && (value.length === 0 || value.some(Array.isArray)));

/** Checks one value, and returns those inside it. What JSON-LD takes for nothing could hide what a reader sees. */
function checkPlace(place: Place): Place[] {
  const { value, path, name } = place;
  if (isNothing(value) || (typeof value === "string" && hasLoneSurrogate(value)))
    throw ambiguousBadge(pathOf(path));
  if (Array.isArray(value)) {
    return value.map((one: unknown, index) => ({ value: one, path: [...path, String(index)], name }));
  }
  if (!isDocument(value)) return [];
  return Object.entries(value).flatMap(([member, inner]) => {
    const inside = { value: inner, path: [...path, member], name: member };
    if (!isAllowedName(member, value, place)) throw ambiguousBadge(pathOf(inside.path));
    if (member !== "@context") return inside;
    requireContexts(inner, inside.path);
    return [];
  });
}

/** Checks the names and values of a document at any depth. */
function requirePlainMembers(document: Document): void {
  const open: Place[] = [{ value: document, path: [], name: "" }];
  let count = 0;
  for (let place = open.pop(); place; place = open.pop()) {
    count += 1;
    if (count > MAX_VALUES) throw unreadableBadge("This badge is too large.", "unprocessable");
    for (const inner of checkPlace(place)) open.push(inner);
  }
}

/** Checks the contexts of a credential: a list of approved addresses, that of the data model first. */
function requireContexts(value: unknown, path: readonly string[]): void {
  const contexts = Array.isArray(value) ? value : [value];
  const refused = contexts.findIndex((one) => typeof one !== "string" || !APPROVED_CONTEXTS.has(one));
  if (refused >= 0)
    throw unapprovedContext(describeContext(contexts[refused], pathOf([...path, String(refused)])));
  if (!Array.isArray(value) || new Set(contexts).size < contexts.length) throw malformedBadge(pathOf(path));
  if (!DATA_MODEL_CONTEXTS.includes(String(contexts[0]))) throw malformedBadge(pathOf([...path, "0"]));
}

const describeContext = (context: unknown, path: string): string =>
  typeof context === "string" ? `${path}: ${context.slice(0, 150)}` : path;

/**
 * An absolute address: an URL or a URN. `_:name` is no address, nor is a relative one. Characters that are not seen are not
 * allowed in one (RFC 3987, 4.1).
 */
const Address = z
  .string()
  .refine((text) => !/[\s\p{Cc}]/u.test(text) && removeInvisible(text) === text && URL.canParse(text));

/** A moment with its zone (XML Schema dateTimeStamp). Without one, each reader would take another. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
/** Whether a value is a moment with its zone that exists. `Date.parse` also takes the 30th of February. */
export const isMoment = (value: unknown): value is string =>
  typeof value === "string" && MOMENT.test(value) && parseInstant(value) !== null;
const Moment = z.string().refine(isMoment);

const Types = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);
const typed = (...names: string[]) =>
  Types.refine((given) => names.some((name) => [given].flat().includes(name)));

const LanguageText = z.union([z.string(), z.looseObject({ "@value": z.string() })]);
const Texts = z.union([LanguageText, z.array(LanguageText).min(1)]);

const someOf = <Item extends z.ZodType>(item: Item) => z.union([z.array(item).min(1), item]);

/** A status, schema, piece of evidence or the like: its type says how to read it. */
const Typed = z.looseObject({ id: Address.optional(), type: Types });

const RelatedResource = z
  .looseObject({ id: Address })
  .refine(({ digestSRI, digestMultibase }) =>
    [digestSRI, digestMultibase].some((one) => typeof one === "string"),
  );

/** Whether no two of them have one id, which would make them one thing with the members of both. */
function hasUniqueIds<One extends { id?: string | undefined }>(given: One | One[]): boolean {
  const ids = [given].flat().flatMap(({ id }) => id ?? []);
  return new Set(ids).size === ids.length;
}

/** Each member is one text: statements do not show whether a text is in a list, and a reader skips the list. */
const Identity = z.looseObject({
  id: Address.optional(),
  type: Types.optional(),
  identityType: z.string().optional(),
  identityHash: z.string().optional(),
  hashed: z.boolean().optional(),
  salt: z.string().optional(),
});

const Achievement = z.looseObject({
  id: Address.optional(),
  type: typed("Achievement"),
  name: LanguageText,
  description: LanguageText.optional(),
  criteria: z
    .union([Address, z.looseObject({ id: Address.optional(), narrative: LanguageText.optional() })])
    .optional(),
  image: z.union([z.string(), z.looseObject({ id: z.string() })]).optional(),
  tag: someOf(z.string()).optional(),
});

const Subject = z.looseObject({
  id: Address.optional(),
  type: typed("AchievementSubject"),
  name: LanguageText.optional(),
  achievement: Achievement,
  identifier: someOf(Identity).refine(hasUniqueIds).optional(),
  licenseNumber: z.string().optional(),
});

/** Whether two members that mean the same moment agree: the older name and the newer one. */
const isSameMoment = (one: unknown, other: unknown): boolean =>
  typeof one !== "string" || typeof other !== "string" || Date.parse(one) === Date.parse(other);

const isInOrder = (start: unknown, end: unknown): boolean =>
  typeof start !== "string" || typeof end !== "string" || Date.parse(start) <= Date.parse(end);

const Badge = z
  .looseObject({
    "@context": z
      .array(z.string())
      .refine((given) => given.filter((one) => OPEN_BADGE_CONTEXTS.includes(one)).length === 1),
    id: Address.optional(),
    type: typed("VerifiableCredential").and(typed("OpenBadgeCredential", "AchievementCredential")),
    name: Texts.optional(),
    description: Texts.optional(),
    image: z.union([z.string(), z.looseObject({ id: z.string() })]).optional(),
    issuer: z.union([Address, z.looseObject({ id: Address, name: LanguageText.optional() })]),
    validFrom: Moment.optional(),
    validUntil: Moment.optional(),
    issuanceDate: Moment.optional(),
    expirationDate: Moment.optional(),
    awardedDate: Moment.optional(),
    credentialSubject: Subject,
    credentialStatus: someOf(Typed).refine(hasUniqueIds).optional(),
    credentialSchema: someOf(Typed.extend({ id: Address })).optional(),
    evidence: someOf(Typed).optional(),
    refreshService: someOf(Typed).optional(),
    termsOfUse: someOf(Typed).optional(),
    relatedResource: someOf(RelatedResource).refine(hasUniqueIds).optional(),
  })
  .refine(({ validFrom, issuanceDate }) => validFrom !== undefined || issuanceDate !== undefined, {
    path: ["validFrom"],
  })
  .refine(({ validFrom, validUntil }) => isInOrder(validFrom, validUntil), { path: ["validUntil"] })
  .refine(({ issuanceDate, expirationDate }) => isInOrder(issuanceDate, expirationDate), {
    path: ["expirationDate"],
  })
  .refine(({ validFrom, issuanceDate }) => isSameMoment(validFrom, issuanceDate), { path: ["issuanceDate"] })
  .refine(({ validUntil, expirationDate }) => isSameMoment(validUntil, expirationDate), {
    path: ["expirationDate"],
  });

type Issue = z.core.$ZodIssue;

/** The path of the first fault. Of a union, that of the alternative that went furthest. */
function findFault({ path, ...issue }: Issue): readonly PropertyKey[] {
  const inner = issue.code === "invalid_union" ? issue.errors.flat().map(findFault) : [];
  const longest = inner.toSorted((one, other) => other.length - one.length)[0] ?? [];
  return [...path, ...longest];
}

const withoutProof = ({ proof: _proof, ...document }: Document): Document => document;

/**
 * Checks that a document has the names, contexts and members that a credential of Open Badges may have.
 *
 * @throws BadgeRefused with the path of the first fault
 */
export function requireBadgeShape(document: Document): void {
  requirePlainMembers(withoutProof(document));
  const { error } = Badge.safeParse(document);
  if (error) throw malformedBadge(pathOf(error.issues[0] ? findFault(error.issues[0]) : []));
}

const StatusList = z.looseObject({
  "@context": z.array(z.string()).min(1),
  id: Address.optional(),
  issuer: z.union([Address, z.looseObject({ id: Address })]),
  validFrom: Moment.optional(),
  validUntil: Moment.optional(),
  issuanceDate: Moment.optional(),
  expirationDate: Moment.optional(),
  credentialSubject: z.looseObject({ encodedList: z.string() }),
});

/** Whether a document has the form of a signed list of statuses. */
export function isStatusListShape(document: Document): boolean {
  try {
    requirePlainMembers(withoutProof(document));
    return StatusList.safeParse(document).success;
  } catch {
    return false;
  }
}
