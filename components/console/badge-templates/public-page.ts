import type { BadgeTemplate } from "@/lib/badges/templates/schema";

/** Returns the address of a template's public page; null for a template that has none. */
export const publicPageUrl = ({ id, state, visibility, owner }: BadgeTemplate): string | null =>
  state === "active" && visibility === "public" ? `${owner.vanity_url}/badges/${id}` : null;
