import type { BadgeRow } from "@/lib/badges/issued/serializer";
import type { Caller } from "@/lib/access/callers/caller";
import { allows } from "@/lib/access/callers/rights";
import type { Scope } from "@/lib/access/callers/choices";

/**
 * Returns whether an event may show the caller more of a resource than its identity. Members see only what their role
 * may read at the resource's own URL, which requires this scope. For tokens and applications the scope `events` is
 * enough, as the specification says.
 */
export const canReadInEvents = (caller: Caller, scope: Scope): boolean =>
  caller.actor.type !== "User" || allows(caller, scope, "read");

/** The organization issued the badge, or owns its template: its list of badges includes it. */
const isOrganizationBadge = ({ organizationId, templateOrganizationId }: BadgeRow, caller: Caller): boolean =>
  organizationId === caller.organizationId || templateOrganizationId === caller.organizationId;

/**
 * Returns whether an event may show the caller a badge. The organization knows a badge of another issuer only through a
 * connected application, so it requires the right to manage OAuth applications.
 */
export const canReadBadgeInEvents = (caller: Caller, badge: BadgeRow): boolean =>
  canReadInEvents(caller, isOrganizationBadge(badge, caller) ? "issued_badges" : "oauth_applications");
