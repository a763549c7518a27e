import type { ListInput } from "@/lib/kernel/list/list-input";
import { getBadge } from "@/lib/badges/issued/service";
import type { Caller } from "@/lib/access/callers/caller";
import type { Page } from "@/lib/kernel/list/page";
import { allows } from "@/lib/access/callers/rights";
import type { Scope } from "@/lib/access/callers/choices";
import { findHistoryPage } from "./queries";
import type { HistoryRow } from "./serializer";

/** The scope that each kind needs. Mails need that of the badge, the other kinds those of their own lists. */
const KIND_SCOPES = [
  { kind: "mail", scope: "issued_badges" },
  { kind: "event", scope: "events" },
  { kind: "webhook_delivery", scope: "events" },
  { kind: "audit_entry", scope: "memberships" },
] as const satisfies { scope: Scope; kind: HistoryRow["kind"] }[];

/**
 * Lists the history of a badge, newest first: events, mails (never their text), deliveries of its events and entries
 * of the audit log. Kinds for which the caller has no scope are left out. Throws 404 as for the badge itself.
 */
export async function listBadgeHistory(
  caller: Caller,
  badgeId: string,
  input: ListInput,
): Promise<Page<HistoryRow>> {
  const page = input.page;
  const { badge } = await getBadge(caller, badgeId);
  const kinds = KIND_SCOPES.filter(({ scope }) => allows(caller, scope, "read")).map(({ kind }) => kind);
  return findHistoryPage({ organizationId: caller.organizationId, badgeId: badge.id }, kinds, page);
}
