import { transaction } from "@/lib/kernel/db";
import { recordEvents } from "@/lib/delivery/recording/record-events";
import { buildPrivacyChangeEvents } from "./effects";
import { detachBadges, hideBadges } from "./account-removal-queries";

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

/**
 * Removes an account that is being deleted from its badges. They stay records of their issuers, with the address that
 * the issuer entered. A pending badge can still be accepted by its link, which then creates another account.
 */
export async function detachEarnerBadges(userId: string): Promise<void> {
  await detachBadges(userId);
}
