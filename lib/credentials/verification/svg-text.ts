import { SaxesParser } from "saxes";
import { BAKING, type BakedKind } from "@/lib/credentials/open-badges/baking";
import { normalizeWebUrl } from "./addresses";
import { assertionId } from "./open-badge";
import { ambiguousBadge, BadgeRefused, unreadableBadge } from "./refusal";
import { readStatement } from "./statement";

const KINDS = Object.keys(BAKING) as BakedKind[];
/** Another address of the namespace of credentials, which many images have. */
const NAMESPACES: Record<BakedKind, readonly string[]> = {
  assertion: [BAKING.assertion.namespace, "https://openbadges.org", "http://openbadges.org/"],
  credential: [BAKING.credential.namespace, "https://purl.imsglobal.org/ob/v3p0/", "http://openbadges.org"],
};

/** Real images have few levels. */
const MAX_DEPTH = 100;

/** The element of an SVG that contains a badge. */
type BadgeElement = { kind: BakedKind; text: string; verify: string };

/** Whether the text and the attribute of an element mean the same badge: the assertion, and its URL. */
function isSameBadge(text: string, verify: string): boolean {
  if (text === verify) return true;
  const [statement, address] = [readStatement(text), normalizeWebUrl(verify)];
  const isAddressed = statement?.kind === "document" && address !== null;
  return isAddressed && normalizeWebUrl(assertionId(statement.document)) === address;
}

/** Returns the badge of an element. Throws `BadgeRefused` for one with two: some readers take the attribute, others the text. */
function readElement(element: BadgeElement): string | null {
  const [text, verify] = [element.text.trim(), element.verify.trim()];
  if (text && verify && !isSameBadge(text, verify)) throw ambiguousBadge("verify");
  return text || verify || null;
}

const isBadgeElement = (local: string, uri: string): local is BakedKind =>
  KINDS.some((kind) => kind === local && NAMESPACES[kind].includes(uri));

/**
 * Reads the badge in an SVG ("Badge Baking" of Open Badges 2.0, chapter 5.3.2 of 3.0): the text of the element, or else
 * the URL or token in its `verify` attribute. Null when there is none. No document type or entity is read.
 *
 * @throws BadgeRefused when it is not well-formed, the text is longer than `maxLength`, or there are several badges: readers
 *   would read different ones
 */
export function readSvgText(svg: string, maxLength: number): string | null {
  const parser = new SaxesParser({ xmlns: true });
  let found: BadgeElement | null = null;
  let isInside = false;
  let depth = 0;
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("doctype", () => {
    throw new Error("A document type is not read.");
  });
  parser.on("opentag", ({ local, uri, attributes }) => {
    depth += 1;
    if (depth > MAX_DEPTH) throw new Error("Too deep.");
    // Readers differ in what the text of an element with other elements is.
    if (isInside) throw ambiguousBadge(local);
    if (!isBadgeElement(local, uri)) return;
    if (found) throw ambiguousBadge(local);
    isInside = true;
    found = { kind: local, text: "", verify: attributes.verify?.value ?? "" };
  });
  parser.on("closetag", () => {
    depth -= 1;
    isInside = false;
  });
  const append = (text: string): void => {
    if (!isInside || !found) return;
    found.text += text;
    if (found.text.length > maxLength) throw new Error("Too long.");
  };
  parser.on("text", append);
  parser.on("cdata", append);
  try {
    parser.write(svg).close();
  } catch (error) {
    if (error instanceof BadgeRefused) throw error;
    throw unreadableBadge("This SVG is damaged, or it is not an image of a badge.");
  }
  return found && readElement(found);
}
