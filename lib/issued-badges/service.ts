import { audited } from "@/lib/audit/service";
import { associateEmployees } from "@/lib/employees/connection";
import type { Caller } from "@/lib/kernel/caller";
import { transaction } from "@/lib/kernel/db";
import { forbidden, gone, notFound } from "@/lib/kernel/errors";
import { isUuid } from "@/lib/kernel/ids";
import { parseFilter } from "@/lib/kernel/list/filter";
import { listKeys } from "@/lib/kernel/list/keys";
import { parsePage, type Page } from "@/lib/kernel/list/page";
import { parseSort } from "@/lib/kernel/list/sort";
import { record } from "@/lib/kernel/outbox/record";
import { isPurposeToken } from "@/lib/kernel/secrets";
import { ensureConfirmedUser } from "@/lib/users/service";
import type { BadgeState } from "@/prisma/generated/client";
import { countBadges, type BadgeCount } from "./count-queries";
import { filters, newestFirst, sorts } from "./criteria-queries";
import { badgeEvents, badgeMail, deletedEvents, movedEvents } from "./follows";
import {
  findBadge,
  findBadgeById,
  findBadgesForEvents,
  findNewestBadge,
  findStanding,
  lockBadge,
  markDeleted,
  moveState,
} from "./queries";
import type { AnswerInput, RevokeInput } from "./schema";
import { findBadgePage } from "./search-queries";
import { acceptSubject, type BadgeRow, type ShownBadgeRow } from "./serializer";
import { FROM, lostTo, wrongState } from "./transitions";

export const badgeKeys = listKeys(filters, sorts);

/** Badges that the organization issued, newest first unless sorted. */
export function listBadges(caller: Caller, { query }: { query: URLSearchParams }): Promise<Page<BadgeRow>> {
  const criteria = parseFilter(query.get("filter"), filters);
  const order = parseSort(query.get("sort"), sorts, newestFirst);
  return findBadgePage({ organizationId: caller.organizationId, criteria, order }, parsePage(query));
}

type Target = { params: Record<string, string> };

/** A badge as the organization asks for it, and the newest one in its place when it was replaced. */
type Found = { badge: BadgeRow; newestId: string | null };

async function findVisible(caller: Caller, { params }: Target): Promise<BadgeRow> {
  const row = await findBadge(caller.organizationId, params.badge_id ?? "");
  if (!row) throw notFound();
  return row;
}

/**
 * A badge that the organization issued, or that was issued from its template; 404 otherwise. With it, for a replaced
 * one, the newest badge of its chain as far as the organization sees that (specification, "Replace", rule 5).
 */
export async function getBadge(caller: Caller, target: Target): Promise<Found> {
  const badge = await findVisible(caller, target);
  const newestId = badge.state === "replaced" ? await findNewestBadge(badge.id, caller.organizationId) : null;
  return { badge, newestId };
}

/** A badge that the organization itself issued, as every change needs it: 404 unknown, 403 issued by another one. */
export async function getOwnBadge(caller: Caller, target: Target): Promise<BadgeRow> {
  const badge = await findVisible(caller, target);
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
type Standing = "public" | "revoked" | "unknown";

function standingOf(row: Pick<BadgeRow, "state" | "public"> | null): Standing {
  if (row?.state === "revoked") return "revoked";
  const isShown = row?.state === "replaced" || (row?.state === "accepted" && row.public);
  return isShown ? "public" : "unknown";
}

/**
 * Whether the address of a badge leads anywhere, for whoever only has to know that: a replaced one leads to the newest
 * in its place, and to none when that was deleted.
 */
export async function publicStanding(id: string): Promise<Standing> {
  const row = isUuid(id) ? await findStanding(id) : null;
  if (row?.state === "replaced" && (await newestBadgeId(id)) === null) return "unknown";
  return standingOf(row);
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

/**
 * A badge for whoever holds the link of its mail: 404 for a wrong link. The link may show the badge in any state,
 * but answer for it only while it is pending.
 */
export async function getBadgeByLink(id: string, token: string): Promise<ShownBadgeRow> {
  const row = isUuid(id) ? await findBadgeById(id) : null;
  if (!row || !isPurposeToken(token, "accept-badge", acceptSubject(row))) throw wrongLink();
  return row;
}

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
    // After the badge, as locks are taken (lib/users/service.ts).
    await associateEmployees(userId);
    const row = await reload(badge);
    await record(await movedEvents([{ before: { ...badge, ...left }, after: row }]));
    return row;
  });
}

/** The account of the address that a badge was sent to: whoever holds the mail's link holds the address. */
async function accountOfRecipient(badge: BadgeRow): Promise<string> {
  const user = await ensureConfirmedUser({
    email: badge.recipientEmail,
    // A replacement may name nobody: then the address says how its owner calls themselves.
    firstName: badge.issuedToFirstName ?? (badge.issuedTo || badge.recipientEmail.replace(/@.*$/, "")),
    middleName: badge.issuedToMiddleName,
    lastName: badge.issuedToLastName ?? "",
    locale: badge.locale,
  });
  return user.id;
}

/**
 * The earner accepts a pending badge by the link of the mail; the address is thereby confirmed and gets an account.
 * 422 that names the state when it is not pending; of two racing answers one wins.
 */
export async function acceptBadge({ params, body }: { params: Record<string, string>; body: AnswerInput }) {
  const badge = await getBadgeByLink(params.badge_id ?? "", body.token);
  if (badge.state !== "pending") throw wrongState(badge.state, "accepted");
  const isPublic = body.private === undefined ? undefined : !body.private;
  return answerBadge(badge, { to: "accepted", from: FROM.accepted, isPublic }, () =>
    accountOfRecipient(badge),
  );
}

/** The earner declines a pending badge by the link of the mail: final for this badge. */
export async function rejectBadge({ params, body }: { params: Record<string, string>; body: AnswerInput }) {
  const badge = await getBadgeByLink(params.badge_id ?? "", body.token);
  if (badge.state !== "pending") throw wrongState(badge.state, "rejected");
  return answerBadge(badge, { to: "rejected", from: ["pending"] }, () => accountOfRecipient(badge));
}

/**
 * The issuer revokes a pending or accepted badge, with the reason that the badge then shows, and mails the recipient
 * unless told not to. 404 and 403 as for every change of a badge; 422 that names the state in any other one.
 */
export async function revokeBadge(
  caller: Caller,
  { params, body }: Target & { body: RevokeInput },
): Promise<BadgeRow> {
  const badge = await getOwnBadge(caller, { params });
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
 * Removes a badge, whatever its state, because data protection asks for it (README, decision 10): it is gone from
 * every view but its events, and its template's count goes down. Emits `badge.deleted`. 404 and 403 as for every
 * change of a badge.
 */
export async function deleteBadge(caller: Caller, { params }: Target): Promise<void> {
  const badge = await getOwnBadge(caller, { params });
  await audited(caller, "badge.delete", badge.id, async () => {
    const before = await lockBadge(badge.id);
    if (!before || !(await markDeleted(badge, badgeEvents(badge, "badge.deleted")))) throw notFound();
    await record(await deletedEvents({ ...badge, ...before }));
  });
}
