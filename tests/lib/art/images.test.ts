import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { renderBadgeArt } from "@/lib/art/drawing/badge-art";
import { InvalidImage, decodeDataUrl, normaliseImage } from "@/lib/art/drawing/decode-image";
import { fitText } from "@/lib/art/drawing/fit-text";
import { toDrawableText, loadFace, textWidth } from "@/lib/art/drawing/fonts";

const ART = { name: "Data Visualization", issuerName: "Northwind Academy", color: "#2563eb", seed: "one" };
const PNG_SIGNATURE = "89504e470d0a1a0a";
const IEND = "0000000049454e44ae426082";
/** For drawings that end, so that the speed of the machine does not matter. */
const PATIENT_MS = 120_000;

/** A valid one-bit PNG of a single colour: 256 Mpx are about 30 kB. */
function bombPng(side: number): Buffer {
  const chunk = (type: string, data: Buffer): string => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, checksum] = [data.length, crc32(body)].map((n) => n.toString(16).padStart(8, "0"));
    return `${length}${body.toString("hex")}${checksum}`;
  };
  const header = Buffer.from([0, 0, side >> 8, side & 255, 0, 0, side >> 8, side & 255, 1, 0, 0, 0, 0]);
  const pixels = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side), { level: 9 });
  return Buffer.from(PNG_SIGNATURE + chunk("IHDR", header) + chunk("IDAT", pixels) + IEND, "hex");
}

const NAMESPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';

function svg(content: string, head = ""): Buffer {
  return Buffer.from(`${head}<svg ${NAMESPACES} viewBox="0 0 48 24">${content}</svg>`);
}

function plain(width: number, height: number): ReturnType<typeof sharp> {
  return sharp({ create: { width, height, channels: 4, background: "#336699" } });
}

async function readSize(png: Buffer): Promise<string> {
  const { format, width, height } = await sharp(png).metadata();
  return `${format} ${width}x${height}`;
}

async function alphaAt(png: Buffer, left: number, top: number): Promise<number | undefined> {
  const pixel = sharp(png).ensureAlpha().extract({ left, top, width: 1, height: 1 });
  return (await pixel.raw().toBuffer())[3];
}

/** Which pixels the shape covers, whatever is drawn in it. */
async function silhouette(png: Buffer): Promise<string> {
  const mask = sharp(png).resize(48, 48).extractChannel("alpha").threshold(128);
  return (await mask.raw().toBuffer()).toString("hex");
}

describe("normaliseImage", () => {
  it.each(["png", "jpeg", "webp", "gif"] as const)("turns %s into PNG", async (format) => {
    const input = await plain(40, 30).toFormat(format).toBuffer();
    expect(await readSize(await normaliseImage(input))).toBe("png 40x30");
  });

  it("fits a larger image into 600 x 600 with transparency around it", async () => {
    const png = await normaliseImage(await plain(1800, 600).png().toBuffer());
    expect(await readSize(png)).toBe("png 600x600");
    expect(await alphaAt(png, 300, 10)).toBe(0);
    expect(await alphaAt(png, 300, 300)).toBe(255);
  });

  it("rotates a photo upright and removes its metadata", async () => {
    const exif = { IFD0: { Copyright: "somebody" } };
    const photo = await plain(80, 40).jpeg().withMetadata({ orientation: 6 }).withExifMerge(exif).toBuffer();
    const metadata = await sharp(await normaliseImage(photo)).metadata();
    expect(metadata).toMatchObject({ width: 40, height: 80 });
    expect(metadata.exif).toBeUndefined();
    expect(metadata.icc).toBeUndefined();
  });

  it("draws an SVG with its longer side at 600", async () => {
    const drawn = await normaliseImage(
      svg('<circle r="9"/>', '<?xml version="1.0"?>\n<!-- a -->'),
      PATIENT_MS,
    );
    expect(await readSize(drawn)).toBe("png 600x300");
  });

  it("refuses a small file of 256 megapixels", async () => {
    const bomb = bombPng(16_384);
    expect(bomb.length).toBeLessThan(40_000);
    await expect(normaliseImage(bomb)).rejects.toThrow(/16 megapixels/);
    await expect(normaliseImage(bombPng(2000))).resolves.toBeInstanceOf(Buffer);
  });

  it("refuses external entities and billion laughs", async () => {
    const xxe = svg("<text>&x;</text>", '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>');
    const levels = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`);
    const laughs = svg("<text>&l9;</text>", `<!DOCTYPE svg [<!ENTITY l0 "lol">${levels.join("")}]>`);
    await expect(normaliseImage(xxe)).rejects.toThrow(/entities or a document type/);
    await expect(normaliseImage(laughs)).rejects.toThrow(/entities or a document type/);
  });

  const W3C = 'PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"';

  it.each([
    `<?xml version="1.0" encoding="utf-8"?>\n<!-- Generator: a program -->\n<!DOCTYPE svg ${W3C}>\n`,
    `<?xml version="1.0" standalone="no"?><!DOCTYPE svg ${W3C.replaceAll('"', "'")} >`,
    '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 20001102//EN" "http://www.w3.org/TR/2000/CR-SVG-20001102/DTD/svg-20001102.dtd">',
    "<!DOCTYPE svg>",
  ])("draws an SVG with the document type that drawing programs write: %s", async (head) => {
    const [withType, without] = await Promise.all([
      normaliseImage(svg('<circle r="9"/>', head), PATIENT_MS),
      normaliseImage(svg('<circle r="9"/>'), PATIENT_MS),
    ]);
    expect(withType.equals(without)).toBe(true);
  });

  it.each([
    ["a subset of its own", `<!DOCTYPE svg ${W3C} [<!ENTITY ns "http://ns.adobe.com/">]>`],
    ["a file elsewhere", '<!DOCTYPE svg SYSTEM "http://169.254.169.254/x.dtd">'],
    ["a local file", '<!DOCTYPE svg SYSTEM "file:///etc/passwd">'],
    ["a known name at another address", `<!DOCTYPE svg ${W3C.replace("www.w3.org", "evil.example")}>`],
    ["another root", "<!DOCTYPE html>"],
    ["two of them", `<!DOCTYPE svg ${W3C}><!DOCTYPE svg [<!ENTITY a "b">]>`],
  ])("refuses an SVG whose document type has %s", async (_, head) => {
    await expect(normaliseImage(svg('<circle r="9"/>', head))).rejects.toThrow(/entities or a document type/);
  });

  it.each([
    ["a link to a file", '<image href="file:///etc/passwd" width="9" height="9"/>'],
    ["an xlink", '<image xlink:href="https://example.com/a.png" width="9" height="9"/>'],
    ["a link in a style", '<rect style="fill:url(http://169.254.169.254/)" width="9" height="9"/>'],
    ["an embedded image", '<image href="data:image/png;base64,AAAA" width="9" height="9"/>'],
    ["an escaped link", '<use href="&#104;ttp://example.com/#a"/>'],
    ["an import", "<style>@import 'https://example.com/a.css';</style>"],
    ["an inclusion", '<xi:include href="#a"/>'],
    ["noise", '<filter id="a"><feTurbulence numOctaves="99"/></filter>'],
  ])("refuses an SVG with %s", async (_, content) => {
    await expect(normaliseImage(svg(content))).rejects.toBeInstanceOf(InvalidImage);
  });

  it("accepts references inside an SVG", async () => {
    const inner = '<linearGradient id="g"><stop/></linearGradient><path id="p" d="M0 0h9v9z"/>';
    const uses = "<use xlink:href=\"#p\" fill=\"url(#g)\"/><use href='#p' style='fill:url(&quot;#g&quot;)'/>";
    await expect(normaliseImage(svg(inner + uses), PATIENT_MS)).resolves.toBeInstanceOf(Buffer);
  });

  it("ends a drawing that takes too long, and draws the next one", async () => {
    const circle = svg('<circle r="9"/>');
    // No machine can start a process, draw and respond within a millisecond.
    await expect(normaliseImage(circle, 1)).rejects.toThrow("takes too long");
    await expect(normaliseImage(circle, PATIENT_MS)).resolves.toBeInstanceOf(Buffer);
  });

  const nested = (wrap: (inner: number) => string): string =>
    `<g id="g0"><path d="M0 0h9v9z"/></g>${Array.from({ length: 12 }, (_, i) => wrap(i)).join("")}`;

  it.each([
    ["uses", nested((i) => `<g id="g${i + 1}">${`<use href="#g${i}"/>`.repeat(10)}</g>`)],
    [
      "patterns",
      nested(
        (i) => `<pattern id="g${i + 1}">${`<path fill="url(#g${i})" d="M0 0h9"/>`.repeat(10)}</pattern>`,
      ),
    ],
    [
      "a long chain",
      Array.from({ length: 9_000 }, (_, i) => `<g id="g${i}"><use href="#g${i + 1}"/></g>`).join(""),
    ],
    [
      "markers at many points",
      `<marker id="m">${"<path/>".repeat(1_000)}</marker><path marker-mid="url(#m)" d="M0 0${" 1 2".repeat(1_000)}"/>`,
    ],
    [
      "a style for all",
      `<style>path{mask:url(#m)}</style><mask id="m">${"<path/>".repeat(1_000)}</mask>${"<path/>".repeat(1_000)}`,
    ],
    [
      "long filters",
      `<filter id="f">${'<feComposite operator="over"/>'.repeat(3_000)}</filter>${'<rect filter="url(#f)"/>'.repeat(20)}`,
    ],
  ])("refuses an SVG that repeats itself without limit: %s", async (_, content) => {
    const error = await normaliseImage(svg(content)).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InvalidImage);
    expect((error as Error).message).toContain("takes too long");
    // A drawing that was started and ended is the cause of its error; this one was never started.
    expect((error as Error).cause).toBeUndefined();
  });

  it("draws references to the drawing itself, and limited repetitions", { timeout: PATIENT_MS }, async () => {
    const circle = '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>';
    const shadow = '<filter id="f"><feGaussianBlur stdDeviation="1"/><feOffset dx="1"/></filter>';
    const drawn = svg(`${shadow}${circle}${'<rect filter="url(#f)" width="9" height="9"/>'.repeat(200)}`);
    await expect(normaliseImage(drawn, PATIENT_MS)).resolves.toBeInstanceOf(Buffer);
  });

  it("refuses an SVG in another charset than UTF-8", async () => {
    const wide = Buffer.from(`\uFEFF${svg("<rect/>").toString()}`, "utf16le");
    const declared = svg("<rect/>", '<?xml version="1.0" encoding="UTF-7"?>');
    await expect(normaliseImage(wide)).rejects.toBeInstanceOf(InvalidImage);
    await expect(normaliseImage(declared)).rejects.toBeInstanceOf(InvalidImage);
  });

  it("keeps only the pixels of a polyglot file", async () => {
    const payload = "<script>alert(document.domain)</script>";
    const exif = { IFD0: { ImageDescription: payload } };
    const original = await plain(20, 20).png().withExif(exif).toBuffer();
    const png = await normaliseImage(Buffer.concat([original, Buffer.from(`<html>${payload}</html>`)]));
    expect(png.includes("script")).toBe(false);
    expect(png.subarray(-12).toString("hex")).toBe(IEND);
  });

  it("refuses a file that is not an image, is cut off, or is too large", async () => {
    const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
    const create = { width: 99, height: 99, channels: 3, noise, background: "#fff" } as const;
    const png = await sharp({ create }).png().toBuffer();
    const tiff = await plain(9, 9).tiff().toBuffer();
    const large = Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024)]);
    const fakes = ["", "hello", "<html></html>", "\x89PNG\r\n\x1a\n"].map((text) =>
      Buffer.from(text, "latin1"),
    );
    for (const input of [...fakes, tiff, large, png.subarray(0, png.length / 2)]) {
      await expect(normaliseImage(input)).rejects.toBeInstanceOf(InvalidImage);
    }
  });
});

describe("decodeDataUrl", () => {
  it("accepts data URLs and plain base64", () => {
    const bytes = Buffer.from([0xfb, 0xff, 0x00, 0x10]);
    const base64 = bytes.toString("base64");
    expect(decodeDataUrl(`data:image/png;base64,${base64}`)).toEqual(bytes);
    expect(decodeDataUrl(`DATA:image/png;charset=x;BASE64,${encodeURIComponent(base64)}`)).toEqual(bytes);
    expect(decodeDataUrl(`${base64.slice(0, 3)}\r\n${base64.slice(3)}`)).toEqual(bytes);
    expect(decodeDataUrl(bytes.toString("base64url"))).toEqual(bytes);
    expect(decodeDataUrl("data:image/svg+xml,%3Csvg/%3E").toString()).toBe("<svg/>");
    expect(() => decodeDataUrl("A".repeat(15_000_000))).toThrow(/10 MB/);
  });

  it.each(["", "data:", "data:image/png;base64,", "not base64!", "data:,%E0%A4%A"])("refuses %j", (text) => {
    expect(() => decodeDataUrl(text)).toThrow(InvalidImage);
  });
});

describe("renderBadgeArt", () => {
  it("is a PNG of 600 x 600 with transparent corners and an opaque middle", async () => {
    for (const seed of ["one", "two", "three", "four", "five"]) {
      const art = await renderBadgeArt({ ...ART, seed });
      expect(await readSize(art)).toBe("png 600x600");
      for (const x of [0, 599]) for (const y of [0, 599]) expect(await alphaAt(art, x, y)).toBe(0);
      expect(await alphaAt(art, 300, 300)).toBe(255);
    }
  });

  it("is the same for the same input and different for another seed", async () => {
    const [one, again] = await Promise.all([renderBadgeArt(ART), renderBadgeArt(ART)]);
    expect(one.equals(again)).toBe(true);
    const seeds = Array.from("abcdefghijklmnopqrst", async (seed) => renderBadgeArt({ ...ART, seed }));
    const arts = await Promise.all(seeds);
    expect(new Set(await Promise.all(arts.map(silhouette))).size).toBe(5);
    expect(new Set(arts.map((art) => art.toString("base64"))).size).toBeGreaterThan(18);
  });

  it.each([
    ["255 letters", "W".repeat(255)],
    ["255 letters in words", "Responsible conduct of research ".repeat(8).slice(0, 255)],
    ["CJK", "データ分析の基礎"],
    ["emoji with joiners", "👩‍👩‍👧‍👦 Family 🇳🇴 ①"],
    ["Arabic", "أساسيات البيانات"],
    ["markup", "<svg onload=alert(1)> & \"'</text>"],
    ["controls and a lone surrogate", "a\u0000b\uD800c\u202E d"],
    ["nothing", ""],
  ])("draws a name of %s", async (_, name) => {
    const art = await renderBadgeArt({ ...ART, name, issuerName: name });
    expect(await readSize(art)).toBe("png 600x600");
  });

  it("falls back to a fixed colour", async () => {
    const one = await renderBadgeArt({ ...ART, color: "tomato" });
    const other = await renderBadgeArt({ ...ART, color: '#fff"/><script>' });
    expect(one.equals(other)).toBe(true);
  });
});

describe("fitText", () => {
  const sizes = { weight: 600, maxSize: 76, minSize: 24, maxLines: 6, tracking: 0, leading: 1.14 } as const;
  const box = { ...sizes, height: 190, widthBetween: () => 300 };

  it.each(["Python", "W".repeat(255), "a ".repeat(127).trim(), "x".repeat(30)])("fits %s inside", (text) => {
    const fitted = fitText(text, box);
    const widths = fitted.lines.map((line) => textWidth(line, fitted.size, 600));
    expect(Math.max(...widths)).toBeLessThanOrEqual(300);
    expect(fitted.lines.length * fitted.size * box.leading).toBeLessThanOrEqual(190);
  });

  it("cuts between words, with an ellipsis", () => {
    const { lines } = fitText("Responsible conduct of research ".repeat(8).trim(), box);
    expect(lines.at(-1)).toMatch(/(Responsible|conduct|of|research)…$/);
  });

  it("keeps the hyphen of compounds and adds one to cut words", () => {
    const pair = fitText("Service-Center", { ...box, widthBetween: () => 200 });
    expect(pair.lines).toEqual(["Service-", "Center"]);
    expect(fitText("Rindfleischetikettierungsgesetz", box).lines.join("")).toMatch(/^Rind\p{L}+-\p{L}+$/u);
  });
});

describe("fitText without spaces", () => {
  const box = { weight: 600, maxSize: 60, minSize: 12, maxLines: 6, tracking: 0, leading: 1.2 } as const;
  const fitLines = (text: string) => fitText(text, { ...box, height: 400, widthBetween: () => 150 }).lines;

  it("breaks Japanese and Chinese between words, and never before characters that belong to the previous one", () => {
    expect(fitLines("データ分析の基礎")).toEqual(["データ", "分析の", "基礎"]);
    const lines = fitLines("AI・機械学習「実践」コース、初級とデータ分析の基礎");
    expect(lines.join("")).toBe("AI・機械学習「実践」コース、初級とデータ分析の基礎");
    for (const line of lines) expect(line).not.toMatch(/^[」、・の]|「$/);
  });

  it("breaks Korean between words, and cuts without a hyphen", () => {
    expect(fitLines("한국어 능력 시험")).toEqual(["한국어", "능력", "시험"]);
    const cut = fitText("가".repeat(60), { ...box, height: 100, widthBetween: () => 150 });
    expect(cut.lines.join("")).not.toContain("-");
  });
});

describe("drawable", () => {
  it("keeps the characters that Inter has and simplifies those that it has in another form", () => {
    expect(toDrawableText("  Ｄａｔａ\n① für Ωμέγα  ")).toBe("Data 1 für Ωμέγα");
    expect(toDrawableText("🎉 (東京) — ")).toBe("");
  });
});

describe("names in Chinese, Japanese and Korean", () => {
  it.each(["データ分析の基礎", "한국어 능력 시험", "数据可视化基础", "Data 入門", "高橋・実践"])(
    "draws %s",
    async (name) => {
      expect(toDrawableText(`${name}🎉`, loadFace(name))).toBe(name.normalize("NFC"));
      const [art, emblem] = await Promise.all([
        renderBadgeArt({ ...ART, name }),
        renderBadgeArt({ ...ART, name: "🎉" }),
      ]);
      expect(art.equals(emblem)).toBe(false);
      expect(art.equals(await renderBadgeArt({ ...ART, name }))).toBe(true);
    },
  );

  it("uses the forms of the language if the text shows which one it is", () => {
    expect(loadFace("直す").family).toContain("Noto Sans JP");
    expect(loadFace("직접 直").family).toMatch(/Noto Sans KR/);
    for (const name of ["数据直", "北京师范大学"]) {
      expect(loadFace(name).family).toContain("Noto Sans SC");
      expect(loadFace(name).family).not.toMatch(/JP|KR/);
    }
    for (const name of ["図書館", "東京大学", "情報処理", "佐々木"])
      expect(loadFace(name).family).toContain("Noto Sans JP");
  });

  it("reads only the font files for the characters in the text", () => {
    expect(loadFace("東京の学校").files.length).toBeLessThan(20);
    expect(loadFace("Łódź", "Ωμέγα")).toBe(loadFace("Data"));
  });

  it("measures wide characters correctly", () => {
    const face = loadFace("データ分析");
    expect(textWidth("データ分析", 100, 600, { face })).toBeCloseTo(500, 0);
  });
});
