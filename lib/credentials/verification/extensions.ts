import { truncateAtGrapheme } from "@/lib/kernel/truncate-text";
import { removeInvisible } from "@/lib/kernel/visible-text";
import { withoutClaims } from "./credential";
import { isDocument, type Document } from "./statement";

/** A signed member that the verification neither checks nor shows elsewhere: its path, and its value as plain text. */
export type Extension = { path: string; text: string };

const MAX_EXTENSIONS = 20;
const MAX_LENGTH = 200;

/**
 * The members that the verification checks or shows, by where they stand. Items of a list stand where the list does. The rest is
 * what extensions, and parts of Open Badges that nothing checks, say.
 */
const CHECKED: Record<string, readonly string[]> = {
  "": [
    "@context",
    "id",
    "type",
    "issuer",
    "validFrom",
    "validUntil",
    "issuanceDate",
    "expirationDate",
    "awardedDate",
    "credentialSubject",
    "credentialStatus",
    "proof",
  ],
  issuer: ["id", "type", "name"],
  credentialSubject: ["id", "type", "name", "identifier", "achievement"],
  "credentialSubject.identifier": ["type", "identityType", "identityHash", "hashed", "salt"],
  "credentialSubject.achievement": ["id", "type", "name", "description"],
  credentialStatus: ["id", "type", "statusPurpose", "statusListIndex", "statusListCredential", "statusSize"],
};

/** Where a value stands: in the document, and in `CHECKED`, if that knows the place. */
type Place = { value: unknown; path: string; known: string | null };

const join = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`);

const isScalar = (value: unknown): boolean => ["string", "number", "boolean"].includes(typeof value);

/** The place of a member. One that is checked as a whole has none. */
function enter({ path, known }: Place, name: string, value: unknown): Place[] {
  if (known === null || !CHECKED[known]?.includes(name))
    return [{ value, path: join(path, name), known: null }];
  const place = join(known, name);
  return place in CHECKED && !isScalar(value) ? [{ value, path: join(path, name), known: place }] : [];
}

/** Lists the scalars below a place that nothing checks. Types and contexts of unknown parts only say how to read them. */
function* listUnchecked(place: Place): Generator<{ path: string; value: unknown }> {
  const { value, path, known } = place;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      yield* listUnchecked({ value: item, path: join(path, String(index)), known });
    return;
  }
  if (!isDocument(value)) {
    if (known === null) yield { path, value };
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    if (known === null && (name === "type" || name === "@context")) continue;
    for (const inner of enter(place, name, member)) yield* listUnchecked(inner);
  }
}

const toLine = (text: string): string =>
  truncateAtGrapheme(removeInvisible(text.replace(/\s+/gu, " ")).trim(), MAX_LENGTH);

/**
 * Lists what a signed credential says besides what is checked or shown: at most twenty members, each path and text with at most
 * 200 characters, without characters that are not seen. The issuer may have written anything there.
 */
export function listExtensions(credential: Document, jws: string | null): Extension[] {
  const { iat: _iat, ...members } = withoutClaims(credential);
  const document = jws === null ? credential : members;
  const found: Extension[] = [];
  for (const { path, value } of listUnchecked({ value: document, path: "", known: "" })) {
    const text = toLine(String(value));
    if (text === "") continue;
    found.push({ path: toLine(path), text });
    if (found.length === MAX_EXTENSIONS) break;
  }
  return found;
}
