import { readListInput, type ListInput } from "@/lib/kernel/list/list-input";
import { withAuditEntry } from "@/lib/access/audit/service";
import type { Author, Caller } from "@/lib/access/callers/caller";
import { transaction } from "@/lib/kernel/db";
import { forbidden, gone, notFound, unprocessable } from "@/lib/kernel/errors";
import { isUuid } from "@/lib/kernel/ids";
import { parseFilter, type FilterTerm } from "@/lib/kernel/list/filter";
import { listKeys } from "@/lib/kernel/list/keys";
import type { Page } from "@/lib/kernel/list/page";
import { parseSort } from "@/lib/kernel/list/sort";
import { recordEvents } from "@/lib/platform/recording/record-events";
import type { BadgeState } from "@/prisma/generated/client";
import { acceptTokenSubject, identifyAcceptLink, type AcceptLink } from "./accept-token";
import { endSentence } from "./choices";
import {
  countBadges,
  type BadgeCount,
  findBadge,
  findBadgeById,
  findBadgesForEvents,
  findNewestBadge,
  findNewestPublicBadges,
  lockBadge,
  markBadgeDeleted,
  changeState,
} from "./queries";
import { filters, newestFirst, sorts, findBadgePage, findMatchingIds } from "./search-queries";
import {
  buildBadgeEvents,
  buildBadgeMailMessage,
  buildDeletionObserverEvents,
  buildSigningMessage,
  buildStateChangeEvents,
} from "./effects";
import { ensureLinkAccount } from "./association";
import type { LinkDecisionInput, RevokeInput } from "./schema";
import type { BadgeRow, BadgePageRow } from "./serializer";

/** The states from which a badge may change to each state (decision 0011). A badge cannot leave `replaced`. */
export const ALLOWED_FROM = {
  accepted: ["pending"],
  rejected: ["pending", "accepted"],
  revoked: ["pending", "accepted"],
  replaced: ["pending", "accepted", "rejected", "revoked"],
} as const satisfies Record<Exclude<BadgeState, "pending">, readonly BadgeState[]>;

/** 422 naming the state that does not allow a change. */
const wrongStateError = (state: BadgeState, target: keyof typeof ALLOWED_FROM) =>
  unprocessable("invalid_transition", `This badge is ${state} and cannot be ${target}.`);

/**
 * Returns why a change did not happen: 422 with the state that another request set first, or 404 when the badge was
 * deleted.
 */
export const changeFailedError = (badge: { state: BadgeState } | null, target: keyof typeof ALLOWED_FROM) =>
  badge ? wrongStateError(badge.state, target) : notFound();

export const badgeListKeys = listKeys(filters, sorts);

/** Reads the query of the list of badges. Only badges can also be read in bulk. */
export const readBadgeListInput = (query: URLSearchParams): ListInput =>
  readListInput(query, "Narrow the filter, or read badges with high_volume_issued_badge_search.");

/**
 * Lists the badges that the organization issued or, with the filter `issuer_id`, those that the named issuers issued from
 * its templates. Newest first unless sorted.
 */
export function listBadges(caller: Caller, input: ListInput): Promise<Page<BadgeRow>> {
  const criteria = parseFilter(input.filter, filters);
  const order = parseSort(input.sort, sorts, newestFirst);
  return findBadgePage({ organizationId: caller.organizationId, criteria, order }, input.page);
}

/** Finds the ids of badges that match a filter of the list, oldest first, at most `limit`. Throws 400 like the list. */
export const findMatchingBadgeIds = (
  { organizationId }: Caller,
  terms: FilterTerm[],
  limit: number,
): Promise<string[]> => findMatchingIds(organizationId, parseFilter(terms, filters), limit);

/** A badge, and the newest one that replaced it, if any. */
type BadgeWithNewest = { badge: BadgeRow; newestId: string | null };

async function getVisibleBadge(caller: Author, badgeId: string): Promise<BadgeRow> {
  const row = await findBadge(caller.organizationId, badgeId);
  if (!row) throw notFound();
  return row;
}

/**
 * Returns a badge that the organization issued, or that was issued from its template. Throws 404 for others. For a
 * replaced badge it also returns the id of the newest badge of the chain, if the organization can see it
 * (specification, "Replace", rule 5).
 */
export async function getBadge(caller: Caller, badgeId: string): Promise<BadgeWithNewest> {
  const badge = await getVisibleBadge(caller, badgeId);
  const newestId = badge.state === "replaced" ? await findNewestBadge(badge.id, caller.organizationId) : null;
  return { badge, newestId };
}

/**
 * Returns a badge that the organization itself issued, for changes. Throws 404 for an unknown badge, 403 for one
 * issued by another organization.
 */
export async function getOwnBadge(caller: Author, badgeId: string): Promise<BadgeRow> {
  const badge = await getVisibleBadge(caller, badgeId);
  if (badge.organizationId === caller.organizationId) return badge;
  throw forbidden("Only the organization that issued this badge may change it.");
}

/** Counts the badges that the organization issued, by state and over time, without deleted ones. */
export const countIssuedBadges = (
  caller: Caller,
  period: Parameters<typeof countBadges>[1],
): Promise<BadgeCount[]> => countBadges(caller.organizationId, period);

/** Lists badges for their events, deleted ones included. */
export const listBadgesForEvents = findBadgesForEvents;

/** Whether a badge has a public page, and if not, why. */
export type PublicStatus = "public" | "revoked" | "replaced" | "unknown";

export function publicStatus(
  row: (Pick<BadgeRow, "state" | "public"> & { acceptedAt: Date | null }) | null,
): PublicStatus {
  if (row?.state === "accepted") return row.public ? "public" : "unknown";
  // A badge that was never accepted was never public, so its end is not public either.
  if (row?.state === "revoked" || row?.state === "replaced") return row.acceptedAt ? row.state : "unknown";
  return "unknown";
}

/**
 * Returns a badge for its public page: one that was accepted and is public, or was replaced. Throws 410 for a revoked
 * badge, 404 for others.
 */
export async function getPublicBadge(id: string): Promise<BadgePageRow> {
  const row = isUuid(id) ? await findBadgeById(id) : null;
  const status = publicStatus(row);
  if (status === "revoked" && row) throw gone(endSentence(row));
  if (!row || (status === "unknown" && row.state !== "replaced")) throw notFound();
  return row;
}

const invalidLinkError = () => notFound("This link is incomplete or no longer valid.");

type OpenedLink = { badge: BadgePageRow; link: AcceptLink };

async function getBadgeAndLink(id: string, token: string): Promise<OpenedLink> {
  const badge = isUuid(id) ? await findBadgeById(id) : null;
  const link = badge && identifyAcceptLink(badge, token);
  if (!badge || link === null || link === "outdated") throw invalidLinkError();
  return { badge, link };
}

/**
 * Returns a badge for a person with a link of it, in any state. Throws 404 for a wrong link. The link can be used to
 * accept or decline only while the badge is pending.
 */
export const getBadgeByLink = async (id: string, token: string): Promise<BadgePageRow> =>
  (await getBadgeAndLink(id, token)).badge;

/** Finds the newest badge that replaced this one, public or not. Null when that one was deleted. */
export const findNewestBadgeId = (id: string): Promise<string | null> => findNewestBadge(id, null);

/**
 * Finds the newest badge that replaced this one, if anyone may know it: it is public, or was revoked after its earner had
 * accepted it. Null while it is pending or private, and when it was declined or deleted.
 */
export const findPublicSuccessorId = async (id: string): Promise<string | null> =>
  (await findNewestPublicBadges([id])).get(id.toLowerCase()) ?? null;

/** Finds the same of several badges, by their ids. Badges without one are left out. */
export const findPublicSuccessorIds = (ids: string[]): Promise<Map<string, string>> =>
  ids.length === 0 ? Promise.resolve(new Map()) : findNewestPublicBadges(ids);

/** Reads a badge again in the same transaction, after a change. */
export async function reloadBadge({ id }: BadgeRow): Promise<BadgeRow> {
  const row = await findBadgeById(id);
  if (!row) throw notFound();
  return row;
}

export type EarnerDecision = {
  to: "accepted" | "rejected";
  from: readonly BadgeState[];
  isPublic?: boolean | undefined;
};

/**
 * Accepts or rejects a badge as its earner decided, and records the events. Throws 404 when it is deleted, 422 naming
 * its state when that is not in `from`. `resolveAccount` runs in the same transaction and returns the account that
 * the badge then belongs to.
 */
export async function applyEarnerDecision(
  badge: BadgeRow,
  { to, from, isPublic }: EarnerDecision,
  resolveAccount: () => Promise<string>,
): Promise<BadgeRow> {
  return transaction(async () => {
    const userId = await resolveAccount();
    const visibility = isPublic === undefined ? {} : { public: isPublic };
    const before = await changeState(badge, from, { state: to, userId, ...visibility });
    if (!before) throw changeFailedError(await findBadgeById(badge.id), to);
    // The address was corrected since the badge was read, so the link in use belongs to the old address.
    if (acceptTokenSubject({ ...badge, ...before }) !== acceptTokenSubject(badge)) throw invalidLinkError();
    const row = await reloadBadge(badge);
    const events = await buildStateChangeEvents([{ before: { ...badge, ...before }, after: row }]);
    await recordEvents(events, to === "accepted" ? [buildSigningMessage(row)] : []);
    return row;
  });
}

/**
 * Accepts a pending badge by a link, for the account from `ensureLinkAccount`. The link of the mail also confirms the
 * address. `personId` is the signed-in account. Throws 422 naming any other state, and 403 when the link is the
 * issuer's and the account belongs to another person. Of two concurrent answers one succeeds.
 */
export async function acceptBadge(badgeId: string, body: LinkDecisionInput, personId: string | null = null) {
  const { badge, link } = await getBadgeAndLink(badgeId, body.token);
  if (badge.state !== "pending") throw wrongStateError(badge.state, "accepted");
  const isPublic = body.private === undefined ? undefined : !body.private;
  return applyEarnerDecision(badge, { to: "accepted", from: ALLOWED_FROM.accepted, isPublic }, () =>
    ensureLinkAccount(badge, link, personId),
  );
}

/** Declines a pending badge by a link, with the same rules as accepting. This cannot be undone. */
export async function rejectBadge(badgeId: string, body: LinkDecisionInput, personId: string | null = null) {
  const { badge, link } = await getBadgeAndLink(badgeId, body.token);
  if (badge.state !== "pending") throw wrongStateError(badge.state, "rejected");
  return applyEarnerDecision(badge, { to: "rejected", from: ["pending"] }, () =>
    ensureLinkAccount(badge, link, personId),
  );
}

/**
 * Revokes a pending or accepted badge with a reason that the badge then shows, and mails the recipient unless the
 * request suppresses it. Throws 404 and 403 as every change of a badge does, 422 naming any other state.
 */
export async function revokeBadge(caller: Author, badgeId: string, body: RevokeInput): Promise<BadgeRow> {
  const badge = await getOwnBadge(caller, badgeId);
  return withAuditEntry(caller, "badge.revoke", badge.id, async () => {
    const before = await changeState(badge, ALLOWED_FROM.revoked, {
      state: "revoked",
      revocationReason: body.reason,
    });
    if (!before) throw changeFailedError(await findBadgeById(badge.id), "revoked");
    const row = await reloadBadge(badge);
    const isMailSuppressed = body.suppress_revoke_notification_email ?? false;
    const mails = isMailSuppressed ? [] : [buildBadgeMailMessage(badge, { template: "revoked_badge" })];
    await recordEvents(
      await buildStateChangeEvents([{ before: { ...badge, ...before }, after: row }]),
      mails,
    );
    return row;
  });
}

/**
 * Deletes a badge in any state, for data protection (decision 0010): it disappears from everything but its events,
 * and its template's count goes down. Records `badge.deleted`. Throws 404 and 403 as every change of a badge does.
 */
export async function deleteBadge(caller: Author, badgeId: string): Promise<void> {
  const badge = await getOwnBadge(caller, badgeId);
  await withAuditEntry(caller, "badge.delete", badge.id, async () => {
    const before = await lockBadge(badge.id);
    if (!before || !(await markBadgeDeleted(badge, buildBadgeEvents(badge, "badge.deleted"))))
      throw notFound();
    await recordEvents(await buildDeletionObserverEvents({ ...badge, ...before }));
  });
}
