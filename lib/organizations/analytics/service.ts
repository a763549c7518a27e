import type { Caller } from "@/lib/access/callers/caller";
import { countActivity } from "./queries";
import type { AnalyticsInput } from "./schema";
import type { CountedActivity } from "./serializer";

/**
 * Counts what happened to the badges that the organization issued: issued and accepted, viewed, shared, downloaded,
 * verified, and visits of the issuer's website; by period, channel, template and group of earners. One query.
 */
export const getAnalytics = async (caller: Caller, input: AnalyticsInput): Promise<CountedActivity> => ({
  input,
  row: await countActivity(caller.organizationId, input),
});
