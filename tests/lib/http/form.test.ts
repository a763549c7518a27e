import { describe, expect, it } from "vitest";
import { parseForm } from "@/lib/http/endpoints/body";
import { ApiError } from "@/lib/kernel/errors";

describe("a form", () => {
  it.each([
    ["a=1&b=two+words&c=%C3%A9", { a: "1", b: "two words", c: "é" }],
    ["a[b][c]=1", { a: { b: { c: "1" } } }],
    ["a[]=1&a[]=2", { a: ["1", "2"] }],
    ["a[1]=2&a[0]=1", { a: ["1", "2"] }],
    ["a=1&a=2", { a: ["1", "2"] }],
    ["", {}],
  ])("%s", (text, expected) => {
    expect(parseForm(text)).toEqual(expected);
  });

  it.each([
    [
      "the next item begins with a repeated key",
      "a[][x]=1&a[][y]=2&a[][x]=3",
      [{ x: "1", y: "2" }, { x: "3" }],
    ],
    [
      "whatever the order of the keys",
      "a[][x]=1&a[][y]=2&a[][y]=3&a[][x]=4",
      [
        { x: "1", y: "2" },
        { y: "3", x: "4" },
      ],
    ],
    ["brackets may be encoded", "a%5B%5D%5Bx%5D=1&a%5b%5d%5bx%5d=2", [{ x: "1" }, { x: "2" }]],
    ["a list of texts in an item stays in it", "a[][x][]=1&a[][x][]=2", [{ x: ["1", "2"] }]],
    [
      "a list of objects in an item does too",
      "a[][n]=1&a[][v][][k]=2&a[][v][][w]=3&a[][v][][k]=4&a[][n]=5&a[][v][][k]=6",
      [
        { n: "1", v: [{ k: "2", w: "3" }, { k: "4" }] },
        { n: "5", v: [{ k: "6" }] },
      ],
    ],
    ["a value may look like a key", "a[][x]=[][y]=1", [{ x: "[][y]=1" }]],
  ])("items without numbers: %s", (_name, text, expected) => {
    expect(parseForm(text)).toEqual({ a: expected });
  });

  it("keeps numbered items inside unnumbered ones", () => {
    expect(parseForm("a[][v][0][k]=1&a[][v][1][k]=2")).toEqual({ a: [{ v: [{ k: "1" }, { k: "2" }] }] });
  });

  it("400: more than 5,000 parameters in any syntax", () => {
    const spellings = ["a[]=1", "a=1", "a[][x]=1"];
    for (const one of spellings) {
      expect(() => parseForm(Array(5_001).fill(one).join("&"))).toThrow(ApiError);
      expect(parseForm(Array(5_000).fill(one).join("&"))).toEqual({ a: expect.any(Array) });
    }
    expect(() => parseForm("a[5000]=1")).toThrow("at most 5000 parameters");
  });

  it("malicious keys take no time and change no prototype", () => {
    // A parser with quadratic time would exceed the time limit of any test.
    const deep = `a${"[][b]".repeat(1_000_000)}=1`;
    const many = Array.from({ length: 4_999 }, (_one, index) => `a[][k${index}]=1`).join("&");
    parseForm(deep);
    parseForm(many);
    parseForm("__proto__[][x]=1&constructor[][prototype][][x]=1");
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});
