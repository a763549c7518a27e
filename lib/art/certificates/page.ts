import type { ReactElement } from "react";
import { buildPalette } from "@/lib/art/drawing/color";
import { LIGHT } from "@/lib/kernel/palette";
import { buildFooter } from "./footer";
import { createTextSetter, type Parts, type TextSetter } from "./parts";

/** Builds the main text: who earned which badge, who issued it and when. */
function buildStatement({ kit, layout, texts, look, images }: Parts, setText: TextSetter): ReactElement {
  const { shown } = texts;
  const { deep } = buildPalette(look.color ?? "", "paper");
  const { lines } = layout;
  const logo =
    images.logo && look.design.layout === "classic"
      ? [kit.view("logo", { marginBottom: 16 }, kit.image("l", images.logo))]
      : [];
  return kit.view(
    "text",
    { width: layout.textWidth, alignItems: layout.isCentered ? "center" : "flex-start" },
    ...logo,
    setText("heading", { text: shown.heading, size: 15, weight: 600, color: deep }),
    setText("awarded", { text: shown.awarded, size: 13, color: LIGHT.inkSoft }, 20),
    setText(
      "earner",
      {
        text: shown.earner,
        size: 30,
        smallest: lines.earner === 1 ? 12 : 16,
        lines: lines.earner,
        weight: 600,
      },
      4,
    ),
    setText("earned", { text: shown.earned, size: 13, color: LIGHT.inkSoft }, 12),
    setText(
      "badge",
      {
        text: shown.badge,
        size: 26,
        smallest: 14,
        lines: lines.badge,
        weight: 600,
        color: deep,
      },
      4,
    ),
    setText("issuer", { text: shown.issuer, size: 13, smallest: 9, lines: 2 }, 18),
    setText("dates", { text: shown.dates, size: 12, smallest: 8, lines: 2, color: LIGHT.inkSoft }, 6),
  );
}

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

/** Builds the body: the badge and the statement. */
function buildBody(parts: Parts, setText: TextSetter): ReactElement {
  const { kit, layout, look, images } = parts;
  const statement = buildStatement(parts, setText);
  const art = kit.image("art", images.art);
  if (look.design.layout === "band")
    return kit.view("body", { flexGrow: 1, justifyContent: "center" }, statement);
  if (look.design.layout === "classic")
    return kit.view(
      "body",
      {
        flexDirection: layout.isPortrait ? "column" : "row",
        alignItems: "center",
        justifyContent: layout.isPortrait ? "center" : "flex-start",
        gap: layout.isPortrait ? 24 : 44,
        flexGrow: 1,
      },
      art,
      statement,
    );
  const { band } = buildPalette(look.color ?? "", "paper");
  const { issuer } = parts.texts;
  const width = layout.textWidth - layout.artSize - 30;
  const sender = images.logo
    ? kit.image("logo", images.logo)
    : setText("sender", { text: issuer, size: 18, smallest: 11, lines: 2, weight: 600, width });
  return kit.view(
    "body",
    { flexGrow: 1 },
    kit.view(
      "head",
      { flexDirection: "row", justifyContent: "space-between", alignItems: "center" },
      sender,
      art,
    ),
    kit.view("rule", {
      height: 2,
      backgroundColor: band,
      marginTop: 14,
      marginBottom: layout.isPortrait ? 56 : 18,
    }),
    statement,
  );
}

/** Builds the page of a certificate from the elements of a renderer. */
export function buildPage(parts: Parts): ReactElement {
  const { kit, layout } = parts;
  const { width, height, padding, band, isPortrait } = layout;
  const setText = createTextSetter(parts);
  const room = {
    width,
    height,
    padding,
    paddingTop: padding + (isPortrait ? band : 0),
    paddingLeft: padding + (isPortrait ? 0 : band),
  };
  return kit.view(
    "page",
    { width, height, backgroundColor: LIGHT.canvas, position: "relative" },
    ...buildGround(parts),
    kit.view("room", room, buildBody(parts, setText), buildFooter(parts, setText)),
  );
}
