import type { IssuedBadge } from "@/lib/badges/issued/schema";

export type Standing = IssuedBadge["state"] | "expired";

/** What an earner calls the state of a badge: an accepted one may have expired since. */
export const standingOf = ({ state, expires_at: end }: IssuedBadge, now: Date): Standing =>
  state === "accepted" && end !== null && new Date(end) <= now ? "expired" : state;

/** The organization that a badge names first as its issuer. */
export const issuerName = ({ issuer }: IssuedBadge): string => issuer.entities[0]?.entity.name ?? "";
