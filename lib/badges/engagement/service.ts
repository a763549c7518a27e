import { clock } from "@/lib/kernel/clock";
import { toIsoDate } from "@/lib/kernel/dates";
import { processWide } from "@/lib/kernel/process-wide";
import { createEngagementCounter, type Engagement } from "./counter";
import { addEngagementCounts } from "./queries";

// The copies of this module share it, because the server flushes one of them when it stops.
const counter = processWide("engagement counts", () => createEngagementCounter(addEngagementCounts));

/** Counts that something happened to a badge or template. The request needs no write of its own (decision 0107). */
export const recordEngagement = ({ subject, kind, channel }: Engagement): void =>
  counter.add({ ...subject, day: toIsoDate(clock.now()), kind, channel });

/** Stores what this process has counted. A server calls it when it stops. */
export const flushEngagement = (): Promise<void> => counter.flush();
