import type { BadgeRow } from "@/lib/badges/issued/serializer";
import type { Caller } from "@/lib/access/callers/caller";
import { allows } from "@/lib/access/callers/rights";
import type { Scope } from "@/lib/access/callers/choices";

/**
 * Returns whether an event may show the caller more of a resource than what identifies it. A member sees in events only
 * what their role may read at the resource's own address, which takes this scope. Tokens and applications read events
 * as the specification says: the scope `events` is enough.
 */
export const mayReadInEvents = (caller: Caller, scope: Scope): boolean =>
  caller.actor.type !== "User" || allows(caller, scope, "read");

/** The organization issued the badge, or it was issued from one of its templates: its list of badges has it. */
const isOwn = ({ organizationId, templateOrganizationId }: BadgeRow, caller: Caller): boolean =>
  organizationId === caller.organizationId || templateOrganizationId === caller.organizationId;

/**
 * Returns whether an event may show the caller a badge. One of another issuer is known to the organization by a
 * connected application alone, which is a matter of those who manage its OAuth applications.
 */
export const mayReadBadgeInEvents = (caller: Caller, badge: BadgeRow): boolean =>
  mayReadInEvents(caller, isOwn(badge, caller) ? "issued_badges" : "oauth_applications");
