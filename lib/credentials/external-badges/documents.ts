import { OutboundRefused, type Fetch } from "@/lib/platform/outbound/fetch-within";
import { webUrl } from "./addresses";
import { assertionId, idOf, type Reference } from "./open-badge";
import { BadgeRefused, incomplete, revoked } from "./refusal";
import { MOST_BYTES, parseDocument, utf8, type Document } from "./statement";

/** An assertion with the URL it was read from and its signature; null for each that it does not have. */
export type Found = { document: Document; from: string | null; jws: string | null };

/** A document that an assertion links to: its URL, and how far it can be trusted. */
export type Part<Value> = {
  value: Value;
  address: string | null;
  /** It was fetched from its own URL. */
  isOwn: boolean;
  /** It is embedded in the document that links to it. */
  isEmbedded: boolean;
};

const ASSERTION = "assertion";
const ACCEPT = "application/ld+json, application/json;q=0.9";

type Sight = { document: Document } | { refusal: Error };

async function readAt(fetch: Fetch, address: string, what: string): Promise<Document> {
  const { status, body } = await fetch(address, { what, accept: ACCEPT, maxBytes: MOST_BYTES });
  if (status === 200) return parseDocument(utf8(body));
  // 410 is how a hosted assertion says that it was revoked (Open Badges 2.0, "Revocation").
  if (status === 410 && what === ASSERTION) throw revoked();
  throw new BadgeRefused("not_found", `The ${what}'s address returned status ${status}.`);
}

/**
 * Fetches a document, or returns why there is no usable one. Throws when the assertion was revoked, because that is a
 * definite result.
 */
export async function lookAt(fetch: Fetch, address: string, what: string): Promise<Sight> {
  try {
    return { document: await readAt(fetch, address, what) };
  } catch (error) {
    const isAnswer = error instanceof BadgeRefused && error.code === "revoked";
    if (isAnswer || !(error instanceof BadgeRefused || error instanceof OutboundRefused)) throw error;
    return { refusal: error };
  }
}

/**
 * Fetches an assertion from its own URL, where its issuer publishes it. If that fails, returns the given one as not
 * hosted.
 */
export async function follow(fetch: Fetch, found: Found): Promise<Found & { isHosted: boolean }> {
  const address = webUrl(assertionId(found.document));
  const said = { ...found, from: null, isHosted: false };
  if (address === null) return said;
  if (address === found.from) return { ...found, isHosted: true };
  const sight = await lookAt(fetch, address, ASSERTION);
  if (!("document" in sight) || webUrl(assertionId(sight.document)) !== address) return said;
  return { document: sight.document, from: address, jws: null, isHosted: true };
}

type Kind<Value> = { what: string; read: (document: Document) => Value };

function readAs<Value>(document: Document, { read }: Kind<Value>): { value: Value } | { refusal: Error } {
  try {
    return { value: read(document) };
  } catch (error) {
    if (error instanceof BadgeRefused) return { refusal: error };
    throw error;
  }
}

/** Loads a document from its own URL, or returns why there is no usable one. */
export async function atItsAddress<Value>(
  fetch: Fetch,
  address: string | null,
  kind: Kind<Value>,
): Promise<Part<Value> | { refusal: Error }> {
  if (address === null) return { refusal: incomplete(`The ${kind.what} could not be read.`) };
  const sight = await lookAt(fetch, address, kind.what);
  if ("refusal" in sight) return sight;
  const there = readAs(sight.document, kind);
  if ("refusal" in there) return there;
  const id = idOf(sight.document);
  return { value: there.value, address, isOwn: id === null || id === address, isEmbedded: false };
}

/** Reads the embedded document; null when it contains no more than a link. */
export function writtenOut<Value>(document: Document | null, kind: Kind<Value>): Value | null {
  const written = document && readAs(document, kind);
  return written && "value" in written ? written.value : null;
}

/** An embedded document: not confirmed by its issuer, unless the caller knows better. */
export const asWritten = <Value>(value: Value, address: string | null): Part<Value> => ({
  value,
  address,
  isOwn: false,
  isEmbedded: true,
});

/** Loads a badge class or an issuer from its own URL. Falls back to the embedded document when that fails. */
export async function partOf<Value>(
  fetch: Fetch,
  { address, document }: Reference,
  kind: Kind<Value>,
): Promise<Part<Value>> {
  const there = await atItsAddress(fetch, address, kind);
  if (!("refusal" in there)) return there;
  const written = writtenOut(document, kind);
  if (written === null) throw there.refusal;
  return asWritten(written, address);
}
