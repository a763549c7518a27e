import { env } from "@/lib/kernel/env";

/**
 * Whether a plain form was sent by a page of ours: one of another site could sign its visitor in to an account of its own
 * choice, or act as whoever is signed in. Sandboxed pages send "null" as their origin, so that it counts only where the
 * browser says besides that both are ours; pages with such forms let the browser name its origin (`referrer: "same-origin"`).
 * A program names neither.
 */
export function isOwnForm({ headers }: Request): boolean {
  const origin = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  if (origin === "null") return site === "same-origin";
  return origin === null ? [null, "same-origin", "none"].includes(site) : origin === env().APP_URL;
}
