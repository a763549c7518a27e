import type { Access, Caller } from "./caller";
import { covers, FULL_ACCESS, type Rights } from "./rights";
import type { Scope } from "./choices";
import type { MemberRole } from "@/prisma/generated/client";

/** The access of each role, in the terms of a token's flags. */
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

/** The scopes of each role. Issuers work with badges. Credentials, members and settings are for administrators. */
export const ROLE_SCOPES: Record<MemberRole, Caller["scopes"]> = {
  administrator: "all",
  issuer: BADGE_SCOPES,
  viewer: BADGE_SCOPES,
};

/** Checks whether a caller has all rights of a role, so that no caller grants a role above their own. */
export const canGrantRole = (caller: Rights, role: MemberRole): boolean =>
  covers(caller, { access: ROLE_ACCESS[role], scopes: ROLE_SCOPES[role] });
