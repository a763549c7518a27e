import type { Fetch } from "@/lib/platform/outbound/fetch-within";
import { decodeDataUrl } from "@/lib/art/drawing/decode-image";
import { isPng } from "@/lib/art/drawing/png-chunks";
import { KEYWORD } from "@/lib/credentials/open-badges/baking";
import { webUrl } from "./addresses";
import type { Found } from "./documents";
import { assertionLink } from "./page-link";
import { pngText } from "./png-text";
import { BadgeRefused, revoked, unreadable } from "./refusal";
import type { ExternalBadgeInput } from "./schema";
import { asDocument, MOST_BYTES, parseDocument, readStatement, utf8, type Statement } from "./statement";

/** The assertion in the earner's input; with the baked image and the page that it came from, if any. */
export type Source = Found & { image: Buffer | null; page: string | null };

const ANYTHING = {
  what: "badge",
  accept: "application/ld+json, application/json;q=0.9, image/png;q=0.8, text/html;q=0.7, */*;q=0.1",
  maxBytes: 10 * 1024 * 1024,
};

async function fetched(fetch: Fetch, address: string): Promise<Buffer> {
  const { status, body } = await fetch(address, ANYTHING);
  if (status === 410) throw revoked();
  if (status === 200) return body;
  throw new BadgeRefused("not_found", `This address returned status ${status}.`);
}

const nowhere = { from: null, jws: null, image: null, page: null };

async function ofStatement(fetch: Fetch, statement: Statement): Promise<Source> {
  if (statement.kind === "document") return { ...nowhere, document: statement.document };
  if (statement.kind === "signed") return { ...nowhere, document: statement.document, jws: statement.jws };
  const body = await fetched(fetch, statement.address);
  return { ...nowhere, document: parseDocument(utf8(body)), from: statement.address };
}

/** Reads the assertion, or its URL, from a baked PNG ("Open Badges Baking"). */
async function ofBakedImage(fetch: Fetch, image: Buffer): Promise<Source> {
  const text = pngText(image, KEYWORD, MOST_BYTES);
  const statement = text === null ? null : readStatement(text);
  if (!statement) throw unreadable("There is no badge in this PNG.");
  return { ...(await ofStatement(fetch, statement)), image };
}

async function ofPage(fetch: Fetch, html: string, page: string): Promise<Source> {
  const address = assertionLink(html, page);
  if (!address) throw unreadable("This page does not link to an Open Badges 2.0 assertion.");
  return { ...(await ofStatement(fetch, { kind: "address", address })), page };
}

/** Reads a URL: of an assertion, a baked image, or a page that links to an assertion. */
async function ofAddress(fetch: Fetch, given: string): Promise<Source> {
  const address = webUrl(given);
  if (address === null) throw unreadable("This is not a web address. Enter one that starts with https://.");
  const body = await fetched(fetch, address);
  if (isPng(body)) return ofBakedImage(fetch, body);
  const text = utf8(body);
  if (text.length > MOST_BYTES) throw unreadable("The content at this address is too long.");
  if (text.startsWith("<")) return ofPage(fetch, text, address);
  const statement = readStatement(text);
  if (!statement || statement.kind === "address") {
    throw unreadable("There is no badge at this address, and no page that links to one.");
  }
  const source = await ofStatement(fetch, statement);
  return { ...source, from: statement.kind === "document" ? address : null };
}

/** Reads a pasted assertion, as JSON or as text, signed or not. */
async function ofPasted(fetch: Fetch, given: object | string): Promise<Source> {
  const text = typeof given === "string" ? given : JSON.stringify(asDocument(given));
  const statement = text.length > MOST_BYTES ? null : readStatement(text);
  if (!statement) throw unreadable("This is not an assertion.");
  return ofStatement(fetch, statement);
}

/**
 * Reads the assertion from the earner's input. Does not verify it.
 *
 * @throws BadgeRefused, OutboundRefused or InvalidImage when there is none
 */
export async function readSource(
  fetch: Fetch,
  { url, assertion, image }: ExternalBadgeInput,
): Promise<Source> {
  if (url) return ofAddress(fetch, url);
  return assertion ? ofPasted(fetch, assertion) : ofBakedImage(fetch, decodeDataUrl(image ?? ""));
}

/** Reads the assertion of a badge in a wallet again: its signed text, or the current document at its URL. */
export const readAgain = (
  fetch: Fetch,
  { signedAssertion, badgeId }: { signedAssertion: string | null; badgeId: string | null },
): Promise<Source> =>
  signedAssertion === null ? ofAddress(fetch, badgeId ?? "") : ofPasted(fetch, signedAssertion);
