import type { ReactElement } from "react";
import { fitText } from "@/lib/art/drawing/fit-text";
import { toDrawableText, type Face, type Weight } from "@/lib/art/drawing/fonts";
import { LIGHT } from "@/lib/kernel/palette";
import type { CertificateImages } from "./images";
import type { Kit } from "./kit";
import type { PageLayout } from "./layout";
import type { CertificateLook } from "./look";
import type { CertificateTexts } from "./texts";

const LEADING = 1.2;

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

/** Returns a function that sets a text, broken into lines here, so that all renderers break it alike. */
export function createTextSetter({ kit, face, layout }: Parts) {
  const families = face.family.split(", ");
  return (key: string, options: TextOptions, top = 0): ReactElement => {
    const { text, size, smallest = size, lines = 1, weight = 500, color = LIGHT.ink } = options;
    const { width = layout.textWidth, isCentered = layout.isCentered } = options;
    const fitted = fitText(toDrawableText(text, face), {
      weight,
      maxSize: size,
      minSize: smallest,
      maxLines: lines,
      leading: LEADING,
      tracking: 0,
      height: size * LEADING * lines,
      widthBetween: () => width,
      face,
    });
    const style = { families, fontWeight: weight, fontSize: fitted.size, lineHeight: LEADING, color };
    const rows = fitted.lines.map((line, index) => kit.text(String(index), style, line));
    return kit.view(key, { marginTop: top, alignItems: isCentered ? "center" : "flex-start" }, ...rows);
  };
}

export type TextSetter = ReturnType<typeof createTextSetter>;
