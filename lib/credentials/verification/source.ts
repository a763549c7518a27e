import type { Fetch } from "@/lib/platform/outbound/limited-fetch";
import { decodeDataUrl } from "@/lib/art/drawing/decode-image";
import { isPng } from "@/lib/art/drawing/png-chunks";
import { normalizeWebUrl } from "./addresses";
import { readBakedPng, readBakedSvg } from "./badge-text";
import type { FoundAssertion } from "./documents";
import { findAssertionLink } from "./page-link";
import { BadgeRefused, revokedBadge, unreadableBadge } from "./refusal";
import {
  requireDocument,
  MAX_DOCUMENT_BYTES,
  parseDocument,
  readStatement,
  decodeUtf8,
  type Statement,
} from "./statement";

/** The assertion in the earner's input; with the baked image and the page that it came from, if any. */
export type Source = FoundAssertion & { image: Buffer | null; page: string | null };

/** Where a badge is: at a URL, in a document or its text, or in an image as data URL or base64. */
export type SourceInput = {
  url?: string | null | undefined;
  assertion?: object | string | null | undefined;
  image?: string | null | undefined;
};

const FETCH_OPTIONS = {
  what: "badge",
  accept:
    "application/ld+json, application/json;q=0.9, application/vc+jwt;q=0.8, image/png;q=0.8, image/svg+xml;q=0.8, text/html;q=0.7, */*;q=0.1",
  maxBytes: 10 * 1024 * 1024,
};

async function fetchBody(fetch: Fetch, address: string): Promise<Buffer> {
  const { status, body } = await fetch(address, FETCH_OPTIONS);
  if (status === 410) throw revokedBadge();
  if (status === 200) return body;
  throw new BadgeRefused("not_found", `This address responded with status ${status}.`);
}

const EMPTY_SOURCE = { from: null, jws: null, image: null, page: null };

async function sourceFromStatement(fetch: Fetch, statement: Statement): Promise<Source> {
  if (statement.kind === "document") return { ...EMPTY_SOURCE, document: statement.document };
  if (statement.kind === "signed")
    return { ...EMPTY_SOURCE, document: statement.document, jws: statement.jws };
  const body = await fetchBody(fetch, statement.address);
  return { ...EMPTY_SOURCE, document: parseDocument(decodeUtf8(body)), from: statement.address };
}

/** Reads the assertion, or its URL, from a baked PNG ("Open Badges Baking"). */
async function sourceFromBakedImage(fetch: Fetch, image: Buffer): Promise<Source> {
  const text = readBakedPng(image);
  const statement = text === null ? null : readStatement(text);
  if (!statement) throw unreadableBadge("There is no badge in this PNG.");
  return { ...(await sourceFromStatement(fetch, statement)), image };
}

async function sourceFromPage(fetch: Fetch, html: string, page: string): Promise<Source> {
  const address = findAssertionLink(html, page);
  if (!address) throw unreadableBadge("This page does not link to an Open Badges 2.0 assertion.");
  return { ...(await sourceFromStatement(fetch, { kind: "address", address })), page };
}

/** Reads a URL: of an assertion, a baked image, or a page that links to an assertion. */
async function sourceFromAddress(fetch: Fetch, given: string): Promise<Source> {
  const address = normalizeWebUrl(given);
  if (address === null)
    throw unreadableBadge("This is not a web address. Enter one that starts with https://.");
  const body = await fetchBody(fetch, address);
  if (isPng(body)) return sourceFromBakedImage(fetch, body);
  const text = decodeUtf8(body);
  if (text.length > MAX_DOCUMENT_BYTES) throw unreadableBadge("The content at this address is too long.");
  const baked = readBakedSvg(text);
  if (baked !== null) return sourceFromText(fetch, baked);
  if (text.startsWith("<")) return sourceFromPage(fetch, text, address);
  const statement = readStatement(text);
  if (!statement || statement.kind === "address") {
    throw unreadableBadge("There is no badge at this address, and no page that links to one.");
  }
  const source = await sourceFromStatement(fetch, statement);
  return { ...source, from: statement.kind === "document" ? address : null };
}

/** Reads a pasted assertion, as JSON or as text, signed or not. */
async function sourceFromText(fetch: Fetch, given: object | string): Promise<Source> {
  const text = typeof given === "string" ? given : JSON.stringify(requireDocument(given));
  const statement = text.length > MAX_DOCUMENT_BYTES ? null : readStatement(text);
  if (!statement) throw unreadableBadge("This is not an assertion.");
  return sourceFromStatement(fetch, statement);
}

/**
 * Reads the assertion from the earner's input. Does not verify it.
 *
 * @throws BadgeRefused, OutboundRefused or InvalidImage when there is none
 */
export async function readSource(fetch: Fetch, { url, assertion, image }: SourceInput): Promise<Source> {
  if (url) return sourceFromAddress(fetch, url);
  return assertion
    ? sourceFromText(fetch, assertion)
    : sourceFromBakedImage(fetch, decodeDataUrl(image ?? ""));
}

/** Reads the assertion of a badge in a wallet again: its signed text, or the current document at its URL. */
export const rereadSource = (
  fetch: Fetch,
  { signedAssertion, badgeId }: { signedAssertion: string | null; badgeId: string | null },
): Promise<Source> =>
  signedAssertion === null ? sourceFromAddress(fetch, badgeId ?? "") : sourceFromText(fetch, signedAssertion);
