import { normalizeWebUrl } from "./addresses";

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

const TYPES = ["application/ld+json", "application/json"];

/**
 * Finds the URL of the assertion that a page links to as an alternate form of itself (`<link rel="alternate"
 * type="application/ld+json" href="…">`, or `application/json`), among its first 50 links; null when there is none.
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
