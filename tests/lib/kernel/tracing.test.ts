import { describe, expect, it } from "vitest";
import { summarizeStatement } from "@/lib/kernel/statement-spans";
import { parseTraceparent } from "@/lib/kernel/tracing";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const SPAN = "00f067aa0ba902b7";

describe("parseTraceparent", () => {
  it("reads version 00, and the first four parts of later versions", () => {
    const expected = { traceId: TRACE, spanId: SPAN, traceFlags: 1, isRemote: true };
    expect(parseTraceparent(`00-${TRACE}-${SPAN}-01`)).toEqual(expected);
    expect(parseTraceparent(`cc-${TRACE}-${SPAN}-09-more`)).toEqual(expected);
    expect(parseTraceparent(`00-${TRACE}-${SPAN}-00`)?.traceFlags).toBe(0);
  });

  it.each([
    null,
    "",
    "00",
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${"0".repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${"0".repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}`,
    ` 00-${TRACE}-${SPAN}-01`,
  ])("refuses %j", (text) => {
    expect(parseTraceparent(text)).toBeNull();
  });
});

describe("summarizeStatement", () => {
  it.each([
    ["BEGIN", "BEGIN"],
    ["SET LOCAL lock_timeout = '1s'", "SET"],
    ["SELECT 1", "SELECT"],
    [`SELECT "public"."users"."id" FROM "public"."users" WHERE 1=1`, "SELECT users"],
    ["SELECT * FROM events JOIN users ON true JOIN events AS e ON true", "SELECT events users"],
    [
      "WITH users AS (SELECT 1) SELECT extract(epoch FROM now()) FROM users FOR UPDATE SKIP LOCKED",
      "SELECT users",
    ],
    [
      "WITH a AS (INSERT INTO events (id) SELECT id FROM users ON CONFLICT DO UPDATE SET id = 1), " +
        "b AS (UPDATE issued_badges AS badge SET state = 'x') DELETE FROM sessions",
      "INSERT events issued_badges sessions",
    ],
    ["SELECT * FROM somebody_elses WHERE name = 'Ada' -- FROM margaret", "SELECT"],
  ])("%s", (sql, summary) => {
    expect(summarizeStatement(sql).summary).toBe(summary);
  });
});
