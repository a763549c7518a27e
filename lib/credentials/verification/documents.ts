import { OutboundRefused, type Fetch } from "@/lib/platform/outbound/limited-fetch";
import { normalizeWebUrl } from "./addresses";
import { assertionId, documentId, type Reference } from "./open-badge";
import { BadgeRefused, incompleteBadge, revokedBadge } from "./refusal";
import { MAX_DOCUMENT_BYTES, parseDocument, readStatement, decodeUtf8, type Document } from "./statement";

/** An assertion with the URL it was read from and its signature; null for each that it does not have. */
export type FoundAssertion = { document: Document; from: string | null; jws: string | null };

/** A document that an assertion links to: its URL, and how far it can be trusted. */
export type LinkedPart<Value> = {
  value: Value;
  address: string | null;
  /** It was fetched from its own URL. */
  isAuthoritative: boolean;
  /** It is embedded in the document that links to it. */
  isEmbedded: boolean;
};

const ASSERTION = "assertion";
const ACCEPT = "application/ld+json, application/json;q=0.9";
const ACCEPT_STATEMENT = `application/vc, ${ACCEPT}, application/vc+jwt;q=0.8, */*;q=0.1`;

type FetchedDocument = { document: Document } | { refusal: Error };

async function fetchDocument(fetch: Fetch, address: string, what: string): Promise<Document> {
  const { status, body } = await fetch(address, { what, accept: ACCEPT, maxBytes: MAX_DOCUMENT_BYTES });
  if (status === 200) return parseDocument(decodeUtf8(body));
  // 410 is how a hosted assertion says that it was revoked (Open Badges 2.0, "Revocation").
  if (status === 410 && what === ASSERTION) throw revokedBadge();
  throw new BadgeRefused("not_found", `The ${what}'s address responded with status ${status}.`);
}

/**
 * Fetches a document, or returns why there is no usable one. Throws when the assertion was revoked, because that is a
 * definite result.
 */
export async function tryFetchDocument(
  fetch: Fetch,
  address: string,
  what: string,
): Promise<FetchedDocument> {
  try {
    return { document: await fetchDocument(fetch, address, what) };
  } catch (error) {
    const isAnswer = error instanceof BadgeRefused && error.code === "revoked";
    if (isAnswer || !(error instanceof BadgeRefused || error instanceof OutboundRefused)) throw error;
    return { refusal: error };
  }
}

/** Fetches a document, or a JWS with one; null when there is no usable one. */
export async function tryFetchStatement(
  fetch: Fetch,
  address: string,
  what: string,
): Promise<{ document: Document; jws: string | null } | null> {
  try {
    const { status, body } = await fetch(address, {
      what,
      accept: ACCEPT_STATEMENT,
      maxBytes: MAX_DOCUMENT_BYTES,
    });
    const statement = status === 200 ? readStatement(decodeUtf8(body)) : null;
    if (!statement || statement.kind === "address") return null;
    return { document: statement.document, jws: statement.kind === "signed" ? statement.jws : null };
  } catch (error) {
    if (error instanceof BadgeRefused || error instanceof OutboundRefused) return null;
    throw error;
  }
}

/**
 * Fetches an assertion from its own URL, where its issuer publishes it. If that fails, returns the given one as not
 * hosted.
 */
export async function followAssertion(
  fetch: Fetch,
  found: FoundAssertion,
): Promise<FoundAssertion & { isHosted: boolean }> {
  const address = normalizeWebUrl(assertionId(found.document));
  const unconfirmed = { ...found, from: null, isHosted: false };
  if (address === null) return unconfirmed;
  if (address === found.from) return { ...found, isHosted: true };
  const fetched = await tryFetchDocument(fetch, address, ASSERTION);
  if (!("document" in fetched) || normalizeWebUrl(assertionId(fetched.document)) !== address)
    return unconfirmed;
  return { document: fetched.document, from: address, jws: null, isHosted: true };
}

type DocumentKind<Value> = { what: string; read: (document: Document) => Value };

function tryRead<Value>(
  document: Document,
  { read }: DocumentKind<Value>,
): { value: Value } | { refusal: Error } {
  try {
    return { value: read(document) };
  } catch (error) {
    if (error instanceof BadgeRefused) return { refusal: error };
    throw error;
  }
}

/** Loads a document from its own URL, or returns why there is no usable one. */
export async function loadFromAddress<Value>(
  fetch: Fetch,
  address: string | null,
  kind: DocumentKind<Value>,
): Promise<LinkedPart<Value> | { refusal: Error }> {
  if (address === null) return { refusal: incompleteBadge(`The ${kind.what} could not be read.`) };
  const fetched = await tryFetchDocument(fetch, address, kind.what);
  if ("refusal" in fetched) return fetched;
  const there = tryRead(fetched.document, kind);
  if ("refusal" in there) return there;
  const id = documentId(fetched.document);
  return { value: there.value, address, isAuthoritative: id === null || id === address, isEmbedded: false };
}

/** Reads the embedded document; null when it contains no more than a link. */
export function readEmbedded<Value>(document: Document | null, kind: DocumentKind<Value>): Value | null {
  const embedded = document && tryRead(document, kind);
  return embedded && "value" in embedded ? embedded.value : null;
}

/** An embedded document: not confirmed by its issuer, unless the caller knows better. */
export const toEmbeddedPart = <Value>(value: Value, address: string | null): LinkedPart<Value> => ({
  value,
  address,
  isAuthoritative: false,
  isEmbedded: true,
});

/** Loads a badge class or an issuer from its own URL. Falls back to the embedded document when that fails. */
export async function loadPart<Value>(
  fetch: Fetch,
  { address, document }: Reference,
  kind: DocumentKind<Value>,
): Promise<LinkedPart<Value>> {
  const there = await loadFromAddress(fetch, address, kind);
  if (!("refusal" in there)) return there;
  const embedded = readEmbedded(document, kind);
  if (embedded === null) throw there.refusal;
  return toEmbeddedPart(embedded, address);
}
