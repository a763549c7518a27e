import { shownEmail } from "@/lib/identity/users/serializer";
import type { IssuedBadge } from "./schema";
import { presentEarnerBadge } from "./earner-serializer";
import type { BadgeRow } from "./serializer";

/** A badge that everybody may see. */
const isSeenByAll = ({ state, public: isPublic }: BadgeRow): boolean => state === "accepted" && isPublic;

/** What was to be seen of a badge before it was taken out of view; why that was is no matter of who looked on. */
const outOfView = (row: BadgeRow): BadgeRow => ({
  ...row,
  state: "accepted",
  public: false,
  revocationReason: null,
  replacementBadgeId: null,
});

/**
 * A badge as the application sees it that its earner connected: an address beside the primary one stays the earner's,
 * and what became of a badge after it went out of view stays between the earner and its issuer. Once the earner took the
 * view back (`isConnected` is false), nothing of the earner is left but the name that the badge was issued to.
 */
export function presentConnectedBadge(seen: BadgeRow, isConnected: boolean): IssuedBadge {
  const row =
    isConnected && isSeenByAll(seen) ? seen : outOfView(isConnected ? seen : { ...seen, user: null });
  const badge = presentEarnerBadge(row);
  const [primary] = row.user?.emails ?? [];
  const email = shownEmail(row.recipientEmail, primary?.email ?? "");
  return { ...badge, recipient_email: email, user: { ...badge.user, email } };
}
