import { createWriteBehind } from "@/lib/kernel/write-behind";
import type { EngagementChannel, EngagementKind } from "./choices";

/** The badge or the template that something happened to. */
export type EngagementSubject = { badgeId: string } | { templateId: string };

/** Something that happened to a badge or template, and where or how. */
export type Engagement = {
  [Kind in EngagementKind]: { subject: EngagementSubject; kind: Kind; channel: EngagementChannel<Kind> };
}[EngagementKind];

type Occurrence = EngagementSubject & { day: string; kind: EngagementKind; channel: string };
/** How often something happened to a badge or template on one day (`YYYY-MM-DD`, UTC), not yet stored. */
export type PendingCount = Occurrence & { count: number };

export type EngagementCounter = {
  /** Counts once more. It only changes a number in memory. */
  add: (one: Occurrence) => void;
  /** Stores what was counted so far. It is kept for the next time when the database does not respond. */
  flush: () => Promise<void>;
};

const FLUSH_MS = 10_000;
/** What is counted beyond this while the database is away is lost, so that memory stays bounded. */
const MAX_PENDING = 20_000;

const countKey = (one: Occurrence): string =>
  ["badgeId" in one ? one.badgeId : one.templateId, one.day, one.kind, one.channel].join(" ");

const addCounts = (earlier: PendingCount, later: PendingCount): PendingCount => ({
  ...earlier,
  count: earlier.count + later.count,
});

/** Creates a counter, which stores its counts within some seconds with `store`. */
export function createEngagementCounter(store: (counts: PendingCount[]) => Promise<void>): EngagementCounter {
  const { add, flush } = createWriteBehind<PendingCount>({
    name: "engagement counts",
    delayMs: FLUSH_MS,
    combining: { key: countKey, combine: addCounts },
    maxWaiting: () => MAX_PENDING,
    store,
  });
  return { add: (one) => add({ ...one, count: 1 }), flush };
}
