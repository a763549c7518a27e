import { describe, expect, it } from "vitest";
import { parseMailDate } from "@/lib/learning/requests/parameters";

describe("parseMailDate", () => {
  it.each([
    ["Fri, 01 Dec 2017 09:51:11 +0000", "2017-12-01T09:51:11.000Z"],
    ["01 Dec 2017 09:51:11 +0000", "2017-12-01T09:51:11.000Z"],
    ["1 Dec 2017 09:51 -0500", "2017-12-01T14:51:00.000Z"],
    ["Fri, 01 Dec 2017 09:51:11 GMT", "2017-12-01T09:51:11.000Z"],
    ["2017-12-01 09:51:11 +0200", "2017-12-01T07:51:11.000Z"],
    ["2017-12-01 09:51:11 UTC", "2017-12-01T09:51:11.000Z"],
    ["2017-12-01 09:51:11 EST", "2017-12-01T14:51:11.000Z"],
    ["2017-12-01 09:51:11 CET", "2017-12-01T08:51:11.000Z"],
    ["2017-12-01 09:51:11 JST", "2017-12-01T00:51:11.000Z"],
    ["2017-12-01 09:51:11 GMT+2", "2017-12-01T07:51:11.000Z"],
    ["2017-12-01 09:51:11 UTC-05:30", "2017-12-01T15:21:11.000Z"],
    ["2017-12-01 09:51:11 Europe/Berlin", "2017-12-01T08:51:11.000Z"],
    ["2017-07-01 09:51:11 America/New_York", "2017-07-01T13:51:11.000Z"],
    // The clocks go back at 06:00 UTC: the second half past one is in winter time.
    ["2017-11-05 03:30:00 America/New_York", "2017-11-05T08:30:00.000Z"],
    // As sent by a client that does not encode the plus.
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
    "2017-12-01 25:00:00 Europe/Berlin",
    "2017-12-01 09:51:11 Europe/Atlantis",
    "1512121871",
  ])("null: %s", (text) => {
    expect(parseMailDate(text)).toBeNull();
  });
});
