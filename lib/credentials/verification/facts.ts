import {
  describeIdentifier,
  describeParts,
  describeStatus,
  localName,
  sortFacts,
  type Facts,
} from "@/lib/credentials/proofs/signed-facts";
import { isDocument, toDocuments, type Document } from "./statement";

/** The text of a value: itself, or that of a text with a language. */
function textOf(value: unknown): string[] {
  if (isDocument(value)) return textOf(value["@value"]);
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? [String(value)]
    : [];
}

const textsOf = (value: unknown): string[] => [value].flat().flatMap(textOf);

/** The ids that a member leads to: links, and embedded nodes with an id. */
const idsOf = (value: unknown): string[] =>
  [value].flat().flatMap((one) => textOf(isDocument(one) ? one.id : one));

/** Open Badges has two names for the type of its credentials. */
const typesOf = ({ type }: Document): string[] =>
  textsOf(type).map((name) => (name === "AchievementCredential" ? "OpenBadgeCredential" : localName(name)));

const DATES = ["validFrom", "validUntil", "issuanceDate", "expirationDate", "awardedDate"] as const;

/** Reads what a credential says in the members from which its verification takes it. */
function readStatedFacts(document: Document): Facts {
  const [subject = {}] = toDocuments(document.credentialSubject);
  const [achievement = {}] = toDocuments(subject.achievement);
  const [issuer] = [document.issuer].flat();
  const criteria = [achievement.criteria].flat().filter((one) => one !== undefined);
  const dates = DATES.map((name) => [name, textsOf(document[name])] as const);
  const facts: Facts = {
    ...Object.fromEntries(dates),
    type: typesOf(document),
    issuer: idsOf(issuer),
    "issuer.name": isDocument(issuer) ? textsOf(issuer.name) : [],
    "credentialSubject.id": idsOf(subject),
    "credentialSubject.name": textsOf(subject.name),
    "credentialSubject.licenseNumber": textsOf(subject.licenseNumber),
    "credentialSubject.identifier": toDocuments(subject.identifier).map((one) =>
      describeIdentifier((name) => textsOf(one[name])),
    ),
    "credentialSubject.achievement.id": idsOf(achievement),
    "credentialSubject.achievement.name": textsOf(achievement.name),
    "credentialSubject.achievement.description": textsOf(achievement.description),
    "credentialSubject.achievement.tag": textsOf(achievement.tag),
    "credentialSubject.achievement.criteria.id": idsOf(criteria),
    "credentialSubject.achievement.criteria.narrative": toDocuments(criteria).flatMap(({ narrative }) =>
      textsOf(narrative),
    ),
    parts: describeParts({
      roots: [document],
      issuers: [issuer],
      subjects: [subject],
      achievements: [achievement],
      criteria,
    }),
    credentialStatus: toDocuments(document.credentialStatus).map((status) =>
      describeStatus(idsOf(status), typesOf(status), (name) => textsOf(status[name])),
    ),
  };
  return Object.fromEntries(Object.entries(facts).map(([path, values]) => [path, sortFacts(values)]));
}

/** Texts of which a thing has one. Statements do not show which member said which, so another one is another meaning. */
const SINGLE_TEXTS = new Set([
  "issuer.name",
  "credentialSubject.name",
  "credentialSubject.achievement.name",
  "credentialSubject.achievement.description",
  "credentialSubject.achievement.criteria.narrative",
]);

/** Names for which a reader has another one when the badge has none: of the issuer's document, or an id. */
const DISPENSABLE_TEXTS = new Map([
  ["issuer.name", "issuer.uses"],
  ["credentialSubject.name", "credentialSubject.uses"],
]);

/** Where a credential does not say what was signed. `isAmbiguous`: the same thing was also signed with another text. */
export type UnsignedFact = { path: string; isAmbiguous: boolean };

/**
 * Finds the first fact of a credential that was not signed; null when there is none. The statements of a document stay the same
 * when its members are renamed or moved, so the signature alone does not show this.
 */
export function findUnsignedFact(document: Document, signed: Facts): UnsignedFact | null {
  const stated = readStatedFacts(document);
  const isSame = (path: string): boolean => JSON.stringify(stated[path]) === JSON.stringify(signed[path]);
  const isAmong = (path: string): boolean =>
    (stated[path] ?? []).every((text) => signed[path]?.includes(text));
  // A thing that has no name here may have one where it is something else: an issuer that is its own earner, or a source.
  const isMissing = (path: string): boolean =>
    stated[path]?.length === 0 && (signed[DISPENSABLE_TEXTS.get(path) ?? ""] ?? []).length > 0;
  const mayBeAmong = (path: string): boolean =>
    // An endorsement of the badge itself gives it another type.
    path === "type" ||
    (path === "issuer.name" && signed["issuer.foreignUses"]?.length === 0) ||
    isMissing(path);
  const path = Object.keys(stated).find((one) => !isSame(one) && !(mayBeAmong(one) && isAmong(one)));
  if (path === undefined) return null;
  return { path, isAmbiguous: SINGLE_TEXTS.has(path) && (stated[path]?.length ?? 0) <= 1 && isAmong(path) };
}

/** What two versions of a credential of the same badge have in common: recipient, achievement and dates. */
const LASTING = [
  ...DATES,
  "credentialSubject.identifier",
  "credentialSubject.achievement.id",
  "credentialSubject.achievement.name",
];

/** Whether two credentials say the same of the same person. Ids, the issuer's DID and the place of the status may differ. */
export function hasSameFacts(one: Document, other: Document): boolean {
  const [first, second] = [readStatedFacts(one), readStatedFacts(other)];
  return LASTING.every((path) => JSON.stringify(first[path]) === JSON.stringify(second[path]));
}
