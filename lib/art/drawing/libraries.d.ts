// The parts of HarfBuzz for JavaScript that this product uses. The package has no types of its own.

declare module "harfbuzzjs" {
  /** What the library allocates. JavaScript does not free it. */
  type Allocated = { destroy: () => void };

  export type HarfBuzzFace = Allocated & { upem: number };
  export type HarfBuzzFont = Allocated & { glyphToPath: (glyph: number) => string };
  export type HarfBuzzBlob = Allocated & { ptr: number };

  /** A shaped glyph: its number, advance and offset in units of the font. */
  export type HarfBuzzGlyph = { g: number; ax: number; dx: number; dy: number };

  export type HarfBuzzBuffer = Allocated & {
    /** Adds a part of a text. What is around it decides how letters at its ends join. */
    addText: (text: string, start: number, length: number) => void;
    guessSegmentProperties: () => void;
    setDirection: (direction: "ltr" | "rtl") => void;
    json: () => HarfBuzzGlyph[];
  };

  export type HarfBuzz = {
    createBlob: (data: Uint8Array) => HarfBuzzBlob;
    createFace: (blob: HarfBuzzBlob, index: number) => HarfBuzzFace;
    createFont: (face: HarfBuzzFace) => HarfBuzzFont;
    createBuffer: () => HarfBuzzBuffer;
    shape: (font: HarfBuzzFont, buffer: HarfBuzzBuffer) => void;
  };

  const loading: Promise<HarfBuzz>;
  export default loading;
}
