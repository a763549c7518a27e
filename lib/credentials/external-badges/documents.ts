import { OutboundRefused, type Fetch } from "@/lib/platform/outbound/fetch-within";
import { webUrl } from "./addresses";
import { assertionId, idOf, type Reference } from "./open-badge";
import { BadgeRefused, incomplete, revoked } from "./refusal";
import { MOST_BYTES, parseDocument, utf8, type Document } from "./statement";

/** An assertion as it was found: the address it was read from, and its signature; null for what it has not. */
export type Found = { document: Document; from: string | null; jws: string | null };

/** A document that an assertion leads to: where it should stand, and how far that is true. */
export type Part<Value> = {
  value: Value;
  address: string | null;
  /** It is what stands at its own address. */
  isOwn: boolean;
  /** It is written out in the document that names it. */
  isEmbedded: boolean;
};

const ASSERTION = "assertion";
const ACCEPT = "application/ld+json, application/json;q=0.9";

type Sight = { document: Document } | { refusal: Error };

async function readAt(fetch: Fetch, address: string, what: string): Promise<Document> {
  const { status, body } = await fetch(address, { what, accept: ACCEPT, maxBytes: MOST_BYTES });
  if (status === 200) return parseDocument(utf8(body));
  // Gone for good is how a hosted assertion says that it was revoked (Open Badges 2.0, "Revocation").
  if (status === 410 && what === ASSERTION) throw revoked();
  throw new BadgeRefused("not_found", `The ${what}'s address answered with status ${status}.`);
}

/** What stands at an address, or why nothing usable does. That an assertion was revoked is thrown: it is an answer. */
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
 * Follows an assertion to its own address: what stands there is its issuer's word. Where that cannot be had, what was
 * found is what somebody says.
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

/** What stands at its own address, or why nothing usable does. */
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

/** What is written of it where it is named; null when that is no more than a hint of where it stands. */
export function writtenOut<Value>(document: Document | null, kind: Kind<Value>): Value | null {
  const written = document && readAs(document, kind);
  return written && "value" in written ? written.value : null;
}

/** What is written of a document where it is named: somebody's word, unless the caller knows better. */
export const asWritten = <Value>(value: Value, address: string | null): Part<Value> => ({
  value,
  address,
  isOwn: false,
  isEmbedded: true,
});

/** Reads a badge class or an issuer at its own address; what is written out serves when nothing usable stands there. */
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
