import type { CertificatePreview } from "@/lib/art/certificate-designs/schema";
import { buildPalette } from "@/lib/art/drawing/color";
import { contrast } from "@/lib/art/drawing/oklch";
import { LIGHT } from "@/lib/kernel/palette";

/** The contrast of meaningful graphics (WCAG 2.2, 1.4.11). */
const GRAPHICS_CONTRAST = 3;

/** Lists the problems of a design's colour. Text is always drawn in a readable shade of it. */
export function listColorWarnings(color: string | null): CertificatePreview["warnings"] {
  if (color === null) return [];
  const { band } = buildPalette(color, "paper");
  return contrast(band, LIGHT.canvas) < GRAPHICS_CONTRAST
    ? [{ field: "color", message: "is pale on white paper. Frames and bands are hard to see." }]
    : [];
}
