import { createElement as h } from "react";
import { Document, Font, Page, renderToBuffer } from "@react-pdf/renderer";
import type { DocumentProps } from "@react-pdf/renderer";
import { satori } from "@/lib/art/drawing/vector";
import { sharp } from "@/lib/art/drawing/raster";
import { loadTypeface, toDrawableText, type Face } from "@/lib/art/drawing/fonts";
import { requireNoTransaction } from "@/lib/kernel/waits";
import { placeImages } from "./images";
import { type Kit, PDF_KIT, PICTURE_KIT } from "./kit";
import { layOutPage } from "./layout";
import { TYPEFACES, type CertificateLook } from "./look";
import { buildPage } from "./page";
import type { CertificateTexts } from "./texts";

const registrations = new Map<string, Promise<void>>();

/**
 * Registers a font and creates the glyphs of all its characters. The renderer caches each glyph with the characters
 * of its first use, and a glyph that is first used as a part of another one has no characters: a full stop that was
 * first drawn as half of a colon can be neither found, copied nor read aloud in any later document.
 */
async function registerFont({ name, data, weight }: Face["files"][number]): Promise<void> {
  const named = { fontFamily: name, fontWeight: weight };
  Font.register({
    family: name,
    fontWeight: weight,
    src: `data:font/woff;base64,${data.toString("base64")}`,
  });
  await Font.load(named);
  const font = Font.getFont(named)?.data;
  for (const character of font?.characterSet ?? []) font?.glyphForCodePoint(character);
}

/** Registers the fonts of a face with the renderer. Turns off its hyphenation, because lines are broken here. */
async function registerFonts({ files }: Face): Promise<void> {
  Font.registerHyphenationCallback((word) => [word]);
  const pending = files.map((file) => {
    const key = `${file.name} ${file.weight}`;
    const registration = registrations.get(key) ?? registerFont(file);
    registrations.set(key, registration);
    return registration;
  });
  await Promise.all(pending);
}

const buildDocumentProps = ({ title, issuer, badge, lang }: CertificateTexts): DocumentProps => ({
  title,
  author: issuer,
  subject: badge,
  language: lang,
  pdfVersion: "1.7",
  producer: "Badges",
  creator: "Badges",
});

async function preparePage(texts: CertificateTexts, look: CertificateLook, kit: Kit) {
  const signed = look.design.signatures.flatMap(({ name, title }) => [name, title]);
  const words = [...Object.values(texts.shown), ...texts.details, ...signed, texts.issuer, texts.unnamed];
  const face = loadTypeface(TYPEFACES[look.design.font], words);
  // A certificate for no one would be worse than one without the name (Arabic and Hebrew cannot be drawn).
  const earner = toDrawableText(texts.shown.earner, face) === "" ? texts.unnamed : texts.shown.earner;
  const written = { ...texts, shown: { ...texts.shown, earner } };
  const layout = layOutPage(look.design);
  const images = await placeImages(look, layout.artSize);
  return { face, layout, page: buildPage({ kit, face, layout, texts: written, look, images }) };
}

/**
 * Draws the certificate of a badge: one page with text that can be selected and searched. Characters that none of our
 * fonts has (emoji, Arabic) are left out.
 */
export async function drawCertificate(texts: CertificateTexts, look: CertificateLook): Promise<Buffer> {
  const { face, layout, page } = await preparePage(texts, look, PDF_KIT);
  await registerFonts(face);
  const { width, height } = layout;
  const sheet = h(Page, { size: { width, height }, wrap: false }, page);
  requireNoTransaction("Drawing");
  return renderToBuffer(h(Document, buildDocumentProps(texts), sheet));
}

/** Pixels for each point. */
const PICTURE_SCALE = 2;

/** Draws the same page as `drawCertificate` as a PNG, for screens that cannot show a PDF within a page. */
export async function drawCertificatePicture(
  texts: CertificateTexts,
  look: CertificateLook,
): Promise<Buffer> {
  const { face, layout, page } = await preparePage(texts, look, PICTURE_KIT);
  const svg = await satori(page, { width: layout.width, height: layout.height, fonts: face.files });
  return sharp(Buffer.from(svg), { density: 72 * PICTURE_SCALE })
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer();
}
