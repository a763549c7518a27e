import { createElement as h, type ComponentProps, type CSSProperties, type ReactElement } from "react";
import { Image, Path, Svg, Text, View } from "@react-pdf/renderer";

/** The part of CSS that both renderers have. Lengths are in points. */
type Style = CSSProperties;

/** An image with its size on the paper. */
export type PlacedImage = { data: Buffer; width: number; height: number };

/** A path in a square, with the part of its coordinates that is shown. */
type Drawing = { path: string; viewBox: string; size: number; color: string };

/** The elements of a certificate. The same page is built from them for each renderer. */
export type Kit = {
  view: (key: string, style: Style, ...children: ReactElement[]) => ReactElement;
  text: (key: string, style: Style & { families: string[] }, text: string) => ReactElement;
  image: (key: string, image: PlacedImage) => ReactElement;
  drawing: (key: string, drawing: Drawing) => ReactElement;
};

type PdfStyle = NonNullable<ComponentProps<typeof View>["style"]>;

/** Elements of a PDF. */
export const PDF_KIT: Kit = {
  view: (key, style, ...children) => h(View, { key, style: style as unknown as PdfStyle }, ...children),
  text: (key, { families, ...style }, text) =>
    h(Text, { key, style: { ...style, fontFamily: families } as unknown as PdfStyle }, text),
  image: (key, { data, width, height }) =>
    h(Image, { key, src: { data, format: "jpg" }, style: { width, height } }),
  drawing: (key, { path, viewBox, size, color }) =>
    h(Svg, { key, viewBox, style: { width: size, height: size } }, h(Path, { d: path, fill: color })),
};

/** Elements of a picture. */
export const PICTURE_KIT: Kit = {
  view: (key, style, ...children) =>
    h(
      "div",
      { key, style: { display: "flex", flexDirection: "column", boxSizing: "border-box", ...style } },
      ...children,
    ),
  text: (key, { families, ...style }, text) =>
    h("div", { key, style: { ...style, fontFamily: families.join(", "), whiteSpace: "pre" } }, text),
  image: (key, { data, width, height }) =>
    h("img", { key, src: `data:image/jpeg;base64,${data.toString("base64")}`, width, height }),
  drawing: (key, { path, viewBox, size, color }) =>
    h("svg", { key, viewBox, width: size, height: size }, h("path", { d: path, fill: color })),
};
