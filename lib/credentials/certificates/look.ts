import type { StoredDesign } from "@/lib/art/certificate-designs/schema";
import type { Typeface } from "@/lib/art/drawing/fonts";
import { renderSeal } from "@/lib/art/drawing/seal";
import { getImageBytes } from "@/lib/art/images/service";

/** What a certificate is drawn from besides its texts. Images are PNGs. */
export type CertificateLook = {
  design: StoredDesign;
  art: Uint8Array;
  /** The colour of the design or of the organization. */
  color: string | null;
  logo: Uint8Array | null;
  /** Drawn for this certificate. */
  seal: Uint8Array | null;
  /** In the order of the design's signatures. */
  signatures: (Uint8Array | null)[];
};

/** What is known of the badge and of the organization that issues it. */
type Drawn = { art: Uint8Array; issuer: string; color: string | null; logoId: string | null };

export const TYPEFACES: Record<StoredDesign["font"], Typeface> = {
  sans: "inter",
  serif: "source-serif-4",
  classic: "eb-garamond",
};

/** Returns the bytes of an image; null for one that was deleted. */
const findImageBytes = async (id: string | null): Promise<Uint8Array | null> =>
  id === null ? null : getImageBytes(id).catch(() => null);

async function drawSeal(design: StoredDesign, color: string | null, { art, issuer }: Drawn) {
  if (design.seal === "none") return null;
  const typeface = TYPEFACES[design.font];
  return renderSeal({ style: design.seal, color: color ?? "", name: issuer, typeface, art });
}

/** Loads the images of a design and draws its seal. */
export async function loadLook(design: StoredDesign, drawn: Drawn): Promise<CertificateLook> {
  const color = design.color ?? drawn.color;
  return {
    design,
    color,
    art: drawn.art,
    logo: design.show_logo ? await findImageBytes(design.logo_id ?? drawn.logoId) : null,
    seal: await drawSeal(design, color, drawn),
    signatures: await Promise.all(design.signatures.map(({ image_id: id }) => findImageBytes(id))),
  };
}
