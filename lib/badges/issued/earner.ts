import type { ListInput } from "@/lib/kernel/list/list-input";
import type { Earner } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { notFound, unprocessable } from "@/lib/kernel/errors";
import { parseFilter } from "@/lib/kernel/list/filter";
import { listKeys } from "@/lib/kernel/list/keys";
import type { Page } from "@/lib/kernel/list/page";
import { parseSort } from "@/lib/kernel/list/sort";
import { recordEvents } from "@/lib/platform/recording/record-events";
import { listConfirmedAddresses } from "@/lib/identity/users/service";
import type { BadgeState } from "@/prisma/generated/client";
import {
  earnerFilters,
  earnerSorts,
  countPendingBadges,
  findEarnerBadge,
  findEarnerBadgePage,
  findExpiringBadges,
  newestFirst,
  savePrivacy,
  type BadgeOwner,
} from "./earner-queries";
import { buildPrivacyChangeEvents } from "./effects";
import { findBadgeById, lockBadge } from "./queries";
import type { EarnerAnswerInput, EarnerBadgeInput } from "./schema";
import type { BadgeRow } from "./serializer";
import { applyEarnerDecision, type EarnerDecision, ALLOWED_FROM } from "./service";

export const earnerBadgeListKeys = listKeys(earnerFilters, earnerSorts);

/** The person whose badges are meant. */
type Owner = Pick<Earner, "userId">;

const toBadgeOwner = async ({ userId }: Owner): Promise<BadgeOwner> => ({
  userId,
  addresses: await listConfirmedAddresses(userId),
});

/**
 * Lists the earner's badges in every state, and pending ones sent to their confirmed addresses, newest first unless
 * sorted.
 */
export async function listEarnerBadges(earner: Earner, input: ListInput): Promise<Page<BadgeRow>> {
  const criteria = parseFilter(input.filter, earnerFilters);
  const order = parseSort(input.sort, earnerSorts, newestFirst);
  const page = input.page;
  return findEarnerBadgePage(await toBadgeOwner(earner), criteria, order, page);
}

const DAY_MS = 24 * 3_600_000;

/** Lists the earner's accepted badges that expire within this number of days, at most `limit`. */
export async function listExpiringBadges(earner: Owner, days: number, limit: number): Promise<BadgeRow[]> {
  const from = clock.now();
  const to = new Date(from.getTime() + days * DAY_MS);
  return findExpiringBadges(await toBadgeOwner(earner), { from, to, limit });
}

/** Counts the badges that the earner has not answered yet. */
export const countEarnerPendingBadges = async (earner: Owner): Promise<number> =>
  countPendingBadges(await toBadgeOwner(earner));

/** Returns a badge of the earner. Throws 404 for badges of others. */
export async function getEarnerBadge(earner: Owner, badgeId: string): Promise<BadgeRow> {
  const row = await findEarnerBadge(await toBadgeOwner(earner), badgeId);
  if (!row) throw notFound();
  return row;
}

/** Locks a badge, then reads it, so that its owner and state are current. Throws 404 for badges of others. */
async function lockEarnerBadge(earner: Owner, badgeId: string): Promise<BadgeRow> {
  await lockBadge(badgeId);
  return getEarnerBadge(earner, badgeId);
}

const notAcceptedError = (state: BadgeState) =>
  unprocessable(
    "invalid_transition",
    `This badge is ${state}: only an accepted badge can be made public or private.`,
  );

/**
 * Makes an accepted badge public or private. Records `badge.privacy.changed` and the events for employers and
 * connected applications. Throws 422 naming any other state, in which no one else sees the badge. Changes nothing if
 * the value is already set.
 */
export function updateEarnerBadge(earner: Owner, badgeId: string, body: EarnerBadgeInput): Promise<BadgeRow> {
  return transaction(async () => {
    const before = await lockEarnerBadge(earner, badgeId);
    if (before.state !== "accepted") throw notAcceptedError(before.state);
    if (before.public === body.public) return before;
    const after = await savePrivacy(before.id, body.public);
    await recordEvents(await buildPrivacyChangeEvents({ before, after }));
    return after;
  });
}

const acceptOrRejectEarnerBadge = (
  earner: Earner,
  badgeId: string,
  decision: EarnerDecision,
): Promise<BadgeRow> =>
  transaction(async () => {
    const badge = await lockEarnerBadge(earner, badgeId);
    return applyEarnerDecision(badge, decision, () => Promise.resolve(earner.userId));
  });

/** Accepts a pending badge for its earner, private if `private` is true. Throws 422 naming any other state. */
export function acceptEarnerBadge(
  earner: Earner,
  badgeId: string,
  body: EarnerAnswerInput,
): Promise<BadgeRow> {
  const isPublic = body.private === undefined ? undefined : !body.private;
  return acceptOrRejectEarnerBadge(earner, badgeId, {
    to: "accepted",
    from: ALLOWED_FROM.accepted,
    isPublic,
  });
}

/**
 * Accepts or declines a badge for the account that an LMS names as its recipient, whether or not the account has
 * confirmed the address. The caller has checked that the badge was issued to that person. Throws 404 for a badge of
 * another account.
 */
export const acceptOrRejectLaunchedBadge = (
  { userId, badgeId }: { userId: string; badgeId: string },
  decision: { to: "accepted"; isPublic: boolean | undefined } | { to: "rejected" },
): Promise<BadgeRow> =>
  transaction(async () => {
    await lockBadge(badgeId);
    const badge = await findBadgeById(badgeId);
    if (!badge || (badge.userId ?? userId) !== userId) throw notFound();
    // Only pending badges can be accepted or declined here. An accepted badge is given back in the wallet.
    return applyEarnerDecision(badge, { ...decision, from: ["pending"] }, () => Promise.resolve(userId));
  });

/** Declines a pending badge, or gives an accepted one back. Throws 422 naming any other state. */
export function rejectEarnerBadge(earner: Earner, badgeId: string): Promise<BadgeRow> {
  return acceptOrRejectEarnerBadge(earner, badgeId, { to: "rejected", from: ALLOWED_FROM.rejected });
}
