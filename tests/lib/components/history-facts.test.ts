import { describe, expect, it } from "vitest";
import { withoutRepeatedFacts } from "@/components/console/issued-badges/badge-history";
import type { BadgeHistoryEntry } from "@/lib/console/history/schema";

const at = (second: number): string => new Date(Date.UTC(2026, 3, 1, 9, 0, second)).toISOString();

const event = (
  second: number,
  type: string,
  state: "revoked" | "accepted" | null = null,
): BadgeHistoryEntry => ({
  kind: "event",
  id: `event ${second}`,
  occurred_at: at(second),
  event_type: type,
  state,
});
const entry = (second: number, action: string): BadgeHistoryEntry => ({
  kind: "audit_entry",
  id: `entry ${second}`,
  occurred_at: at(second),
  action,
  actor: { type: "User", id: "1", name: "Dean" },
});

describe("the history of a badge", () => {
  it("shows a change once, by the audit entry, which names who made it", () => {
    const entries = [
      entry(900, "badge.revoke"),
      event(900, "badge.state.changed", "revoked"),
      event(500, "badge.state.changed", "accepted"),
      event(3, "badge.created"),
      entry(2, "badge.issue"),
    ];
    expect(withoutRepeatedFacts(entries).map(({ id }) => id)).toEqual(["entry 900", "event 500", "entry 2"]);
  });

  it("keeps an event when the entry of the same kind is about another time", () => {
    const entries = [entry(900, "badge.revoke"), event(3, "badge.state.changed", "revoked")];
    expect(withoutRepeatedFacts(entries)).toEqual(entries);
  });
});
