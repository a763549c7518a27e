import { withAuditEntry } from "@/lib/access/audit/service";
import { listChanges } from "@/lib/access/audit/changes";
import type { Caller } from "@/lib/access/callers/caller";
import { remindOfExpirations } from "@/lib/badges/issued/jobs";
import { unprocessable } from "@/lib/kernel/errors";
import { ageOrganization, lockTestDays } from "./queries";
import type { TestClockInput } from "./schema";

/** Ten years: later, dates would leave the years that the interface writes. */
const MAX_DAYS = 3_660;

/**
 * Moves the time of a test organization forward: everything in it becomes older by these days, so that badges and tokens
 * expire, reminders are sent and retries happen. Returns by how many days it was moved in all. Throws 422 in a real
 * organization, and beyond ten years.
 */
export async function moveTestClock(caller: Caller, { days }: TestClockInput): Promise<{ days: number }> {
  const { organizationId } = caller;
  const total = await withAuditEntry(
    caller,
    "organization.move_test_clock",
    organizationId,
    async (noteChanges) => {
      const before = await lockTestDays(organizationId);
      if (before === null)
        throw unprocessable(
          "not_test_mode",
          "Time can be moved in test mode only. Switch to test mode first.",
        );
      const after = before + days;
      if (after > MAX_DAYS)
        throw unprocessable(
          "too_far",
          `Time can be moved by ${MAX_DAYS} days in all. It was moved by ${before}.`,
        );
      await ageOrganization(organizationId, days);
      noteChanges(listChanges({ test_days: before }, { test_days: after }));
      return after;
    },
  );
  // Otherwise they would be sent within an hour.
  await remindOfExpirations(organizationId);
  return { days: total };
}
