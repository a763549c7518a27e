import { transaction } from "@/lib/kernel/db";
import { record } from "@/lib/delivery/recording/record";
import { privacyEvents } from "./follows";
import { detachBadges, hideBadges } from "./release-queries";

/** Badges that are told of at once. */
const STEP = 500;

/**
 * Makes every public badge of an account that is being deleted private, and tells of each as if its earner had done it:
 * `badge.privacy.changed`, and what employers and connected applications hear. Call it while those are connected.
 */
export function hideEarnerBadges(userId: string): Promise<void> {
  return transaction(async () => {
    for (let hidden = STEP; hidden === STEP;) {
      const badges = await hideBadges(userId, STEP);
      hidden = badges.length;
      await record(
        await privacyEvents(...badges.map((after) => ({ before: { ...after, public: true }, after }))),
      );
    }
  });
}

/**
 * Takes all badges from an account that is being deleted: they stay the records of their issuers, under the address that
 * those wrote. A pending one can still be accepted by its link, which then makes another account.
 */
export async function releaseEarnerBadges(userId: string): Promise<void> {
  await detachBadges(userId);
}
