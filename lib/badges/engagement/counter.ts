import { log } from "@/lib/kernel/log";
import { processWide } from "@/lib/kernel/process-wide";
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

type Pending = { counts: Map<string, PendingCount>; lost: number; storing: Promise<void> };

const countKey = (one: Occurrence): string =>
  ["badgeId" in one ? one.badgeId : one.templateId, one.day, one.kind, one.channel].join(" ");

function addTo(pending: Pending, one: PendingCount): void {
  const key = countKey(one);
  const known = pending.counts.get(key);
  if (known) known.count += one.count;
  else if (pending.counts.size < MAX_PENDING) pending.counts.set(key, one);
  else pending.lost += one.count;
}

/** Creates the counter of this process, which stores its counts within some seconds with `store`. */
export function createEngagementCounter(store: (counts: PendingCount[]) => Promise<void>): EngagementCounter {
  // Shared by the copies of this module, because the server flushes one of them when it stops.
  const pending = processWide("engagement-counts", (): Pending => ({
    counts: new Map(),
    lost: 0,
    storing: Promise.resolve(),
  }));
  let timer: NodeJS.Timeout | undefined;

  const schedule = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void flush();
    }, FLUSH_MS).unref();
  };

  async function storePending(): Promise<void> {
    const { counts, lost } = pending;
    if (counts.size === 0) return;
    pending.counts = new Map();
    pending.lost = 0;
    if (lost > 0) log.warn({ lost }, "engagement was not counted, because too much waits to be stored");
    try {
      await store([...counts.values()]);
    } catch (error) {
      for (const one of counts.values()) addTo(pending, one);
      schedule();
      log.warn({ err: error }, "engagement counts not stored yet");
    }
  }

  // One after the other, so that a server that stops also waits for counts that are being stored.
  const flush = (): Promise<void> => (pending.storing = pending.storing.then(storePending));

  const add = (one: Occurrence): void => {
    addTo(pending, { ...one, count: 1 });
    schedule();
  };

  return { add, flush };
}
