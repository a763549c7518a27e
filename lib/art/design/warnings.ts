import type { TextLoss } from "@/lib/art/drawing/badge-art";
import { resolveTextBackground } from "@/lib/art/drawing/color";
import type { Design } from "@/lib/art/drawing/design";
import type { BadgeArtPreview } from "./schema";

type Warning = BadgeArtPreview["warnings"][number];

/** Minimum contrast of text: WCAG 2.2, 1.4.3. */
const MIN_CONTRAST = 4.5;

const FIELDS: Record<TextLoss["text"], string> = {
  name: "name",
  issuer: "design.show_issuer",
  ribbon: "design.ribbon",
};
const MESSAGES: Record<TextLoss["kind"], string> = {
  cut: "is too long for the badge and is cut",
  not_drawn: "has characters that cannot be drawn and are left out",
};

/** Returns the background colours of text, by the field that sets them. */
function textBackgrounds({
  finish,
  color,
  accent,
  ribbon,
  show_name,
  show_issuer,
}: Design): Map<string, string> {
  const backgrounds = new Map<string, string>();
  if (finish === "solid" && (show_name || show_issuer)) backgrounds.set("design.color", color);
  if (ribbon === "") return backgrounds;
  if (accent !== null) backgrounds.set("design.accent", accent);
  else if (finish !== "solid") backgrounds.set("design.color", color);
  return backgrounds;
}

function contrastWarning([field, color]: [string, string]): Warning[] {
  const { contrast, drawn } = resolveTextBackground(color);
  if (contrast >= MIN_CONTRAST) return [];
  // Rounded down: 4.46 must not read as the 4.5 that it is not.
  const ratio = (Math.floor(contrast * 10) / 10).toFixed(1);
  const message = `gives text a contrast of ${ratio}:1. Readable text needs ${MIN_CONTRAST}:1, so ${drawn} is used instead`;
  return [{ field, code: "low_contrast", message }];
}

/** Lists the problems of a design: texts that are not fully drawn, and colours with too little contrast for text. */
export const buildDesignWarnings = (design: Design, losses: TextLoss[]): Warning[] => [
  ...[...textBackgrounds(design)].flatMap(contrastWarning),
  ...losses.map(({ text, kind }) => ({ field: FIELDS[text], code: kind, message: MESSAGES[kind] })),
];
