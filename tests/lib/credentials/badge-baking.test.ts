import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { readPngText } from "@/lib/credentials/verification/badge-text";
import { bakePng } from "@/lib/credentials/open-badges/baking";
import { buildChunk, buildPng, TEXT_KINDS, buildTextChunk } from "../../support/credentials/baked-badges";

const ADDRESS = "https://badges.example.org/v1/obi/v2/badge_assertions/1";
const read = (bytes: Buffer) => readPngText(bytes, "openbadges", 4_096);

describe("baking", () => {
  it("adds the text after the header, and changes nothing else", async () => {
    const plain = buildPng();
    const baked = bakePng(plain, "assertion", ADDRESS);
    expect(read(baked)).toBe(ADDRESS);
    expect(baked.toString("latin1", 37, 41)).toBe("iTXt");
    expect(bakePng(baked, "assertion", ADDRESS).equals(baked)).toBe(true);
    // The image is readable as before, complete and with correct checksums.
    const pixels = (bytes: Buffer) => sharp(bytes, { failOn: "warning" }).raw().toBuffer();
    expect((await pixels(baked)).equals(await pixels(plain))).toBe(true);
  });

  it("accepts any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
        const wellFormed = Buffer.from(text).toString().replaceAll("\uFFFD", "");
        expect(read(bakePng(buildPng(), "assertion", wellFormed))).toBe(wellFormed);
      }),
    );
  });

  it.each(TEXT_KINDS)("replaces an existing badge in %s, and no other text", (kind) => {
    const others = [buildTextChunk(kind, "Comment", "kept"), buildTextChunk(kind, "openbadges2", "kept too")];
    const old = buildTextChunk(kind, "openbadges", "https://elsewhere.example/assertion");
    const baked = bakePng(buildPng([...others, old, old]), "assertion", ADDRESS);
    expect(baked.equals(bakePng(buildPng(others), "assertion", ADDRESS))).toBe(true);
    expect([read(baked), readPngText(baked, "Comment", 99)]).toEqual([ADDRESS, "kept"]);
  });

  it("refuses a file that is not a PNG, is cut off, or has no header", () => {
    const whole = buildPng();
    const headless = Buffer.concat([whole.subarray(0, 8), buildChunk("IEND", Buffer.alloc(0))]);
    for (const bytes of [Buffer.alloc(0), Buffer.from("GIF89a"), whole.subarray(0, -3), headless]) {
      expect(() => bakePng(bytes, "assertion", ADDRESS)).toThrow(TypeError);
    }
  });
});
