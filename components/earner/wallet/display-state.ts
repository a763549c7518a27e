import { badgeValidity } from "@/lib/badges/issued/choices";
import type { IssuedBadge } from "@/lib/badges/issued/schema";

export type DisplayState = IssuedBadge["state"] | "expired" | "not_yet_valid";

/** Returns the state to show to the earner: its dates count for an accepted badge. */
export function displayState({ state, issued_at, expires_at }: IssuedBadge, now: Date): DisplayState {
  const validity = badgeValidity({ state, issuedAt: issued_at, expiresAt: expires_at }, now);
  return validity === "valid" ? "accepted" : validity;
}

const DAY_MS = 24 * 3_600_000;

/** How many days before the end a badge is said to expire soon, and from when on that is urgent. */
export const EXPIRING_DAYS = { soon: 60, urgent: 30 } as const;

/** Returns how many whole days an accepted badge is still valid; null unless it expires soon. */
export function daysUntilExpiry(badge: IssuedBadge, now: Date): number | null {
  if (badge.expires_at === null || displayState(badge, now) !== "accepted") return null;
  const days = Math.floor((new Date(badge.expires_at).getTime() - now.getTime()) / DAY_MS);
  return days < EXPIRING_DAYS.soon ? days : null;
}

/** The name of the first issuer of a badge. */
export const issuerName = ({ issuer }: IssuedBadge): string => issuer.entities[0]?.entity.name ?? "";
