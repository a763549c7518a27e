import type { Caller } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { countActivity } from "./queries";
import type { AnalyticsInput } from "./schema";
import type { CountedActivity } from "./serializer";
import { countHolders, type HolderFigures } from "./template-queries";

/**
 * Counts what happened to the badges that the organization issued: issued and accepted, viewed, shared, downloaded,
 * verified, and visits of the issuer's website; by period, channel, template and group of earners. One query.
 */
export const getAnalytics = async (caller: Caller, input: AnalyticsInput): Promise<CountedActivity> => ({
  input,
  row: await countActivity(caller.organizationId, input),
});

/** Counts who holds the badges that the organization issued from a template, and how fast they are accepted. One query. */
export const getHolderFigures = (
  caller: Caller,
  templateId: string,
  days: Pick<AnalyticsInput, "from" | "to">,
): Promise<HolderFigures> => countHolders(caller.organizationId, templateId, { ...days, now: clock.now() });
