import type { ReactElement } from "react";
import { buildPalette } from "@/lib/art/drawing/color";
import { LIGHT } from "@/lib/kernel/palette";
import { buildQrPath, QUIET_ZONE } from "@/lib/kernel/qr-path";
import type { Kit } from "./kit";
import { SEAL_SIZE, type PageLayout } from "./layout";
import { fitText, type FittedText } from "@/lib/art/drawing/fit-text";
import { toDrawableText, type Face, type Weight } from "@/lib/art/drawing/fonts";
import type { CertificateImages } from "./images";
import type { CertificateLook } from "./look";
import type { CertificateTexts } from "./texts";

const LEADING = 1.2;
/** EB Garamond has small letters for its size. */
const SIZE_FACTORS = { sans: 1, serif: 1, classic: 1.12 } as const;
/** The steps in which the sizes of all texts are reduced until they fit. */
const SCALES = [1, 0.94, 0.88, 0.82, 0.76, 0.7, 0.64, 0.58, 0.52, 0.46] as const;

type TextOptions = {
  text: string;
  size: number;
  smallest?: number;
  lines?: number;
  weight?: Weight;
  color?: string;
  width?: number;
  isCentered?: boolean;
};

/** Everything that the parts of a page are built from. */
type Parts = {
  kit: Kit;
  face: Face;
  layout: PageLayout;
  texts: CertificateTexts;
  look: CertificateLook;
  images: CertificateImages;
};

/** A part of the page with its height in points. */
type Block = { element: ReactElement; height: number };

/** A text and the space above it. */
type TextItem = TextOptions & { key: string; top?: number };

/** Texts below each other, and their height. */
type Stack = { elements: ReactElement[]; height: number };

function fitItem({ face, look, layout }: Parts, item: TextItem, scale: number): FittedText {
  const { text, size, smallest = size, lines = 1, weight = 500, width = layout.textWidth } = item;
  const factor = SIZE_FACTORS[look.design.font];
  const largest = size * factor * scale;
  return fitText(toDrawableText(text, face), {
    weight,
    maxSize: largest,
    minSize: Math.min(largest, smallest * factor),
    maxLines: lines,
    leading: LEADING,
    tracking: 0,
    height: largest * LEADING * lines,
    widthBetween: () => width,
    face,
  });
}

function setItem(
  { kit, face, layout }: Parts,
  item: TextItem,
  fitted: FittedText,
  top: number,
): ReactElement {
  const { key, weight = 500, color = LIGHT.ink, isCentered = layout.isCentered } = item;
  const families = face.family.split(", ");
  const style = { families, fontWeight: weight, fontSize: fitted.size, lineHeight: LEADING, color };
  const rows = fitted.lines.map((line, index) => kit.text(String(index), style, line));
  return kit.view(key, { marginTop: top, alignItems: isCentered ? "center" : "flex-start" }, ...rows);
}

function setStackAt(parts: Parts, items: TextItem[], scale: number): Stack {
  const fitted = items.map((item) => ({
    item,
    text: fitItem(parts, item, scale),
    top: (item.top ?? 0) * scale,
  }));
  return {
    elements: fitted.map(({ item, text, top }) => setItem(parts, item, text, top)),
    height: fitted.reduce((sum, { text, top }) => sum + top + text.lines.length * text.size * LEADING, 0),
  };
}

/**
 * Sets texts below each other, broken into lines here, so that all renderers break them alike. Their sizes and spaces
 * are reduced together until the texts fit into `room`.
 */
function setStack(parts: Parts, items: TextItem[], room = Infinity): Stack {
  const drawn = items.filter(({ text }) => text !== "");
  const [first, ...others] = SCALES;
  let stack = setStackAt(parts, drawn, first);
  for (const scale of others) {
    if (stack.height <= room) break;
    stack = setStackAt(parts, drawn, scale);
  }
  return stack;
}

const QR_SIZE = 78;
const QR_GAP = 18;
const SIGNATURE_WIDTH = 138;
const SIGNATURE_GAP = 20;
const SIGNATURE_IMAGE_HEIGHT = 40;
const SIGNATURE_LINE = { height: 1, marginTop: 3, marginBottom: 4 };
const SEAL_GAP = 18;

/** Returns a QR code of the address. The white paper around it is its quiet zone, of which one module is drawn. */
function buildQrCode(kit: Kit, address: string): ReactElement {
  const { path, size } = buildQrPath(address);
  const cut = QUIET_ZONE - 1;
  const viewBox = `${cut} ${cut} ${size - 2 * cut} ${size - 2 * cut}`;
  return kit.drawing("qr", { path, viewBox, size: QR_SIZE, color: LIGHT.ink });
}

/** Builds the signatures: the picture of each above a line, with name and title below. */
function buildSignatures(parts: Parts): Block {
  const { kit, look, images } = parts;
  const width = SIGNATURE_WIDTH;
  const line = SIGNATURE_LINE;
  const signatures = look.design.signatures.map(({ name, title }, index): Block => {
    const image = images.signatures[index];
    const picture = image ? [kit.image("i", image)] : [];
    const shared = { width, isCentered: false };
    const { elements, height } = setStack(parts, [
      { key: "n", text: name, size: 10, smallest: 8, lines: 2, weight: 600, ...shared },
      { key: "t", text: title, size: 9, smallest: 7, lines: 2, color: LIGHT.inkSoft, top: 1, ...shared },
    ]);
    return {
      element: kit.view(
        String(index),
        { width },
        kit.view("p", { height: SIGNATURE_IMAGE_HEIGHT, justifyContent: "flex-end" }, ...picture),
        kit.view("r", { ...line, backgroundColor: LIGHT.inkSoft }),
        ...elements,
      ),
      height: SIGNATURE_IMAGE_HEIGHT + line.height + line.marginTop + line.marginBottom + height,
    };
  });
  return {
    element: kit.view(
      "signatures",
      { flexDirection: "row", gap: SIGNATURE_GAP, alignItems: "flex-start" },
      ...signatures.map(({ element }) => element),
    ),
    height: Math.max(...signatures.map(({ height }) => height)),
  };
}

/** Builds where to check whether the badge is still valid. The address may take more lines than other texts. */
function buildVerification(parts: Parts, room: number): Block {
  const { kit, texts, look } = parts;
  const { shown, address } = texts;
  const { show_qr: hasQr } = look.design;
  const width = room - (hasQr ? QR_SIZE + QR_GAP : 0);
  const line = { smallest: 7, lines: 2, width, isCentered: false };
  const items: TextItem[] = [
    { key: "verify", text: shown.verify, size: 10, color: LIGHT.inkSoft, ...line },
    { key: "address", text: shown.address, size: 10, top: 2, ...line, lines: 4 },
    { key: "id", text: shown.badge_id, size: 9, color: LIGHT.inkSoft, top: 3, ...line },
    { key: "note", text: shown.note, size: 9, color: LIGHT.inkSoft, top: 3, ...line },
  ];
  const { elements, height } = setStack(parts, items);
  return {
    element: kit.view(
      "verification",
      { flexDirection: "row", alignItems: "flex-end", gap: QR_GAP },
      ...(hasQr ? [buildQrCode(kit, address)] : []),
      kit.view("where", { width }, ...elements),
    ),
    height: Math.max(hasQr ? QR_SIZE : 0, height),
  };
}

/** Puts parts beside each other, at both ends of the footer and between them. */
const buildRow = (kit: Kit, key: string, blocks: Block[]): Block => ({
  element: kit.view(
    key,
    { flexDirection: "row", justifyContent: "space-between", alignItems: "flex-end" },
    ...blocks.map(({ element }) => element),
  ),
  height: Math.max(...blocks.map(({ height }) => height)),
});

/**
 * Builds the footer: where to check whether the badge is still valid, the seal, and who signed. Where there is not
 * enough room for all of them beside each other, the signatures are above the rest.
 */
function buildFooter(parts: Parts): Block {
  const { kit, layout, look, images } = parts;
  const count = look.design.signatures.length;
  const seals: Block[] = images.seal ? [{ element: kit.image("seal", images.seal), height: SEAL_SIZE }] : [];
  const sealWidth = images.seal ? SEAL_SIZE + SEAL_GAP : 0;
  if (count === 0) {
    const verification = buildVerification(parts, layout.footerWidth - sealWidth);
    return seals.length > 0 ? buildRow(kit, "foot", [verification, ...seals]) : verification;
  }
  const signatures = buildSignatures(parts);
  if (!layout.isPortrait && layout.band === 0) {
    const width = layout.footerWidth - count * (SIGNATURE_WIDTH + SIGNATURE_GAP) - sealWidth - 4;
    return buildRow(kit, "foot", [buildVerification(parts, width), ...seals, signatures]);
  }
  const signed = buildRow(kit, "signed", [signatures, ...seals]);
  const verification = buildVerification(parts, layout.footerWidth);
  const gap = layout.isPortrait ? 20 : 10;
  return {
    element: kit.view("foot", { gap }, signed.element, verification.element),
    height: signed.height + gap + verification.height,
  };
}

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
