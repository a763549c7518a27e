import type { Fetch } from "@/lib/platform/outbound/limited-fetch";
import { decodeDataUrl } from "@/lib/art/drawing/decode-image";
import { isPng } from "@/lib/art/drawing/png-chunks";
import { normalizeWebUrl } from "./addresses";
import { readBakedPng, readBakedSvg } from "./badge-text";
import type { FoundAssertion } from "./documents";
import { BadgeRefused, revokedBadge, unreadableBadge } from "./refusal";
import {
  requireDocument,
  MAX_DOCUMENT_BYTES,
  parseDocument,
  readStatement,
  decodeUtf8,
  type Statement,
} from "./statement";

const ENTITIES: Record<string, string> = { amp: "&", quot: '"', apos: "'", lt: "<", gt: ">" };

const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name) return ENTITIES[String(name).toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });

// Names start at the beginning of a word and have a maximum length: otherwise every letter of a long word would start a
// search of its own.
const ATTRIBUTES =
  /(?<![a-z-])([a-z-]{1,30})\s{0,10}=\s{0,10}(?:"([^"]{0,2000})"|'([^']{0,2000})'|([^\s"']{1,2000}))/gi;

function parseAttributes(tag: string): Map<string, string> {
  return new Map(
    [...tag.matchAll(ATTRIBUTES)].map(([, name = "", double, single, bare]) => [
      name.toLowerCase(),
      decodeEntities(double ?? single ?? bare ?? "").trim(),
    ]),
  );
}

// A tag ends before the next one and after 2,000 characters, so that no page makes the search scan it twice.
const LINKS = /<link\s([^<>]{1,2000})>/gi;
const MAX_LINKS = 50;

/** Lists the first 50 link tags of a page; few have more. */
function listLinks(html: string): Map<string, string>[] {
  const links: Map<string, string>[] = [];
  for (const [, tag = ""] of html.matchAll(LINKS)) {
    links.push(parseAttributes(tag));
    if (links.length === MAX_LINKS) break;
  }
  return links;
}

const TYPES = [
  "application/ld+json",
  "application/json",
  "application/vc",
  "application/vc+ld+json",
  "application/vc+jwt",
];

/**
 * Finds the URL of the assertion or credential that a page links to as an alternate form of itself (`<link rel="alternate"
 * type="application/ld+json" href="…">`, or another of these types), among its first 50 links; null when there is none.
 */
export function findAssertionLink(html: string, page: string): string | null {
  const links = listLinks(html).filter((link) => /(^|\s)alternate(\s|$)/i.test(link.get("rel") ?? ""));
  for (const type of TYPES) {
    const href = links
      .find((link) => link.get("type")?.toLowerCase().split(";")[0]?.trim() === type)
      ?.get("href");
    if (href) return normalizeWebUrl(href, page);
  }
  return null;
}

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
