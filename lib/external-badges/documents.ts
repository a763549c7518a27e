import { OutboundRefused, type Fetch } from "@/lib/kernel/outbound/fetch-within";
import { isSameOrigin, webUrl } from "./addresses";
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

async function atItsAddress<Value>(
  fetch: Fetch,
  address: string | null,
  { what, read }: Kind<Value>,
): Promise<Part<Value> | { refusal: Error }> {
  if (address === null) return { refusal: incomplete(`The ${what} could not be read.`) };
  const sight = await lookAt(fetch, address, what);
  if ("refusal" in sight) return sight;
  const id = idOf(sight.document);
  const isOwn = id === null || id === address;
  return { value: read(sight.document), address, isOwn, isEmbedded: false };
}

/** What is written of it where it is named; null when that is no more than a hint of where it stands. */
function writtenOut<Value>(document: Document, { read }: Kind<Value>): Value | null {
  try {
    return read(document);
  } catch (error) {
    if (error instanceof BadgeRefused) return null;
    throw error;
  }
}

/**
 * Reads a badge class or an issuer. What is written out in a document of the same origin is as good as that document
 * (`from` is where it stands); anything else is looked up at its own address, and what is written out serves when
 * nothing usable stands there.
 */
export async function partOf<Value>(
  fetch: Fetch,
  { address, document }: Reference,
  from: string | null,
  kind: Kind<Value>,
): Promise<Part<Value>> {
  const embedded = document && writtenOut(document, kind);
  if (embedded !== null && address && from && isSameOrigin(address, from)) {
    return { value: embedded, address, isOwn: true, isEmbedded: true };
  }
  const there = await atItsAddress(fetch, address, kind);
  if (!("refusal" in there)) return there;
  if (embedded === null) throw there.refusal;
  return { value: embedded, address, isOwn: false, isEmbedded: true };
}
