import { createElement, type CSSProperties } from "react";
import { satori } from "@/lib/art/drawing/vector";
import { sharp } from "@/lib/art/drawing/raster";
import { buildPalette } from "@/lib/art/drawing/color";
import { toDrawableText, loadFace, type Face } from "@/lib/art/drawing/fonts";
import type { DrawnBadge } from "@/lib/credentials/public-pages/drawn-serializer";
import { LIGHT } from "@/lib/kernel/palette";
import { buildTextBlock, type TextBlock } from "./text-block";

/** The size of a story on phones, in pixels. */
const STORY_SIZE = { width: 1080, height: 1920 };
/** Everything is in this panel: apps cover about 250 px at the top and 340 px at the bottom with their own buttons. */
const PANEL = { left: 70, top: 270, width: 940, height: 1290 };
const ART_SIZE = 580;
const ART_TOP = PANEL.top + 70;
const TEXT_TOP = ART_TOP + ART_SIZE + 24;
const TEXT_HEIGHT = PANEL.top + PANEL.height - 40 - TEXT_TOP;
const TEXT_WIDTH = PANEL.width - 120;

/** The words on a story besides the badge: its heading, and the host where the badge can be seen. */
export type StoryTexts = { heading: string; host: string };

type StyledText = Omit<TextBlock, "width" | "align">;

/** A column of centred texts in a part of the image. */
function buildColumn(texts: StyledText[], box: { top: number; height?: number }, face: Face) {
  const style: CSSProperties = {
    position: "absolute",
    display: "flex",
    flexDirection: "column",
    alignItems: "center",
    justifyContent: "center",
    fontFamily: face.family,
    left: PANEL.left,
    width: PANEL.width,
    ...box,
  };
  const blocks = texts.map((text) => buildTextBlock({ ...text, width: TEXT_WIDTH, align: "center" }, face));
  return createElement("div", { key: box.top, style }, blocks);
}

/** The texts of the panel, with the heading in the color of the issuer. Characters that no font has are left out. */
function listTexts(badge: DrawnBadge, heading: string, face: Face): StyledText[] {
  const issuer = badge.domain ? `${badge.issuer} · ${badge.domain}` : badge.issuer;
  const { deep } = buildPalette(badge.color ?? "", "paper");
  const texts: StyledText[] = [
    { text: heading, weight: 600, size: 34, smallest: 24, lines: 2, color: deep, gap: 0 },
    { text: badge.name, weight: 600, size: 68, smallest: 36, lines: 3, color: LIGHT.ink, gap: 18 },
    { text: badge.earner, weight: 500, size: 44, smallest: 28, lines: 2, color: LIGHT.ink, gap: 28 },
    { text: issuer, weight: 500, size: 32, smallest: 22, lines: 2, color: LIGHT.inkSoft, gap: 18 },
  ];
  return texts.map((one) => ({ ...one, text: toDrawableText(one.text, face) }));
}

/** Draws the story of a badge: heading, art, name, earner and issuer. Returns a PNG, 1080 x 1920 px. */
export async function drawStory(badge: DrawnBadge, { heading, host }: StoryTexts): Promise<Buffer> {
  const face = loadFace(heading, badge.name, badge.earner, badge.issuer, badge.domain ?? "", host);
  const { plate: ground, ink } = buildPalette(badge.color ?? "", "solid");
  const panel: CSSProperties = { position: "absolute", ...PANEL, background: LIGHT.canvas, borderRadius: 48 };
  const footer: StyledText = {
    text: host,
    weight: 500,
    size: 30,
    smallest: 18,
    lines: 1,
    color: ink,
    gap: 0,
  };
  const root = createElement(
    "div",
    { style: { display: "flex", ...STORY_SIZE, background: ground } },
    createElement("div", { key: "panel", style: panel }),
    buildColumn(listTexts(badge, heading, face), { top: TEXT_TOP, height: TEXT_HEIGHT }, face),
    buildColumn([footer], { top: PANEL.top + PANEL.height + 30 }, face),
  );
  const svg = await satori(root, { ...STORY_SIZE, fonts: face.files });
  return composeStory(svg, badge.art);
}

async function composeStory(svg: string, picture: Uint8Array): Promise<Buffer> {
  const art = await sharp(picture).resize(ART_SIZE, ART_SIZE, { fit: "inside" }).png().toBuffer({
    resolveWithObject: true,
  });
  const { data: input, info } = art;
  const left = Math.round((STORY_SIZE.width - info.width) / 2);
  const top = ART_TOP + Math.round((ART_SIZE - info.height) / 2);
  return sharp(Buffer.from(svg))
    .composite([{ input, left, top }])
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer();
}
