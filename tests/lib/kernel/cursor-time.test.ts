import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { serializeTimestamp } from "@/lib/badges/issued/bulk";

/** A time as PostgreSQL writes a timestamp: without zeros at the end of its fraction. */
const asPostgres = (at: Date): string => {
  const [seconds = "", fraction = ""] = at.toISOString().replace("T", " ").replace("Z", "").split(".");
  const kept = fraction.replace(/0+$/, "");
  return kept === "" ? seconds : `${seconds}.${kept}`;
};

describe("a time in a cursor", () => {
  it("has milliseconds, whatever zeros PostgreSQL left out", () => {
    const moments = fc.date({ min: new Date(0), max: new Date("9999-01-01"), noInvalidDate: true });
    fc.assert(fc.property(moments, (at) => serializeTimestamp(asPostgres(at)) === at.toISOString()));
  });

  it("accepts microseconds, which the service itself does not write", () => {
    expect(serializeTimestamp("2026-04-01 09:41:00.123456")).toBe("2026-04-01T09:41:00.123Z");
  });
});
