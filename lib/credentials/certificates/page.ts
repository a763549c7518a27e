import type { ReactElement } from "react";
import { buildPalette } from "@/lib/art/drawing/color";
import { LIGHT } from "@/lib/kernel/palette";
import { buildFooter } from "./footer";
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
function buildStatement(parts: Parts, room: number): Block {
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

/** The space between the body and the footer. */
const FOOTER_GAP = 18;
const CLASSIC_GAPS = { portrait: 24, landscape: 44 };
/** The badge of a classic portrait page becomes smaller where the text needs the room. */
const SMALLEST_ART = 96;
const LETTER_RULE = { height: 2, marginTop: 14 };

const CORNERS = { left: 0, top: 0 } as const;

/** Builds what is behind the text: a frame, a band of colour with the badge, or nothing. */
function buildGround({ kit, layout, look, images }: Parts): ReactElement[] {
  const { band, deep } = buildPalette(look.color ?? "", "paper");
  const { width, height } = layout;
  const outline = (key: string, inset: number, weight: number, color: string) =>
    kit.view(key, {
      position: "absolute",
      left: inset,
      top: inset,
      width: width - 2 * inset,
      height: height - 2 * inset,
      borderWidth: weight,
      borderStyle: "solid",
      borderColor: color,
    });
  if (look.design.layout === "classic") return [outline("frame", 22, 2, band)];
  if (look.design.layout === "letter") return [];
  const size = layout.isPortrait ? { width, height: layout.band } : { width: layout.band, height };
  const panel = { backgroundColor: LIGHT.canvas, padding: 14, borderRadius: 12 };
  return [
    kit.view(
      "band",
      {
        position: "absolute",
        ...CORNERS,
        ...size,
        backgroundColor: band,
        flexDirection: layout.isPortrait ? "row" : "column",
        gap: 16,
        alignItems: "center",
        justifyContent: "center",
      },
      kit.view("panel", panel, kit.image("art", images.art)),
      ...(images.logo ? [kit.view("logo", panel, kit.image("l", images.logo))] : []),
      kit.view("edge", {
        position: "absolute",
        ...(layout.isPortrait
          ? { left: 0, bottom: 0, width, height: 6 }
          : { right: 0, top: 0, width: 6, height }),
        backgroundColor: deep,
      }),
    ),
  ];
}

/** Builds the badge beside the text, or above it on a portrait page. */
function buildClassicBody(parts: Parts, room: number): ReactElement {
  const { kit, layout, images } = parts;
  const { isPortrait, artSize: largest } = layout;
  const gap = CLASSIC_GAPS[isPortrait ? "portrait" : "landscape"];
  const free = room - gap - buildStatement(parts, room - gap - SMALLEST_ART).height;
  const artSize = isPortrait ? Math.max(SMALLEST_ART, Math.min(largest, free)) : largest;
  return kit.view(
    "body",
    {
      flexDirection: isPortrait ? "column" : "row",
      alignItems: "center",
      justifyContent: isPortrait ? "center" : "flex-start",
      gap,
      flexGrow: 1,
    },
    kit.image("art", { ...images.art, width: artSize, height: artSize }),
    buildStatement(parts, isPortrait ? room - gap - artSize : room).element,
  );
}

/** Builds the sender or the logo, and the badge, above the text. */
function buildLetterBody(parts: Parts, room: number): ReactElement {
  const { kit, layout, look, images, texts } = parts;
  const { band } = buildPalette(look.color ?? "", "paper");
  const width = layout.textWidth - layout.artSize - 30;
  const sender = { key: "sender", text: texts.issuer, size: 18, smallest: 11, lines: 2, width };
  const left = images.logo
    ? kit.image("logo", images.logo)
    : kit.view("sender", { width }, ...setStack(parts, [{ ...sender, weight: 600 }]).elements);
  const below = layout.isPortrait ? 56 : 18;
  const head = layout.artSize + LETTER_RULE.marginTop + LETTER_RULE.height + below;
  return kit.view(
    "body",
    { flexGrow: 1 },
    kit.view(
      "head",
      { flexDirection: "row", justifyContent: "space-between", alignItems: "center" },
      left,
      kit.image("art", images.art),
    ),
    kit.view("rule", { ...LETTER_RULE, backgroundColor: band, marginBottom: below }),
    buildStatement(parts, room - head).element,
  );
}

/** Builds the body: the badge and the statement. */
function buildBody(parts: Parts, room: number): ReactElement {
  const { kit, look } = parts;
  switch (look.design.layout) {
    case "classic":
      return buildClassicBody(parts, room);
    case "letter":
      return buildLetterBody(parts, room);
    case "band":
      return kit.view("body", { flexGrow: 1, justifyContent: "center" }, buildStatement(parts, room).element);
  }
}

/** Builds the page of a certificate from the elements of a renderer. */
export function buildPage(parts: Parts): ReactElement {
  const { kit, layout } = parts;
  const { width, height, padding, band, isPortrait } = layout;
  const top = padding + (isPortrait ? band : 0);
  const room = { width, height, padding, paddingTop: top, paddingLeft: padding + (isPortrait ? 0 : band) };
  const footer: Block = buildFooter(parts);
  const bodyRoom = height - top - padding - footer.height - FOOTER_GAP;
  return kit.view(
    "page",
    { width, height, backgroundColor: LIGHT.canvas, position: "relative" },
    ...buildGround(parts),
    kit.view("room", room, buildBody(parts, bodyRoom), footer.element),
  );
}
