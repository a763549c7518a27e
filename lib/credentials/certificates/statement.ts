import { buildPalette } from "@/lib/art/drawing/color";
import { LIGHT } from "@/lib/kernel/palette";
import { setStack, type Block, type Parts, type TextItem } from "./parts";

const LOGO_GAP = 16;

/** Lists the main text: who earned which badge, who issued it and when, and the chosen details. */
function listItems({ texts, look }: Parts): TextItem[] {
  const { shown, details } = texts;
  const { deep } = buildPalette(look.color ?? "", "paper");
  const soft = LIGHT.inkSoft;
  return [
    { key: "heading", text: shown.heading, size: 15, weight: 600, color: deep },
    { key: "awarded", text: shown.awarded, size: 13, color: soft, top: 20 },
    { key: "earner", text: shown.earner, size: 30, smallest: 12, lines: 2, weight: 600, top: 4 },
    { key: "earned", text: shown.earned, size: 13, color: soft, top: 12 },
    { key: "badge", text: shown.badge, size: 26, smallest: 14, lines: 3, weight: 600, color: deep, top: 4 },
    { key: "description", text: shown.description, size: 12, smallest: 9, lines: 3, color: soft, top: 8 },
    { key: "issuer", text: shown.issuer, size: 13, smallest: 9, lines: 2, top: 18 },
    { key: "dates", text: shown.dates, size: 12, smallest: 8, lines: 2, color: soft, top: 6 },
    ...details.map((text, index): TextItem => ({
      key: `detail${index}`,
      text,
      size: 11,
      smallest: 9,
      lines: 2,
      color: soft,
      top: index === 0 ? 8 : 4,
    })),
  ];
}

/** Builds the main text, below the logo in the classic layout, as large as `room` allows. */
export function buildStatement(parts: Parts, room: number): Block {
  const { kit, layout, look, images } = parts;
  const logo = look.design.layout === "classic" ? images.logo : null;
  const above = logo ? logo.height + LOGO_GAP : 0;
  const { elements, height } = setStack(parts, listItems(parts), room - above);
  const element = kit.view(
    "text",
    { width: layout.textWidth, alignItems: layout.isCentered ? "center" : "flex-start" },
    ...(logo ? [kit.view("logo", { marginBottom: LOGO_GAP }, kit.image("l", logo))] : []),
    ...elements,
  );
  return { element, height: above + height };
}
