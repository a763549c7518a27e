import { describe, expect, it } from "vitest";
import { parseMailDate } from "@/lib/kernel/mail-date";

describe("parseMailDate", () => {
  it.each([
    ["Fri, 01 Dec 2017 09:51:11 +0000", "2017-12-01T09:51:11.000Z"],
    ["01 Dec 2017 09:51:11 +0000", "2017-12-01T09:51:11.000Z"],
    ["1 Dec 2017 09:51 -0500", "2017-12-01T14:51:00.000Z"],
    ["Fri, 01 Dec 2017 09:51:11 GMT", "2017-12-01T09:51:11.000Z"],
    ["2017-12-01 09:51:11 +0200", "2017-12-01T07:51:11.000Z"],
    ["2017-12-01 09:51:11 UTC", "2017-12-01T09:51:11.000Z"],
    ["2017-12-01 09:51:11 EST", "2017-12-01T14:51:11.000Z"],
    // As a client sends it that does not encode the plus.
    ["2017-12-01 09:51:11  0200", "2017-12-01T07:51:11.000Z"],
    ["Fri, 01 Dec 2017 09:51:11  0000", "2017-12-01T09:51:11.000Z"],
    ["2017-12-01T09:51:11Z", "2017-12-01T09:51:11.000Z"],
    ["2017-12-01", "2017-12-01T00:00:00.000Z"],
  ])("%s", (text, expected) => {
    expect(parseMailDate(text)?.toISOString()).toBe(expected);
  });

  it.each([
    "",
    "yesterday",
    "Fri, 31 Feb 2017 09:51:11 +0000",
    "Fri, 01 Foo 2017 09:51:11 +0000",
    "01 Dec 2017 09:51:11 XYZ",
    "2017-12-01 25:00:00 UTC",
    "1512121871",
  ])("null: %s", (text) => {
    expect(parseMailDate(text)).toBeNull();
  });
});
