import type { BadgeState } from "@/lib/organizations/badge-facts/choices";

/** Choices for forms, as plain data: importing the schemas would bring zod into the browser. */

/** What the dates of a badge say at a moment. */
export type DatedValidity = "not_yet_valid" | "valid" | "expired";

/** What a badge is worth at a moment: its state, and for an accepted one what its dates say. */
export type BadgeValidity = Exclude<BadgeState, "accepted"> | DatedValidity;

/** When a badge is issued and expires, as a row has it or as the API does. */
export type ValidityDates = { issuedAt: Date | string; expiresAt: Date | string | null };

const SECOND_MS = 1_000;
const toWholeSecond = (at: Date | string): number => Math.floor(new Date(at).getTime() / SECOND_MS);

/**
 * When a badge begins and ceases to be valid, in whole seconds: exactly the `validFrom` and `validUntil` of its signed
 * credential (`toWholeSeconds`). At the second of its end it is expired.
 */
export const validityPeriod = ({
  issuedAt,
  expiresAt,
}: ValidityDates): { start: Date; end: Date | null } => ({
  start: new Date(toWholeSecond(issuedAt) * SECOND_MS),
  end: expiresAt === null ? null : new Date(toWholeSecond(expiresAt) * SECOND_MS),
});

/**
 * The first moment of the next second. A badge has begun, or ended, when the date of its row is before this: the same as
 * comparing whole seconds, in a form that an index answers.
 */
export const validityBound = (now: Date): Date => new Date((toWholeSecond(now) + 1) * SECOND_MS);

/** Says what the dates of a badge mean now. All that say whether a badge is valid ask this, or `badgeValidity`. */
export function datedValidity(dates: ValidityDates, now: Date): DatedValidity {
  const { start, end } = validityPeriod(dates);
  if (start > now) return "not_yet_valid";
  return end !== null && end <= now ? "expired" : "valid";
}

/** Says what a badge is worth now. */
export const badgeValidity = (badge: ValidityDates & { state: BadgeState }, now: Date): BadgeValidity =>
  badge.state === "accepted" ? datedValidity(badge, now) : badge.state;

/** The name of a badge as documents and pictures have it that show no notice: one of test mode says so. */
export const markTest = (name: string, isTest: boolean): string => (isTest ? `Test: ${name}` : name);

/** Why the credential of a badge is not valid any more whose person was erased (decision 0126). It is published. */
export const WITHDRAWN_REASON = "Withdrawn at the request of the holder.";

/** Why the credential of a replaced badge is not valid any more. It is published. */
export const REPLACED_REASON = "The issuer has replaced this badge by a newer one.";

/** Says by whom a revoked or replaced badge was ended. */
export function endSentence(badge: {
  state: string;
  erasedAt: Date | null;
  revocationReason: string | null;
}): string {
  if (badge.state === "replaced") return "This badge was replaced by its issuer.";
  return badge.erasedAt !== null && badge.revocationReason === WITHDRAWN_REASON
    ? "This badge was withdrawn at the request of its holder."
    : "This badge was revoked by its issuer.";
}

/** How many days before the expiration of a badge its earner is reminded. */
export const REMINDER_DAYS = 30;
