import { SaxesParser } from "saxes";

/** An element of an SVG with the namespace of Open Badges: its name with the prefix, attributes and text. */
export type BakedElement = { name: string; verify: string | undefined; text: string };

/** Reads an SVG with an XML parser: the namespace of Open Badges and its elements. Throws when it is not well-formed. */
export function readBakedSvg(svg: Buffer): { namespace: string | undefined; elements: BakedElement[] } {
  const parser = new SaxesParser();
  const elements: BakedElement[] = [];
  let namespace: string | undefined;
  let open: BakedElement | null = null;
  parser.on("opentag", ({ name, attributes }) => {
    if (name === "svg") namespace = attributes["xmlns:openbadges"];
    if (!name.startsWith("openbadges:")) return;
    open = { name, verify: attributes.verify, text: "" };
    elements.push(open);
  });
  parser.on("cdata", (text) => open && (open.text += text));
  parser.on("text", (text) => open && (open.text += text));
  parser.on("closetag", () => (open = null));
  parser.on("error", (error) => {
    throw error;
  });
  parser.write(svg.toString()).close();
  return { namespace, elements };
}
