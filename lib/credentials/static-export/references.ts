import { isSafePath } from "./files";

/** Addresses of files that pages, styles and documents name, without the query. */

const IMAGE = /\/images\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/image\.png/gi;
/** In HTML and CSS: in quotation marks or brackets. Only files of the build and of the folder `public`. */
const ASSET = /(?:["'(]|&quot;)(\/(?:_next\/static\/[^"'()&?#\s]+|icon\.svg))/g;
/** Styles name fonts by paths that begin at their own folder. */
const RELATIVE = /url\(\s*["']?(?!data:|https?:|\/)([^"')?#]+)/g;

/** A link that the product counts, with where it leads (components/public/badge/outside-link.tsx). */
const COUNTED_LINK = /href="[^"]*" data-href="([^"]*)"/g;

const OEMBED_LINK = /<link rel="alternate"[^>]* type="application\/json\+oembed"[^>]*>/g;

/**
 * Makes counted links lead straight to their targets, because nothing counts them where only files are, and removes the link
 * to oEmbed, which answers a query.
 */
export const withDirectLinks = (html: Buffer): Buffer =>
  Buffer.from(html.toString("utf8").replace(COUNTED_LINK, 'href="$1"').replace(OEMBED_LINK, ""));

const unique = (texts: string[]): string[] => [...new Set(texts)];
/** An address in a text that somebody else wrote may lead anywhere, or be none that a request can have. */
const isSafeAddress = (address: string): boolean =>
  isSafePath(address.slice(1)) && /^[\x21-\x7e]+$/.test(address) && !address.includes("%");

/** Finds the ids of stored images that a page or a document names. */
export const findImageIds = (text: string): string[] =>
  unique([...text.matchAll(IMAGE)].map(([, id = ""]) => id.toLowerCase()));

/** Finds the styles, fonts and icons that a page or a style at this address names. Scripts are not needed. */
export function findAssets(text: string, address: string): string[] {
  const absolute = [...text.matchAll(ASSET)].map(([, path = ""]) => path);
  const relative = address.endsWith(".css")
    ? [...text.matchAll(RELATIVE)].map(([, path = ""]) => new URL(path, `http://x${address}`).pathname)
    : [];
  return unique([...absolute, ...relative]).filter((path) => !path.endsWith(".js") && isSafeAddress(path));
}
