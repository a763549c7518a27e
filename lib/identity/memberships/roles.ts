import type { Access, Caller } from "@/lib/access/callers/caller";
import { covers, FULL_ACCESS, type Rights } from "@/lib/access/callers/rights";
import type { Scope } from "@/lib/access/callers/choices";
import type { MemberRole } from "@/prisma/generated/client";

/** What the members of an organization may do in it, in the terms of a token's flags. */
export const ROLE_ACCESS: Record<MemberRole, Access> = {
  administrator: FULL_ACCESS,
  issuer: { read: true, write: true, delete: false },
  viewer: { read: true, write: false, delete: false },
};

const BADGE_SCOPES: ReadonlySet<Scope> = new Set([
  "badge_templates",
  "events",
  "issued_badges",
  "recommendations",
]);

/** An issuer works with badges; credentials, members and settings are an administrator's. */
export const ROLE_SCOPES: Record<MemberRole, Caller["scopes"]> = {
  administrator: "all",
  issuer: BADGE_SCOPES,
  viewer: BADGE_SCOPES,
};

/** Whether a caller may do all that a role may: nobody gives a role above their own. */
export const mayGive = (caller: Rights, role: MemberRole): boolean =>
  covers(caller, { access: ROLE_ACCESS[role], scopes: ROLE_SCOPES[role] });
