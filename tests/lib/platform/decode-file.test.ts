import { describe, expect, it } from "vitest";
import { decodeFile } from "@/lib/platform/files/decode-file";

const bytes = (text: string, encoding: BufferEncoding) => Buffer.from(text, encoding);

describe("the text of a file", () => {
  it.each([
    ["UTF-8", bytes("Zoë;Öztürk", "utf8")],
    ["UTF-8 with a byte order mark", bytes("\ufeffZoë;Öztürk", "utf8")],
    ["UTF-16, little end first", bytes("\ufeffZoë;Öztürk", "utf16le")],
    ["UTF-16, big end first", bytes("\ufeffZoë;Öztürk", "utf16le").swap16()],
    ["Windows-1252", bytes("Zoë;Öztürk", "latin1")],
  ])("is read from %s", (_, file) => {
    expect(decodeFile(file)).toEqual({ text: "Zoë;Öztürk" });
  });

  it("contains the characters that Windows-1252 has and ISO 8859-1 has not", () => {
    expect(decodeFile(Buffer.from([0x80, 0x20, 0x93, 0x61, 0x94]))).toEqual({ text: "€ “a”" });
  });

  it.each([
    ["a picture", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0x0d])],
    ["UTF-16 without its mark", bytes("a;b", "utf16le")],
  ])("is not read from %s", (_, file) => {
    expect(decodeFile(file)).toBeNull();
  });
});
