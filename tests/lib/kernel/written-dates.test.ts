import { describe, expect, it } from "vitest";
import { parseInstant, parseWrittenInstant } from "@/lib/kernel/dates";
import { emailAddress } from "@/lib/kernel/fields";

const read = (text: string): [string, string] | null => {
  const parsed = parseWrittenInstant(text);
  return parsed && [parsed.at.toISOString().replace(".000Z", "Z"), parsed.date];
};

describe("a moment as clients write it (decision 0005)", () => {
  it.each([
    ["2026-11-27  03:45:12 pm", "2026-11-27T15:45:12Z", "2026-11-27"],
    ["2026-11-27 03:45:12 PM", "2026-11-27T15:45:12Z", "2026-11-27"],
    ["2026-11-27 3:45 p.m.", "2026-11-27T15:45:00Z", "2026-11-27"],
    ["2026-11-27 12:00 am", "2026-11-27T00:00:00Z", "2026-11-27"],
    ["2026-11-27 12:00:01 PM", "2026-11-27T12:00:01Z", "2026-11-27"],
    ["2026-11-27 11:45 pm -0500", "2026-11-28T04:45:00Z", "2026-11-27"],
    ["Fri, 27 Nov 2026 15:45:12 +0000", "2026-11-27T15:45:12Z", "2026-11-27"],
    ["27 Nov 2026 15:45 GMT", "2026-11-27T15:45:00Z", "2026-11-27"],
    ["Sun, 6 Dec 2026 23:30:00 EST", "2026-12-07T04:30:00Z", "2026-12-06"],
    ["Sun, 06 Dec 2026 23:30:00 -0530", "2026-12-07T05:00:00Z", "2026-12-06"],
    ["1795794312", "2026-11-27T15:45:12Z", "2026-11-27"],
    ["1795794312000", "2026-11-27T15:45:12Z", "2026-11-27"],
    ["2026-11-27", "2026-11-27T00:00:00Z", "2026-11-27"],
  ])("%s is %s", (text, at, date) => {
    expect(read(text)).toEqual([at, date]);
    expect(read(`  ${text} `)).toEqual([at, date]);
  });

  it.each([
    "2026-11-27 13:45 pm",
    "2026-11-27 0:45 am",
    "2026-02-30 03:45 pm",
    "2026-11-27 03:45 xm",
    "Thu, 27 Nov 2026 15:45:12 +0000",
    "Fri, 31 Nov 2026 15:45:12 +0000",
    "27 Nov 26 15:45:12 +0000",
    "27 Nov 2026 15:45:12 XYZ",
    "27 Nov 2026 25:45:12 +0000",
    "27 Nov 2026 15:45:12 +0560",
    "Fri, 27 Nov 2026",
    "20261127",
    "202611271545",
    "0000000001",
    "179579431.2",
    "11/27/2026 03:45 pm",
    "",
  ])("%j is none", (text) => {
    expect(read(text)).toBeNull();
  });

  it("is not what a credential may have: others' documents are read strictly", () => {
    for (const text of ["2026-11-27 03:45 pm", "27 Nov 2026 15:45 GMT", "1795794312"])
      expect(parseInstant(text)).toBeNull();
  });
});

describe("an e-mail address", () => {
  const isAddress = (text: string): boolean => emailAddress().safeParse(text).success;

  it.each([
    "a&b@example.org",
    "user=x@example.org",
    "jane!x@example.org",
    "r/d@example.org",
    "#!$%&'*+-/=?^_`{}|~@example.org",
    "-a-@example.org",
    "o'brien@example.org",
    "a.b.c@example.org",
  ])("%s is one of RFC 5321", (text) => {
    expect(isAddress(text)).toBe(true);
  });

  it.each([
    "abc..def@example.org",
    "abc.@example.org",
    ".abc@example.org",
    '"abc..def"@example.org',
    "a b@example.org",
    "a(b)@example.org",
    "a,b@example.org",
    "a;b@example.org",
    "a<b>@example.org",
    "a:b@example.org",
    "a[b]@example.org",
    "a\\b@example.org",
    "a@b@example.org",
    "a\r\nbcc:x@example.org",
    "é@example.org",
    "@example.org",
  ])("%j is none", (text) => {
    expect(isAddress(text)).toBe(false);
  });

  it("is refused in a time that does not depend on what it almost is", () => {
    expect(isAddress(`${"a.".repeat(120)}@`)).toBe(false);
    expect(isAddress(`${"a".repeat(250)}!`)).toBe(false);
  });
});
