import { describe, expect, it } from "vitest";
import { readTheme, readCookie } from "@/lib/kernel/cookies";

describe("a cookie", () => {
  it.each([
    ["a=1; b=2", "b", "2"],
    ["a=1;b=2", "b", "2"],
    ["b=first; b=second", "b", "first"],
    ["b=x=y==", "b", "x=y=="],
    ["b=", "b", ""],
    ["b=%7E", "b", "~"],
    ["b=%F0%9F", "b", "%F0%9F"],
    ["ab=1; B=2; b", "b", null],
    ["a=1", "constructor", null],
    ["a=1", "__proto__", null],
    ["", "b", null],
    [null, "b", null],
  ])("in %s with the name %s is read as %s", (header, name, value) => {
    expect(readCookie(header, name)).toBe(value);
  });

  it("names the colour scheme if it is one of two values", () => {
    const headers = ["theme=dark", "a=b; theme=light", "theme=darker", "mytheme=dark", ""];
    expect(headers.map(readTheme)).toEqual(["dark", "light", "", "", ""]);
  });
});
