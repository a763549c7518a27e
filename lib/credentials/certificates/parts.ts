import type { ReactElement } from "react";
import { fitText, type FittedText } from "@/lib/art/drawing/fit-text";
import { toDrawableText, type Face, type Weight } from "@/lib/art/drawing/fonts";
import { LIGHT } from "@/lib/kernel/palette";
import type { CertificateImages } from "./images";
import type { Kit } from "./kit";
import type { PageLayout } from "./layout";
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
export type Parts = {
  kit: Kit;
  face: Face;
  layout: PageLayout;
  texts: CertificateTexts;
  look: CertificateLook;
  images: CertificateImages;
};

/** A part of the page with its height in points. */
export type Block = { element: ReactElement; height: number };

/** A text and the space above it. */
export type TextItem = TextOptions & { key: string; top?: number };

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
export function setStack(parts: Parts, items: TextItem[], room = Infinity): Stack {
  const drawn = items.filter(({ text }) => text !== "");
  const [first, ...others] = SCALES;
  let stack = setStackAt(parts, drawn, first);
  for (const scale of others) {
    if (stack.height <= room) break;
    stack = setStackAt(parts, drawn, scale);
  }
  return stack;
}
