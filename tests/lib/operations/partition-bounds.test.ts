import { describe, expect, it } from "vitest";
import { firstIdAt } from "@/lib/kernel/ids";
import {
  listMissingPartitions,
  listPastPartitions,
  parsePartition,
  type PartitionedTable,
} from "@/lib/operations/retention/partition-bounds";

const MONTHS: PartitionedTable = { name: "events", period: "month", ahead: 2 };
const YEARS: PartitionedTable = { name: "audit_entries", period: "year", ahead: 1 };
const idAt = (time: string) => firstIdAt(new Date(time));
const listNames = (table: PartitionedTable, ends: string[], now: string) =>
  listMissingPartitions(
    table,
    ends.map((end) => ({ name: "x", from: null, to: idAt(end) })),
    new Date(now),
  ).map(({ name }) => name);

describe("the partitions that are missing", () => {
  it.each([
    ["none exists", [], "2026-11-30T23:59:59Z", ["2026_11", "2026_12", "2027_01"]],
    ["the first one lasts until the next month", ["2026-12-01"], "2026-11-02", ["2026_12", "2027_01"]],
    [
      "nothing was done for months",
      ["2026-08-01"],
      "2026-09-01",
      ["2026_08", "2026_09", "2026_10", "2026_11"],
    ],
    ["all exist", ["2027-02-01"], "2026-11-30", []],
  ])("are those of the coming months when %s", (_case, ends, now, months) => {
    expect(listNames(MONTHS, ends, now)).toEqual(months.map((month) => `events_${month}`));
  });

  it("are those of the coming years, which begin on the first of January in UTC", () => {
    expect(listNames(YEARS, ["2027-01-01"], "2026-12-31T23:59:59.999Z")).toEqual(["audit_entries_2027"]);
    expect(listNames(YEARS, ["2027-01-01"], "2027-01-01T00:00:00Z")).toEqual([
      "audit_entries_2027",
      "audit_entries_2028",
    ]);
  });

  it("follow one another without a gap, and keep the bounds that PostgreSQL shows", () => {
    const missing = listMissingPartitions(MONTHS, [], new Date("2026-11-15"));
    expect(missing[0]?.from).toBe(idAt("2026-11-01"));
    for (const [index, { to }] of missing.slice(0, -1).entries()) expect(missing[index + 1]?.from).toBe(to);
    const [{ from, to, name } = { from: "", to: "", name: "" }] = missing;
    expect(parsePartition(name, `FOR VALUES FROM ('${from}') TO ('${to}')`)).toEqual({ name, from, to });
    expect(parsePartition("a", `FOR VALUES FROM (MINVALUE) TO ('${to}')`)).toEqual({
      name: "a",
      from: null,
      to,
    });
    expect(parsePartition("a", "DEFAULT")).toBeNull();
  });

  it("are past when the last moment of their time is", () => {
    const partitions = [
      { name: "second", from: idAt("2026-01-01"), to: idAt("2026-02-01") },
      { name: "first", from: null, to: idAt("2026-01-01") },
    ];
    const listPast = (before: string) =>
      listPastPartitions(partitions, new Date(before)).map(({ name }) => name);
    expect(listPast("2025-12-31T23:59:59.999Z")).toEqual([]);
    expect(listPast("2026-01-31T23:59:59.999Z")).toEqual(["first"]);
    expect(listPast("2026-02-01T00:00:00Z")).toEqual(["first", "second"]);
  });
});
