import type { IssuedBadge } from "@/lib/badges/issued/schema";

export type DisplayState = IssuedBadge["state"] | "expired";

/** Returns the state to show to the earner: an accepted badge past its expiry date counts as expired. */
export const displayState = ({ state, expires_at: end }: IssuedBadge, now: Date): DisplayState =>
  state === "accepted" && end !== null && new Date(end) <= now ? "expired" : state;

/** The name of the first issuer of a badge. */
export const issuerName = ({ issuer }: IssuedBadge): string => issuer.entities[0]?.entity.name ?? "";
