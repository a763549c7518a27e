import type { Access, Caller } from "@/lib/kernel/caller";
import { SCOPES, type Scope } from "@/lib/kernel/scopes";
import type { MemberRole } from "@/prisma/generated/client";

/** What the members of an organization may do in it, in the terms of a token's flags. */
export const ROLE_ACCESS: Record<MemberRole, Access> = {
  administrator: { read: true, write: true, delete: true },
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

const ALL_SCOPES = Object.keys(SCOPES) as Scope[];

/** Whether a caller may do all that a role may: nobody gives a role above their own. */
export function mayGive({ access, scopes }: Pick<Caller, "access" | "scopes">, role: MemberRole): boolean {
  const [needed, within] = [ROLE_ACCESS[role], ROLE_SCOPES[role]];
  const hasAccess = (["read", "write", "delete"] as const).every((kind) => access[kind] || !needed[kind]);
  if (!hasAccess || scopes === "all") return hasAccess;
  return (within === "all" ? ALL_SCOPES : [...within]).every((scope) => scopes.has(scope));
}
