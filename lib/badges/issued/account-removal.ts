import { transaction } from "@/lib/kernel/db";
import { recordEvents } from "@/lib/platform/recording/record-events";
import { buildPrivacyChangeEvents } from "./effects";
import { hideBadges } from "./queries";

/** Badges per statement. */
const BATCH_SIZE = 500;

/**
 * Makes every public badge of an account that is being deleted private, with the same events as if the earner had
 * done it: `badge.privacy.changed`, and those for employers and connected applications. Call it while those are still
 * connected.
 */
export function hideEarnerBadges(userId: string): Promise<void> {
  return transaction(async () => {
    for (let hidden = BATCH_SIZE; hidden === BATCH_SIZE;) {
      const badges = await hideBadges(userId, BATCH_SIZE);
      hidden = badges.length;
      await recordEvents(
        await buildPrivacyChangeEvents(
          ...badges.map((after) => ({ before: { ...after, public: true }, after })),
        ),
      );
    }
  });
}
