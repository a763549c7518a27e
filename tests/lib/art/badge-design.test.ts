import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { renderDesign } from "@/lib/art/drawing/badge-art";
import { resolveTextBackground, buildPalette } from "@/lib/art/drawing/color";
import { FINISHES, ICONS, PATTERNS, SHAPES, type Design } from "@/lib/art/drawing/design";
import { renderIcon } from "@/lib/art/drawing/icons";
import { contrast } from "@/lib/art/drawing/oklch";

const DESIGN: Design = {
  shape: "circle",
  finish: "solid",
  pattern: "braid",
  color: "#2563eb",
  accent: null,
  icon: "rocket",
  ribbon: "Certified 2026",
  show_name: true,
  show_issuer: true,
};
const TEXTS = { name: "Data Visualization", issuerName: "Northwind Academy" };

async function readSize(png: Buffer): Promise<string> {
  const { format, width, height } = await sharp(png).metadata();
  return `${format} ${width}x${height}`;
}

async function alphaAt(png: Buffer, left: number, top: number): Promise<number | undefined> {
  const pixel = sharp(png).ensureAlpha().extract({ left, top, width: 1, height: 1 });
  return (await pixel.raw().toBuffer())[3];
}

const drawn = (change: Partial<Design>, texts: Partial<typeof TEXTS> = {}) =>
  renderDesign({ ...DESIGN, ...change }, { ...TEXTS, ...texts });

describe("renderDesign", () => {
  it("is a PNG of 600 x 600 with transparent corners and an opaque middle, in each shape and pattern", async () => {
    for (const [index, shape] of SHAPES.entries()) {
      const pattern = PATTERNS[index % PATTERNS.length] ?? "plain";
      const { png, losses } = await drawn({ shape, pattern });
      expect(await readSize(png)).toBe("png 600x600");
      for (const x of [0, 599]) for (const y of [0, 599]) expect(await alphaAt(png, x, y)).toBe(0);
      expect(await alphaAt(png, 300, 300)).toBe(255);
      expect(losses).toEqual([]);
    }
  });

  it("has equal bytes for equal designs, and different ones for each change", async () => {
    const changes: Partial<Design>[] = [
      {},
      { shape: "hexagon" },
      { finish: "paper" },
      { finish: "dark" },
      { pattern: "rays" },
      { color: "#2563ec" },
      { accent: "#d4a017" },
      { icon: "leaf" },
      { icon: null },
      { ribbon: "" },
      { ribbon: "Certified 2027" },
      { show_name: false },
      { show_issuer: false },
    ];
    const [first, again] = await Promise.all(
      [changes, changes].map(async (each) =>
        Promise.all(each.map(async (change) => (await drawn(change)).png.toString("base64"))),
      ),
    );
    expect(first).toEqual(again);
    expect(new Set(first).size).toBe(changes.length);
  });

  it("draws every available icon", () => {
    for (const icon of ICONS) {
      const paths = renderIcon(icon, { x: 300, y: 300 }, 96, { color: "#123456", weight: 1.5 });
      expect(paths, icon).toMatch(/<(path|circle|rect|line|ellipse|poly)/);
      expect(paths, icon).not.toMatch(/undefined|NaN/);
    }
  });

  it.each([
    ["60 letters without a space", "W".repeat(60), [{ text: "ribbon", kind: "cut" }]],
    ["words for three lines", "Responsible conduct ".repeat(9).trim(), [{ text: "ribbon", kind: "cut" }]],
    ["Chinese", "高级认证", []],
    ["Korean", "한국어 능력", []],
    ["emoji around a word", "🎉 Winner 🎉", [{ text: "ribbon", kind: "not_drawn" }]],
    ["Arabic", "شهادة معتمدة", [{ text: "ribbon", kind: "not_drawn" }]],
    ["Hebrew with a direction mark", "\u202eתעודה", [{ text: "ribbon", kind: "not_drawn" }]],
    ["markup", "<script>&\"'", []],
    ["spaces", "   ", []],
  ])("draws a ribbon of %s, and reports what is not visible", async (_, ribbon, losses) => {
    const result = await drawn({ ribbon });
    expect(await readSize(result.png)).toBe("png 600x600");
    expect(result.losses).toEqual(losses);
  });

  it("leaves out a ribbon that would be empty", async () => {
    const [none, arabic] = await Promise.all([drawn({ ribbon: "" }), drawn({ ribbon: "شهادة" })]);
    expect(arabic.png.equals(none.png)).toBe(true);
  });

  it("draws a star if the design has no content", async () => {
    const nothing = { icon: null, ribbon: "", show_name: false, show_issuer: false };
    const [empty, star] = await Promise.all([drawn(nothing), drawn({ ...nothing, icon: "star" })]);
    expect(empty.png.equals(star.png)).toBe(true);
  });

  it.each(SHAPES)("fits the longest name inside a %s with an icon and a ribbon", async (shape) => {
    const { png, losses } = await drawn({ shape }, { name: "W".repeat(255), issuerName: "M".repeat(255) });
    expect(await readSize(png)).toBe("png 600x600");
    expect(losses.map(({ text }) => text)).toEqual(["name", "issuer"]);
  });
});

const STEPS = ["00", "33", "66", "99", "cc", "ff"];
const COLORS = STEPS.flatMap((r) => STEPS.flatMap((g) => STEPS.map((b) => `#${r}${g}${b}`)));

describe("buildPalette", () => {
  it("keeps text readable on any colour", () => {
    for (const color of COLORS) {
      for (const finish of FINISHES) {
        const { ink, quiet, plate, ribbon, ribbonInk } = buildPalette(color, finish);
        const least = Math.min(contrast(ink, plate), contrast(quiet, plate), contrast(ribbonInk, ribbon));
        expect(least, `${color} ${finish}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  it("keeps text and icon visible with any second colour", () => {
    for (const accent of COLORS) {
      for (const [color, finish] of [
        ["#1f5f5b", "solid"],
        ["#f2b705", "solid"],
        ["#1f5f5b", "paper"],
        ["#1f5f5b", "dark"],
      ] as const) {
        const { plate, sign, ribbon, ribbonInk } = buildPalette(color, finish, accent);
        expect(contrast(sign, plate), `${accent} on ${color}`).toBeGreaterThanOrEqual(3);
        expect(contrast(ribbonInk, ribbon), accent).toBeGreaterThanOrEqual(4.5);
      }
    }
  });
});

describe("resolveTextBackground", () => {
  it("keeps a colour on which text is readable, and adjusts one on which it is not", () => {
    expect(resolveTextBackground("#1f5f5b")).toMatchObject({ drawn: "#1f5f5b" });
    const { contrast: asked, drawn: moved } = resolveTextBackground("#2e9e5b");
    expect(asked).toBeLessThan(4.5);
    expect(moved).not.toBe("#2e9e5b");
    expect(contrast(buildPalette("#2e9e5b", "solid").ink, moved)).toBeGreaterThanOrEqual(4.5);
  });
});
