import { sharp } from "@/lib/art/drawing/raster";
import { LIGHT } from "@/lib/kernel/palette";
import { SEAL_SIZE } from "./layout";
import type { PlacedImage } from "./kit";
import type { CertificateLook } from "./look";

export type CertificateImages = {
  art: PlacedImage;
  logo: PlacedImage | null;
  seal: PlacedImage | null;
  signatures: (PlacedImage | null)[];
};

const LOGO_BOX = { width: 170, height: 40 };
const SIGNATURE_BOX = { width: 130, height: 40 };
/** Pixels for each point of the paper: about 250 dots per inch. */
const DENSITY = 3.5;

/** Removes the empty margins of a picture. An empty picture stays as it is. */
const trimMargins = (png: Uint8Array): Promise<Buffer> =>
  sharp(png)
    .trim()
    .png()
    .toBuffer()
    .catch(() => Buffer.from(png));

/** Scales a picture into a box, on white. */
async function placeImage(
  png: Uint8Array | null,
  box: { width: number; height: number },
): Promise<PlacedImage | null> {
  if (!png) return null;
  const { data, info } = await sharp(await trimMargins(png))
    .resize(Math.round(box.width * DENSITY), Math.round(box.height * DENSITY), { fit: "inside" })
    .flatten({ background: LIGHT.canvas })
    .jpeg({ quality: 92 })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width / DENSITY, height: info.height / DENSITY };
}

async function placeSquare(png: Uint8Array, size: number): Promise<PlacedImage> {
  const data = await sharp(png).flatten({ background: LIGHT.canvas }).jpeg({ quality: 92 }).toBuffer();
  return { data, width: size, height: size };
}

/** Prepares the pictures of a certificate. */
export async function placeImages(look: CertificateLook, artSize: number): Promise<CertificateImages> {
  return {
    art: await placeSquare(look.art, artSize),
    logo: await placeImage(look.logo, LOGO_BOX),
    seal: look.seal && (await placeSquare(look.seal, SEAL_SIZE)),
    signatures: await Promise.all(look.signatures.map((png) => placeImage(png, SIGNATURE_BOX))),
  };
}
