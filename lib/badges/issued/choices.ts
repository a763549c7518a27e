/** Choices for forms, as plain data: importing the schemas would bring zod into the browser. */

export const BADGE_STATES = ["pending", "accepted", "rejected", "revoked", "replaced"] as const;

/** Why the credential of a badge is not valid any more whose person was erased (decision 0126). It is published. */
export const WITHDRAWN_REASON = "Withdrawn at the request of the holder.";

/** Says by whom a revoked badge was ended. */
export const revocationSentence = (badge: {
  erasedAt: Date | null;
  revocationReason: string | null;
}): string =>
  badge.erasedAt !== null && badge.revocationReason === WITHDRAWN_REASON
    ? "This badge was withdrawn at the request of its holder."
    : "This badge was revoked by its issuer.";

/** How many days before the expiration of a badge its earner is reminded. */
export const REMINDER_DAYS = 30;
