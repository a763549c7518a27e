import { SaxesParser } from "saxes";
import { BAKING, type BakedKind } from "@/lib/credentials/open-badges/baking";
import { unreadableBadge } from "./refusal";

const KINDS = Object.keys(BAKING) as BakedKind[];
/** Another address of the namespace of credentials, which many images have. */
const NAMESPACES: Record<BakedKind, readonly string[]> = {
  assertion: [BAKING.assertion.namespace, "https://openbadges.org", "http://openbadges.org/"],
  credential: [BAKING.credential.namespace, "https://purl.imsglobal.org/ob/v3p0/", "http://openbadges.org"],
};

/** Real images have few levels. */
const MAX_DEPTH = 100;

/**
 * Reads the badge in an SVG ("Badge Baking" of Open Badges 2.0, chapter 5.3.2 of 3.0): the text of the element, or else
 * the URL in its `verify` attribute. Null when there is none. No document type or entity is read.
 *
 * @throws BadgeRefused when it is not well-formed, or the text is longer than `maxLength`
 */
export function readSvgText(svg: string, maxLength: number): string | null {
  const parser = new SaxesParser({ xmlns: true });
  let found: { text: string; verify: string } | null = null;
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
    const kind = KINDS.find((one) => one === local);
    if (found || !kind || !NAMESPACES[kind].includes(uri)) return;
    isInside = true;
    found = { text: "", verify: attributes.verify?.value ?? "" };
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
  } catch {
    throw unreadableBadge("This SVG is damaged, or it is not an image of a badge.");
  }
  return readFound(found);
}

const readFound = (found: { text: string; verify: string } | null): string | null =>
  found && (found.text.trim() || found.verify.trim() || null);
