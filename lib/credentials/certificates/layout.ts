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

/** The side of a seal in points. */
export const SEAL_SIZE = 88;

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
};

/** Returns the measures of a page. */
export function layOutPage({ layout, orientation, paper_size: paper }: StoredDesign): PageLayout {
  const isPortrait = orientation === "portrait";
  const { width: long, height: short } = PAPER[paper];
  const [width, height] = isPortrait ? [short, long] : [long, short];
  const page = { width, height, isPortrait, isCentered: false, band: 0, padding: PADDING };
  const inner = width - 2 * PADDING;
  if (layout === "letter")
    return { ...page, textWidth: inner, footerWidth: inner, artSize: isPortrait ? 104 : 72 };
  if (layout === "band") {
    const band = BAND_SIZE[orientation];
    const room = width - 2 * BAND_PADDING - (isPortrait ? 0 : band);
    return { ...page, band, padding: BAND_PADDING, textWidth: room, footerWidth: room, artSize: 140 };
  }
  const artSize = 190;
  if (isPortrait) return { ...page, isCentered: true, textWidth: inner, footerWidth: inner, artSize };
  // The badge and the gap are beside the text, and the frame is 15 points inside the padding.
  return { ...page, textWidth: inner - artSize - GAP - 30, footerWidth: inner, artSize };
}
