import { createElement } from "react";
import { satori } from "@/lib/art/drawing/vector";
import { sharp } from "@/lib/art/drawing/raster";
import { buildPalette } from "@/lib/art/drawing/color";
import { toDrawableText, loadFace } from "@/lib/art/drawing/fonts";
import type { DrawnBadge } from "@/lib/credentials/public-pages/drawn-serializer";
import { LIGHT } from "@/lib/kernel/palette";
import { buildTextBlock, type TextBlock } from "./text-block";

/** The size at which other sites show a link preview uncropped (Open Graph), in pixels. */
export const CARD_SIZE = { width: 1200, height: 630 };
const ART_BOX = { left: 84, top: 105, size: 420 };
const TEXT_COLUMN = { left: 572, width: 552 };
const BAR_HEIGHT = 16;

/**
 * Draws the link preview of a badge: art, name, earner and issuer. It has no other text, so it is the same in every
 * language. Returns a PNG, 1200 x 630 px.
 */
export async function drawCard(badge: DrawnBadge): Promise<Buffer> {
  const issuer = badge.domain ? `${badge.issuer} · ${badge.domain}` : badge.issuer;
  const face = loadFace(badge.name, badge.earner, issuer);
  const { band } = buildPalette(badge.color ?? "", "paper");
  const [name, earner, issuerLine] = [badge.name, badge.earner, issuer].map((text) =>
    toDrawableText(text, face),
  ) as [string, string, string];
  const { width } = TEXT_COLUMN;
  const parts: TextBlock[] = [
    { text: name, weight: 600, size: 64, smallest: 32, lines: 3, color: LIGHT.ink, width, gap: 0 },
    { text: earner, weight: 500, size: 40, smallest: 24, lines: 2, color: LIGHT.ink, width, gap: 26 },
    { text: issuerLine, weight: 500, size: 28, smallest: 20, lines: 2, color: LIGHT.inkSoft, width, gap: 18 },
  ];
  const column = createElement(
    "div",
    {
      style: {
        position: "absolute",
        display: "flex",
        flexDirection: "column",
        justifyContent: "center",
        left: TEXT_COLUMN.left,
        top: 0,
        width: TEXT_COLUMN.width,
        height: CARD_SIZE.height - BAR_HEIGHT,
        fontFamily: face.family,
      },
    },
    parts.map((part) => buildTextBlock(part, face)),
  );
  const bar = {
    position: "absolute",
    left: 0,
    bottom: 0,
    width: CARD_SIZE.width,
    height: BAR_HEIGHT,
  } as const;
  const root = createElement(
    "div",
    { style: { display: "flex", ...CARD_SIZE, background: LIGHT.canvas } },
    column,
    createElement("div", { key: "bar", style: { ...bar, background: band } }),
  );
  const svg = await satori(root, { ...CARD_SIZE, fonts: face.files });
  const art = await sharp(badge.art).resize(ART_BOX.size, ART_BOX.size, { fit: "inside" }).png().toBuffer({
    resolveWithObject: true,
  });
  return sharp(Buffer.from(svg))
    .composite([
      {
        input: art.data,
        left: ART_BOX.left + Math.round((ART_BOX.size - art.info.width) / 2),
        top: ART_BOX.top + Math.round((ART_BOX.size - art.info.height) / 2) - BAR_HEIGHT / 2,
      },
    ])
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer();
}
