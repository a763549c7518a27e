import { createElement, type CSSProperties } from "react";
import { satori } from "@/lib/art/drawing/vector";
import { sharp, type OverlayOptions } from "@/lib/art/drawing/raster";
import { toDrawableText, loadFace, type Face } from "@/lib/art/drawing/fonts";
import type { DrawnProfile } from "@/lib/credentials/public-pages/drawn-serializer";
import { LIGHT } from "@/lib/kernel/palette";
import { CARD_SIZE } from "./drawing";
import { buildTextBlock, type TextBlock } from "./text-block";

const MARGIN = 72;
const WIDTH = CARD_SIZE.width - 2 * MARGIN;
const BAR_HEIGHT = 16;
const HEAD = { top: 48, height: 220 };
const PHOTO_SIZE = 152;
const PHOTO_GAP = 36;
const COUNT_TOP = 284;
const ARTS = { top: 338, height: 188, largest: 180, gap: 24 };
const ADDRESS_TOP = 550;

/** The words on the card besides those of the profile: the number of badges, and its address. */
export type ProfileCardTexts = { count: string; address: string };

/** A column of texts in a part of the card. */
function buildColumn(blocks: TextBlock[], style: CSSProperties, face: Face) {
  const column: CSSProperties = {
    position: "absolute",
    display: "flex",
    flexDirection: "column",
    fontFamily: face.family,
    ...style,
  };
  const texts = blocks.map((block) =>
    buildTextBlock({ ...block, text: toDrawableText(block.text, face) }, face),
  );
  return createElement("div", { key: style.top, style: column }, texts);
}

const line = (text: string, size: number): TextBlock => ({
  text,
  weight: 500,
  size,
  smallest: 18,
  lines: 1,
  color: LIGHT.inkSoft,
  width: WIDTH,
  gap: 0,
});

async function drawTexts(profile: DrawnProfile, { count, address }: ProfileCardTexts): Promise<string> {
  const { name, headline, photo } = profile;
  const face = loadFace(name, headline ?? "", count, address);
  const left = MARGIN + (photo ? PHOTO_SIZE + PHOTO_GAP : 0);
  const width = CARD_SIZE.width - MARGIN - left;
  const head: TextBlock[] = [
    { text: name, weight: 600, size: 68, smallest: 36, lines: 2, color: LIGHT.ink, width, gap: 0 },
    {
      text: headline ?? "",
      weight: 500,
      size: 34,
      smallest: 22,
      lines: 2,
      color: LIGHT.ink,
      width,
      gap: 14,
    },
  ];
  const bar: CSSProperties = {
    position: "absolute",
    left: 0,
    bottom: 0,
    width: CARD_SIZE.width,
    height: BAR_HEIGHT,
    background: LIGHT.accent,
  };
  const root = createElement(
    "div",
    { style: { display: "flex", ...CARD_SIZE, background: LIGHT.canvas } },
    buildColumn(head, { left, width, ...HEAD, justifyContent: "center" }, face),
    buildColumn([line(count, 28)], { left: MARGIN, width: WIDTH, top: COUNT_TOP }, face),
    buildColumn([line(address, 24)], { left: MARGIN, width: WIDTH, top: ADDRESS_TOP }, face),
    createElement("div", { key: "bar", style: bar }),
  );
  return satori(root, { ...CARD_SIZE, fonts: face.files });
}

/** Cuts the photo to a circle. */
async function placePhoto(photo: Uint8Array): Promise<OverlayOptions> {
  const circle = `<svg width="${PHOTO_SIZE}" height="${PHOTO_SIZE}"><circle cx="50%" cy="50%" r="50%"/></svg>`;
  const input = await sharp(photo)
    .resize(PHOTO_SIZE, PHOTO_SIZE, { fit: "cover" })
    .composite([{ input: Buffer.from(circle), blend: "dest-in" }])
    .png()
    .toBuffer();
  return { input, left: MARGIN, top: HEAD.top + (HEAD.height - PHOTO_SIZE) / 2 };
}

/** Places the art of badges in one row, as large as it can be. */
const placeArts = (arts: Uint8Array[]): Promise<OverlayOptions[]> => {
  const size = Math.min(ARTS.largest, Math.floor((WIDTH + ARTS.gap) / Math.max(arts.length, 1)) - ARTS.gap);
  return Promise.all(
    arts.map(async (art, index) => {
      const { data: input, info } = await sharp(art)
        .resize(size, size, { fit: "inside" })
        .png()
        .toBuffer({ resolveWithObject: true });
      const left = MARGIN + index * (size + ARTS.gap) + Math.round((size - info.width) / 2);
      return { input, left, top: ARTS.top + Math.round((ARTS.height - info.height) / 2) };
    }),
  );
};

/** Draws the link preview of a profile: photo, name, headline, badges and address. Returns a PNG, 1200 x 630 px. */
export async function drawProfileCard(profile: DrawnProfile, texts: ProfileCardTexts): Promise<Buffer> {
  const svg = await drawTexts(profile, texts);
  const photo = profile.photo ? [await placePhoto(profile.photo)] : [];
  return sharp(Buffer.from(svg))
    .composite([...photo, ...(await placeArts(profile.arts))])
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer();
}
