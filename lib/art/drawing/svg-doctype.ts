// The document type that drawing programs write: of SVG, with the public name of the W3C or none, and without declarations.
const INERT =
  /<!DOCTYPE\s{1,20}svg(?:\s{1,20}PUBLIC\s{1,20}(["'])-\/\/W3C\/\/DTD SVG [\w .-]{1,30}\/\/EN\1(?:\s{1,20}(["'])https?:\/\/www\.w3\.org\/[\w./-]{1,100}\2)?)?\s{0,20}>/;

/**
 * Returns the text of an SVG without a document type that declares nothing and names no file but that of the W3C, which no
 * reader needs. Any other document type stays, to be refused.
 */
export function withoutInertDoctype(svg: string): string {
  const found = INERT.exec(svg);
  if (!found) return svg;
  const before = svg.slice(0, found.index);
  // Only before the first element it is a document type.
  return /<[a-z]/i.test(before) ? svg : before + svg.slice(found.index + found[0].length);
}
