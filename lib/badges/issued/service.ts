import type { ListInput } from "@/lib/kernel/list/list-input";
import { audited } from "@/lib/access/audit/service";
import type { Caller } from "@/lib/access/callers/caller";
import { transaction } from "@/lib/kernel/db";
import { forbidden, gone, notFound } from "@/lib/kernel/errors";
import { isUuid } from "@/lib/kernel/ids";
import { parseFilter } from "@/lib/kernel/list/filter";
import { listKeys } from "@/lib/kernel/list/keys";
import type { Page } from "@/lib/kernel/list/page";
import { parseSort } from "@/lib/kernel/list/sort";
import { record } from "@/lib/delivery/recording/record";
import type { BadgeState } from "@/prisma/generated/client";
import { acceptSubject, linkOfToken, type AcceptLink } from "./accept-token";
import { countBadges, type BadgeCount } from "./count-queries";
import { filters, newestFirst, sorts } from "./criteria-queries";
import { badgeEvents, badgeMail, deletedEvents, movedEvents } from "./follows";
import { accountOfLink } from "./link-account";
import {
  findBadge,
  findBadgeById,
  findBadgesForEvents,
  findNewestBadge,
  lockBadge,
  markDeleted,
  moveState,
} from "./queries";
import type { AnswerInput, RevokeInput } from "./schema";
import { findBadgePage } from "./search-queries";
import type { BadgeRow, ShownBadgeRow } from "./serializer";
import { FROM, lostTo, wrongState } from "./transitions";

export const badgeKeys = listKeys(filters, sorts);

/** Badges that the organization issued, newest first unless sorted. */
export function listBadges(caller: Caller, input: ListInput): Promise<Page<BadgeRow>> {
  const criteria = parseFilter(input.filter, filters);
  const order = parseSort(input.sort, sorts, newestFirst);
  return findBadgePage({ organizationId: caller.organizationId, criteria, order }, input.page);
}

/** A badge as the organization asks for it, and the newest one in its place when it was replaced. */
type Found = { badge: BadgeRow; newestId: string | null };

async function findVisible(caller: Caller, badgeId: string): Promise<BadgeRow> {
  const row = await findBadge(caller.organizationId, badgeId);
  if (!row) throw notFound();
  return row;
}

/**
 * A badge that the organization issued, or that was issued from its template; 404 otherwise. With it, for a replaced
 * one, the newest badge of its chain as far as the organization sees that (specification, "Replace", rule 5).
 */
export async function getBadge(caller: Caller, badgeId: string): Promise<Found> {
  const badge = await findVisible(caller, badgeId);
  const newestId = badge.state === "replaced" ? await findNewestBadge(badge.id, caller.organizationId) : null;
  return { badge, newestId };
}

/** A badge that the organization itself issued, as every change needs it: 404 unknown, 403 issued by another one. */
export async function getOwnBadge(caller: Caller, badgeId: string): Promise<BadgeRow> {
  const badge = await findVisible(caller, badgeId);
  if (badge.organizationId === caller.organizationId) return badge;
  throw forbidden("Only the organization that issued this badge may change it.");
}

/** How many badges the organization issued, by state and over time; deleted ones left out. */
export const countBadgesBy = (
  caller: Caller,
  span: Parameters<typeof countBadges>[1],
): Promise<BadgeCount[]> => countBadges(caller.organizationId, span);

/** Badges as their events show them: deleted ones too. */
export const badgesForEvents = findBadgesForEvents;

/** Whether a badge has a public page; if not, why. */
export type Standing = "public" | "revoked" | "unknown";

export function standingOf(
  row: (Pick<BadgeRow, "state" | "public"> & { acceptedAt: Date | null }) | null,
): Standing {
  // What its earner never accepted nobody was ever shown, so nobody is told how it ended either.
  if (row?.state === "revoked") return row.acceptedAt ? "revoked" : "unknown";
  const isShown = row?.state === "replaced" || (row?.state === "accepted" && row.public);
  return isShown ? "public" : "unknown";
}

/** A badge for its public page: 404 unless it was accepted and is public, or is revoked (410) or replaced. */
export async function getPublicBadge(id: string): Promise<ShownBadgeRow> {
  const row = isUuid(id) ? await findBadgeById(id) : null;
  const standing = standingOf(row);
  if (standing === "revoked") throw gone("This badge was revoked by its issuer.");
  if (!row || standing === "unknown") throw notFound();
  return row;
}

const wrongLink = () => notFound("This link is not complete or no longer valid.");

type Opened = { badge: ShownBadgeRow; link: AcceptLink };

async function openLink(id: string, token: string): Promise<Opened> {
  const badge = isUuid(id) ? await findBadgeById(id) : null;
  const link = badge && linkOfToken(badge, token);
  if (!badge || link === null || link === "outdated") throw wrongLink();
  return { badge, link };
}

/**
 * A badge for whoever holds a link of it: 404 for a wrong link. The link may show the badge in any state, but answer for
 * it only while it is pending.
 */
export const getBadgeByLink = async (id: string, token: string): Promise<ShownBadgeRow> =>
  (await openLink(id, token)).badge;

/** The newest badge in place of a replaced one, for its public page; null when that one was deleted. */
export const newestBadgeId = (id: string): Promise<string | null> => findNewestBadge(id, null);

/** A badge after its change, as the transaction sees it. */
export async function reload({ id }: BadgeRow): Promise<BadgeRow> {
  const row = await findBadgeById(id);
  if (!row) throw notFound();
  return row;
}

export type Answer = {
  to: "accepted" | "rejected";
  from: readonly BadgeState[];
  isPublic?: boolean | undefined;
};

/**
 * Moves a badge as its earner answers, and tells everybody whom it concerns; 404 when it is gone, 422 that names the
 * state when it is none of `from`. `earner` runs in the same transaction and returns the account that it then belongs to.
 */
export async function answerBadge(
  badge: BadgeRow,
  { to, from, isPublic }: Answer,
  earner: () => Promise<string>,
): Promise<BadgeRow> {
  return transaction(async () => {
    const userId = await earner();
    const visibility = isPublic === undefined ? {} : { public: isPublic };
    const left = await moveState(badge, from, { state: to, userId, ...visibility });
    if (!left) throw lostTo(await findBadgeById(badge.id), to);
    // The address was corrected since the badge was read: the link that brought the answer was that of another one.
    if (acceptSubject({ ...badge, ...left }) !== acceptSubject(badge)) throw wrongLink();
    const row = await reload(badge);
    await record(await movedEvents([{ before: { ...badge, ...left }, after: row }]));
    return row;
  });
}

/**
 * The earner accepts a pending badge by a link, for the account that `accountOfLink` says; by the link of the mail the
 * address is thereby confirmed. `personId` is who is signed in. 422 that names the state when it is not pending; of two
 * racing answers one wins. 403 when the link is the issuer's and the account somebody's.
 */
export async function acceptBadge(badgeId: string, body: AnswerInput, personId: string | null = null) {
  const { badge, link } = await openLink(badgeId, body.token);
  if (badge.state !== "pending") throw wrongState(badge.state, "accepted");
  const isPublic = body.private === undefined ? undefined : !body.private;
  return answerBadge(badge, { to: "accepted", from: FROM.accepted, isPublic }, () =>
    accountOfLink(badge, link, personId),
  );
}

/** The earner declines a pending badge by a link, as they accept one: final for this badge. */
export async function rejectBadge(badgeId: string, body: AnswerInput, personId: string | null = null) {
  const { badge, link } = await openLink(badgeId, body.token);
  if (badge.state !== "pending") throw wrongState(badge.state, "rejected");
  return answerBadge(badge, { to: "rejected", from: ["pending"] }, () =>
    accountOfLink(badge, link, personId),
  );
}

/**
 * The issuer revokes a pending or accepted badge, with the reason that the badge then shows, and mails the recipient
 * unless told not to. 404 and 403 as for every change of a badge; 422 that names the state in any other one.
 */
export async function revokeBadge(caller: Caller, badgeId: string, body: RevokeInput): Promise<BadgeRow> {
  const badge = await getOwnBadge(caller, badgeId);
  return audited(caller, "badge.revoke", badge.id, async () => {
    const left = await moveState(badge, FROM.revoked, { state: "revoked", revocationReason: body.reason });
    if (!left) throw lostTo(await findBadgeById(badge.id), "revoked");
    const row = await reload(badge);
    const isQuiet = body.suppress_revoke_notification_email ?? false;
    const mails = isQuiet ? [] : [badgeMail(badge, { template: "revoked_badge" })];
    await record(await movedEvents([{ before: { ...badge, ...left }, after: row }]), mails);
    return row;
  });
}

/**
 * Removes a badge, whatever its state, because data protection asks for it (decision 0010): it is gone from
 * every view but its events, and its template's count goes down. Emits `badge.deleted`. 404 and 403 as for every
 * change of a badge.
 */
export async function deleteBadge(caller: Caller, badgeId: string): Promise<void> {
  const badge = await getOwnBadge(caller, badgeId);
  await audited(caller, "badge.delete", badge.id, async () => {
    const before = await lockBadge(badge.id);
    if (!before || !(await markDeleted(badge, badgeEvents(badge, "badge.deleted")))) throw notFound();
    await record(await deletedEvents({ ...badge, ...before }));
  });
}
