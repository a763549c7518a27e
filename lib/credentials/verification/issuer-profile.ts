import { normalizeKeyUrl } from "./addresses";
import {
  cleanLine,
  documentId,
  firstItem,
  readReference,
  toList,
  toTexts,
  type Reference,
} from "./open-badge";
import { incompleteBadge } from "./refusal";
import { isDocument, type Document } from "./statement";

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
export type RevocationList = { address: string | null };

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
