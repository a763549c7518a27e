import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readPngText } from "@/lib/credentials/verification/badge-text";
import { BadgeRefused } from "@/lib/credentials/verification/refusal";
import { normaliseImage } from "@/lib/art/drawing/decode-image";
import { buildChunk, buildPng, TEXT_KINDS, buildTextChunk } from "../../support/credentials/baked-badges";

const MOST = 4_096;
const read = (bytes: Buffer) => readPngText(bytes, "openbadges", MOST);
const refusal = (bytes: Buffer): string => {
  try {
    return `read ${read(bytes)}`;
  } catch (error) {
    return error instanceof BadgeRefused ? error.message : `threw ${String(error)}`;
  }
};

describe("the text of a PNG", () => {
  it("is built here as in a real file", async () => {
    await expect(
      normaliseImage(buildPng([buildTextChunk("iTXt", "openbadges", "x")])),
    ).resolves.toBeInstanceOf(Buffer);
  });

  it.each(TEXT_KINDS)("is read from %s, whatever it contains", (kind) => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
        // Invalid UTF-8 is indistinguishable from Latin-1, so only well-formed texts are read back unchanged.
        const wellFormed = Buffer.from(text).toString().replaceAll("\uFFFD", "");
        expect(read(buildPng([buildTextChunk(kind, "openbadges", wellFormed)]))).toBe(wellFormed);
      }),
    );
  });

  it("is the one with its keyword, before or after any other chunks", () => {
    const chunks = [
      buildTextChunk("tEXt", "Comment", "openbadges"),
      buildTextChunk("iTXt", "openbadgesx", "no"),
      buildChunk("tIME", Buffer.alloc(7)),
      buildTextChunk("zTXt", "openbadges", "yes"),
      buildTextChunk("tEXt", "Author", "openbadges"),
    ];
    expect(read(buildPng(chunks))).toBe("yes");
    expect(read(buildPng(chunks.slice(0, 3)))).toBeNull();
    expect(read(buildPng())).toBeNull();
  });

  it("may be Latin-1 in the older kinds", () => {
    const latin1 = Buffer.from("Größe", "latin1");
    expect(read(buildPng([buildTextChunk("tEXt", "openbadges", latin1)]))).toBe("Größe");
    expect(read(buildPng([buildTextChunk("zTXt", "openbadges", latin1)]))).toBe("Größe");
  });

  it.each(TEXT_KINDS)("is refused when it is longer than allowed: %s", (kind) => {
    expect(read(buildPng([buildTextChunk(kind, "openbadges", "x".repeat(MOST))]))).toHaveLength(MOST);
    expect(refusal(buildPng([buildTextChunk(kind, "openbadges", "x".repeat(MOST + 1))]))).toContain(
      "too long",
    );
  });

  it("is not expanded without limit: 64 MiB in 64 KiB cost no more than the part that may be read", () => {
    const bomb = buildPng([buildTextChunk("zTXt", "openbadges", Buffer.alloc(64 * 1024 * 1024))]);
    const before = process.memoryUsage().rss;
    expect(refusal(bomb)).toContain("too long");
    expect(process.memoryUsage().rss - before).toBeLessThan(32 * 1024 * 1024);
  });

  it("in a damaged file is refused: wrong checksum, unknown compression, no end of the keyword, a chunk cut off", () => {
    const whole = buildPng([buildTextChunk("zTXt", "openbadges", "text")]);
    const flipped = Buffer.from(whole);
    const at = whole.indexOf("openbadges") + 12;
    flipped[at] = (flipped[at] ?? 0) ^ 1;
    const keyword = Buffer.from("openbadges\0", "latin1");
    const damaged = [
      flipped,
      whole.subarray(0, at + 4),
      buildPng().subarray(0, -3),
      buildPng([
        buildChunk("zTXt", Buffer.concat([keyword, Buffer.from([1]), deflateSync(Buffer.from("x"))])),
      ]),
      buildPng([buildChunk("zTXt", Buffer.concat([keyword, Buffer.from([0, 1, 2, 3])]))]),
      buildPng([buildChunk("zTXt", keyword)]),
      buildPng([buildChunk("iTXt", keyword)]),
      buildPng([
        buildChunk(
          "iTXt",
          Buffer.concat([keyword, Buffer.from([1, 7]), Buffer.from("en\0\0"), deflateSync(Buffer.from("x"))]),
        ),
      ]),
      buildPng([buildChunk("tEXt", Buffer.from("openbadges"))]),
    ];
    for (const bytes of damaged) expect(refusal(bytes)).toBe("This PNG is damaged.");
    expect(refusal(Buffer.from("GIF89a"))).toBe("This file is not a PNG.");
    expect(refusal(Buffer.alloc(0))).toBe("This file is not a PNG.");
  });

  it("fails in no other way, whatever the bytes are", () => {
    const head = buildPng().subarray(0, 8);
    const chunks = fc.array(
      fc.tuple(
        fc.constantFrom("tEXt", "zTXt", "iTXt", "IHDR", "IEND", "aaXt"),
        fc.uint8Array({ maxLength: 40 }),
      ),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(chunks, fc.uint8Array({ maxLength: 40 }), fc.boolean(), (parts, rest, isNamed) => {
        const name = Buffer.from(isNamed ? "openbadges\0" : "", "latin1");
        const bodies = parts.map(([type, data]) => buildChunk(type, Buffer.concat([name, data])));
        expect(refusal(Buffer.concat([head, ...bodies, rest]))).not.toMatch(/^threw/);
      }),
      { numRuns: 500 },
    );
  });
});
