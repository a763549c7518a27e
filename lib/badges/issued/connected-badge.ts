import { maskEmail } from "@/lib/identity/users/serializer";
import { hiddenDetails } from "./details";
import type { IssuedBadge } from "./schema";
import { presentEarnerBadge } from "./earner-serializer";
import type { BadgeRow } from "./serializer";

/** Whether anyone may see the badge. */
const isPubliclyVisible = ({ state, public: isPublic }: BadgeRow): boolean =>
  state === "accepted" && isPublic;

/** Returns the badge as a private one. The reason why it is no longer public is hidden. */
const toHiddenBadge = (row: BadgeRow): BadgeRow => ({
  ...row,
  state: "accepted",
  public: false,
  revocationReason: null,
  replacementBadgeId: null,
});

/** What a badge says about its recipient besides the name. `country_code` is the code of `country`. */
const NO_RECIPIENT_DATA = { ...hiddenDetails, country_code: null, evidence: [], results: [] };

/**
 * Presents a badge to the application that its earner connected. Addresses other than the primary one stay hidden,
 * and so does what happened after the badge stopped being public. When the earner has disconnected the application
 * (`isConnected` is false), the only personal data is the name on the badge.
 */
export function presentConnectedBadge(seen: BadgeRow, isConnected: boolean): IssuedBadge {
  const row =
    isConnected && isPubliclyVisible(seen)
      ? seen
      : toHiddenBadge(isConnected ? seen : { ...seen, user: null });
  const badge = presentEarnerBadge(row);
  const [primary] = row.user?.emails ?? [];
  const email = maskEmail(row.recipientEmail, primary?.email ?? "");
  const recipientData = isConnected ? {} : NO_RECIPIENT_DATA;
  return { ...badge, ...recipientData, recipient_email: email, user: { ...badge.user, email } };
}
