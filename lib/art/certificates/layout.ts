import type { StoredDesign } from "@/lib/art/certificate-designs/schema";

/** Sizes of paper in points, landscape. */
const PAPER = {
  A4: { width: 841.89, height: 595.28 },
  LETTER: { width: 792, height: 612 },
} as const;

const PADDING = 59;
const BAND_PADDING = 46;
const GAP = 44;
/** The band is this wide at the left, or this high at the top. */
const BAND_SIZE = { landscape: 236, portrait: 196 } as const;

/** The measures of a page in points. */
export type PageLayout = {
  width: number;
  height: number;
  padding: number;
  /** The room for text beside or below the badge, and for the footer. */
  textWidth: number;
  footerWidth: number;
  artSize: number;
  /** The length of the band; 0 without one. */
  band: number;
  isPortrait: boolean;
  isCentered: boolean;
  /** The most lines of names, which leave room for the logo and the footer. */
  lines: { earner: number; badge: number };
};

/** The largest heights of text, logo, footer and signatures, and the gap above them. */
const statementHeight = ({ show_logo: hasLogo, signatures }: StoredDesign): number =>
  24 + 344 + (hasLogo ? 56 : 0) + (signatures.length > 0 ? 103 - 31 : 0) + 78;

/** Counts the lines that names may take, so that there is room for the logo and the footer. */
function countNameLines({ layout, orientation, show_logo: hasLogo, signatures }: StoredDesign) {
  if (layout === "letter") return { earner: 1, badge: 2 };
  const isTight = signatures.length > 0 || (hasLogo && orientation === "landscape");
  return { earner: 2, badge: isTight ? 2 : 3 };
}

/** Returns the measures of a page. */
export function layOutPage(design: StoredDesign): PageLayout {
  const { layout, orientation, paper_size: paper } = design;
  const isPortrait = orientation === "portrait";
  const { width: long, height: short } = PAPER[paper];
  const [width, height] = isPortrait ? [short, long] : [long, short];
  const lines = countNameLines(design);
  const page = { lines, width, height, isPortrait, isCentered: false, band: 0, padding: PADDING };
  const inner = width - 2 * PADDING;
  if (layout === "letter")
    return { ...page, textWidth: inner, footerWidth: inner, artSize: isPortrait ? 104 : 72 };
  if (layout === "band") {
    const band = BAND_SIZE[orientation];
    const room = width - 2 * BAND_PADDING - (isPortrait ? 0 : band);
    return { ...page, band, padding: BAND_PADDING, textWidth: room, footerWidth: room, artSize: 140 };
  }
  if (isPortrait) {
    const artSize = Math.min(190, height - 2 * PADDING - statementHeight(design));
    return { ...page, isCentered: true, textWidth: inner, footerWidth: inner, artSize };
  }
  const artSize = 190;
  // The badge and the gap are beside the text, and the frame is 15 points inside the padding.
  return { ...page, textWidth: inner - artSize - GAP - 30, footerWidth: inner, artSize };
}
