import { transaction } from "@/lib/kernel/db";
import { recordEvents } from "@/lib/delivery/recording/record";
import { privacyEvents } from "./follows";
import { detachBadges, hideBadges } from "./release-queries";

/** Badges per statement. */
const STEP = 500;

/**
 * Makes every public badge of an account that is being deleted private, with the same events as if the earner had
 * done it: `badge.privacy.changed`, and those for employers and connected applications. Call it while those are still
 * connected.
 */
export function hideEarnerBadges(userId: string): Promise<void> {
  return transaction(async () => {
    for (let hidden = STEP; hidden === STEP;) {
      const badges = await hideBadges(userId, STEP);
      hidden = badges.length;
      await recordEvents(
        await privacyEvents(...badges.map((after) => ({ before: { ...after, public: true }, after }))),
      );
    }
  });
}

/**
 * Removes an account that is being deleted from its badges. They stay records of their issuers, with the address that
 * the issuer entered. A pending badge can still be accepted by its link, which then creates another account.
 */
export async function releaseEarnerBadges(userId: string): Promise<void> {
  await detachBadges(userId);
}
