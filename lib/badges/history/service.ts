import type { ListInput } from "@/lib/kernel/list/list-input";
import { getBadge } from "@/lib/badges/issued/service";
import type { Caller } from "@/lib/access/callers/caller";
import type { Page } from "@/lib/kernel/list/page";
import { allows } from "@/lib/access/callers/rights";
import type { Scope } from "@/lib/access/callers/choices";
import { findHistoryPage } from "./queries";
import type { HistoryRow } from "./serializer";

/** Mails are a matter of the badge itself; the other kinds take what their own lists take. */
const KINDS = [
  { kind: "mail", scope: "issued_badges" },
  { kind: "event", scope: "events" },
  { kind: "webhook_delivery", scope: "events" },
  { kind: "audit_entry", scope: "memberships" },
] as const satisfies { scope: Scope; kind: HistoryRow["kind"] }[];

/**
 * Everything that happened to a badge, newest first: events, mails (never what they say), deliveries of its events and
 * entries of the audit log. A kind that the caller has no scope for is left out. 404 as for the badge itself.
 */
export async function listBadgeHistory(
  caller: Caller,
  badgeId: string,
  input: ListInput,
): Promise<Page<HistoryRow>> {
  const page = input.page;
  const { badge } = await getBadge(caller, badgeId);
  const kinds = KINDS.filter(({ scope }) => allows(caller, scope, "read")).map(({ kind }) => kind);
  return findHistoryPage({ organizationId: caller.organizationId, badgeId: badge.id }, kinds, page);
}
