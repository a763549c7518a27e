import { readAssertion, readBadgeClass, readIssuer, type Assertion, type BadgeClass } from "./open-badge";
import { incomplete } from "./refusal";
import { isDocument, type Document } from "./statement";

const TYPES = /(^|[:#/])(OpenBadgeCredential|AchievementCredential)$/;

/** A credential of Open Badges 3.0, in the words of the older versions, and what it can be verified by. */
export type Credential = {
  document: Document;
  assertion: Assertion;
  badgeClass: BadgeClass;
  issuerId: string;
  /** The issuer's name as the credential writes it out; null where it names an address alone. */
  issuerName: string | null;
  proofs: Document[];
  /** Where it is said whether the credential was taken back, and by which method. */
  statuses: { type: string; id: string }[];
};

const documentsOf = (value: unknown): Document[] => [value].flat().filter(isDocument);

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** The credential that a JWT carries, as its payload (Verifiable Credentials 2.0) or in it (1.1); or the document itself. */
const carried = (document: Document): Document =>
  isDocument(document.vc)
    ? { id: document.jti, issuanceDate: document.nbf, expirationDate: document.exp, ...document.vc }
    : document;

/** True for a credential of Open Badges 3.0, or a JWT's payload that holds one. */
export const isCredential = (document: Document): boolean =>
  [carried(document).type].flat().some((type) => TYPES.test(textOf(type)));

/** Whom it is about: the first identifier that is an address of e-mail, hashed or not, or the subject's own `mailto:`. */
function recipientOf(subject: Document): Document {
  const found = documentsOf(subject.identifier).find(({ identityType }) =>
    /^(email|emailAddress)$/i.test(textOf(identityType)),
  );
  if (found) return { type: "email", identity: found.identityHash, salt: found.salt };
  return { type: "email", identity: /^mailto:/i.test(textOf(subject.id)) ? subject.id : undefined };
}

/** The assertion that says the same in the words of Open Badges 2.0. */
function asAssertion(document: Document, subject: Document, achievement: Document): Document {
  return {
    id: document.id,
    recipient: recipientOf(subject),
    badge: achievement,
    issuedOn: document.validFrom ?? document.issuanceDate,
    expires: document.validUntil ?? document.expirationDate,
    image: document.image ?? achievement.image,
    licenseNumber: subject.licenseNumber,
  };
}

function issuerIn({ issuer }: Document): Document & { id: string } {
  const given: unknown = [issuer].flat()[0];
  const id = textOf(isDocument(given) ? given.id : given);
  if (id === "") throw incomplete("The credential names no issuer.");
  return { ...(isDocument(given) ? given : {}), id };
}

/**
 * Reads a credential (Open Badges 3.0, AchievementCredential).
 *
 * @throws BadgeRefused without an achievement, an issuer, a recipient or a date that is one
 */
export function readCredential(given: Document): Credential {
  const document = carried(given);
  const [subject] = documentsOf(document.credentialSubject);
  const [achievement] = documentsOf(subject?.achievement);
  if (!subject || !achievement) throw incomplete("The credential names no achievement.");
  const issuer = issuerIn(document);
  return {
    document,
    assertion: { ...readAssertion(asAssertion(document, subject, achievement)), version: "3.0" },
    badgeClass: readBadgeClass({ ...achievement, tags: achievement.tag, issuer }),
    issuerId: issuer.id,
    issuerName: issuer.name === undefined ? null : readIssuer(issuer).name,
    proofs: documentsOf(document.proof),
    statuses: documentsOf(document.credentialStatus).map(({ type, id }) => ({
      type: textOf(type),
      id: textOf(id),
    })),
  };
}
