import { createElement as h, type ReactElement } from "react";
import { Document, Font, Image, Page, Path, renderToBuffer, Svg, Text, View } from "@react-pdf/renderer";
import type { DocumentProps } from "@react-pdf/renderer";
import qrcode from "qrcode-generator";
import sharp from "sharp";
import { buildPalette } from "@/lib/art/drawing/color";
import { fitText } from "@/lib/art/drawing/fit-text";
import { toDrawableText, loadFace, type Face, type Weight } from "@/lib/art/drawing/fonts";
import { LIGHT } from "@/lib/kernel/palette";
import type { CertificateTexts } from "./texts";

/** A4 landscape, in points. */
const PAGE_SIZE = { width: 841.89, height: 595.28 };
const MARGIN = 44;
const PADDING = 30;
const ART_SIZE = 190;
const QR_SIZE = 78;
const TEXT_WIDTH = PAGE_SIZE.width - 2 * (MARGIN + PADDING) - ART_SIZE - 44;
const LEADING = 1.2;

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

type TextOptions = {
  text: string;
  size: number;
  smallest?: number;
  lines?: number;
  weight?: Weight;
  color?: string;
};

/** Returns a function that sets a text in the text column. */
function createTextSetter(face: Face) {
  const families = face.family.split(", ");
  return (
    key: string,
    { text, size, smallest = size, lines = 1, weight = 500, color = LIGHT.ink }: TextOptions,
    top = 0,
  ) => {
    const fitted = fitText(toDrawableText(text, face), {
      weight,
      maxSize: size,
      minSize: smallest,
      maxLines: lines,
      leading: LEADING,
      tracking: 0,
      height: size * LEADING * lines,
      widthBetween: () => TEXT_WIDTH,
      face,
    });
    const style = {
      fontFamily: families as unknown as string,
      fontWeight: weight,
      fontSize: fitted.size,
      lineHeight: LEADING,
      color,
    };
    const rows = fitted.lines.map((line, index) => h(Text, { key: index, style }, line));
    return h(View, { key, style: { marginTop: top } }, ...rows);
  };
}

/** Draws a QR code of the address, one square for each dark module. */
function drawQrCode(address: string): ReactElement {
  const qr = qrcode(0, "M");
  qr.addData(address);
  qr.make();
  const count = qr.getModuleCount();
  let path = "";
  for (let row = 0; row < count; row += 1)
    for (let column = 0; column < count; column += 1)
      if (qr.isDark(row, column)) path += `M${column} ${row}h1v1h-1z`;
  const box = `-1 -1 ${count + 2} ${count + 2}`;
  return h(
    Svg,
    { viewBox: box, style: { width: QR_SIZE, height: QR_SIZE } },
    h(Path, { d: path, fill: LIGHT.ink }),
  );
}

type TextSetter = ReturnType<typeof createTextSetter>;

/** Builds the main text: who earned which badge, who issued it and when. */
const buildStatement = (setText: TextSetter, shown: CertificateTexts["shown"], deep: string): ReactElement =>
  h(
    View,
    { key: "text", style: { width: TEXT_WIDTH } },
    setText("heading", { text: shown.heading, size: 15, weight: 600, color: deep }),
    setText("awarded", { text: shown.awarded, size: 13, color: LIGHT.inkSoft }, 22),
    setText("earner", { text: shown.earner, size: 30, smallest: 16, lines: 2, weight: 600 }, 4),
    setText("earned", { text: shown.earned, size: 13, color: LIGHT.inkSoft }, 12),
    setText("badge", { text: shown.badge, size: 26, smallest: 14, lines: 3, weight: 600, color: deep }, 4),
    setText("issuer", { text: shown.issuer, size: 13, smallest: 9, lines: 2 }, 20),
    setText("dates", { text: shown.dates, size: 12, smallest: 8, lines: 2, color: LIGHT.inkSoft }, 6),
  );

/** Builds the footer: where to check whether the badge is still valid. */
function buildVerification(setText: TextSetter, { shown, address }: CertificateTexts): ReactElement {
  const note = { text: shown.note, size: 9, smallest: 7, lines: 2, color: LIGHT.inkSoft };
  return h(
    View,
    { key: "foot", style: { flexDirection: "row", alignItems: "flex-end", gap: 18 } },
    drawQrCode(address),
    h(
      View,
      { style: { width: TEXT_WIDTH + ART_SIZE - 60 } },
      setText("verify", { text: shown.verify, size: 10, color: LIGHT.inkSoft }),
      setText("address", { text: shown.address, size: 10, smallest: 7, lines: 2 }, 2),
      ...(shown.note === "" ? [] : [setText("note", note, 4)]),
    ),
  );
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

const FRAME_INSET = MARGIN / 2;
const FRAME_STYLE = {
  position: "absolute",
  left: FRAME_INSET,
  top: FRAME_INSET,
  right: FRAME_INSET,
  bottom: FRAME_INSET,
} as const;
const PAGE_STYLE = { padding: MARGIN + PADDING / 2, backgroundColor: LIGHT.canvas } as const;
const BODY_STYLE = { flexDirection: "row", alignItems: "center", gap: 44, flexGrow: 1 } as const;

/**
 * Draws the certificate of a badge: one page, A4 landscape, with text that can be selected and searched. `art` is a
 * PNG. Characters that none of our fonts has (emoji, Arabic) are left out.
 */
export async function drawCertificate(
  texts: CertificateTexts,
  { art, color }: { art: Uint8Array; color: string | null },
): Promise<Buffer> {
  const face = loadFace(...Object.values(texts.shown));
  await registerFonts(face);
  const setText = createTextSetter(face);
  const { deep, band } = buildPalette(color ?? "", "paper");
  const data = await sharp(art).flatten({ background: LIGHT.canvas }).jpeg({ quality: 92 }).toBuffer();
  const picture = h(Image, {
    key: "art",
    src: { data, format: "jpg" },
    style: { width: ART_SIZE, height: ART_SIZE },
  });
  const page = h(
    Page,
    { size: "A4", orientation: "landscape", style: PAGE_STYLE },
    h(View, { key: "frame", style: { ...FRAME_STYLE, border: `2pt solid ${band}` }, fixed: true }),
    h(View, { key: "body", style: BODY_STYLE }, picture, buildStatement(setText, texts.shown, deep)),
    buildVerification(setText, texts),
  );
  return renderToBuffer(h(Document, buildDocumentProps(texts), page));
}
