import type { Caller } from "@/lib/kernel/caller";
import { transaction } from "@/lib/kernel/db";
import { gone, notFound, unprocessable } from "@/lib/kernel/errors";
import { isUuid } from "@/lib/kernel/ids";
import { parseFilter } from "@/lib/kernel/list/filter";
import { listKeys } from "@/lib/kernel/list/keys";
import { parsePage, type Page } from "@/lib/kernel/list/page";
import { parseSort } from "@/lib/kernel/list/sort";
import { record } from "@/lib/kernel/outbox/record";
import { isPurposeToken } from "@/lib/kernel/secrets";
import { ensureConfirmedUser } from "@/lib/users/service";
import type { BadgeState } from "@/prisma/generated/client";
import { badgeEvents } from "./issue";
import { findBadge, findBadgeById, findBadgesForEvents, moveState } from "./queries";
import type { AnswerInput } from "./schema";
import { filters, findBadgePage, sorts } from "./search-queries";
import type { BadgeRow } from "./serializer";

export const badgeKeys = listKeys(filters, sorts);

/** Badges that the organization issued, newest first unless sorted. */
export function listBadges(caller: Caller, { query }: { query: URLSearchParams }): Promise<Page<BadgeRow>> {
  const criteria = parseFilter(query.get("filter"), filters);
  const where = { organizationId: caller.organizationId, deletedAt: null, AND: criteria };
  const order = parseSort(query.get("sort"), sorts, [{ createdAt: "desc" }]);
  return findBadgePage(where, order, parsePage(query));
}

/** A badge that the organization issued, or that was issued from its template; 404 otherwise. */
export async function getBadge(
  caller: Caller,
  { params }: { params: Record<string, string> },
): Promise<BadgeRow> {
  const row = await findBadge(caller.organizationId, params.badge_id ?? "");
  if (!row) throw notFound();
  return row;
}

/** Badges as their events show them: deleted ones too. */
export const badgesForEvents = findBadgesForEvents;

/** A badge for its public page: 404 unless it was accepted and is public, or is revoked (410) or replaced. */
export async function getPublicBadge(id: string): Promise<BadgeRow> {
  const row = isUuid(id) ? await findBadgeById(id) : null;
  if (!row) throw notFound();
  if (row.state === "revoked") throw gone("This badge was revoked by its issuer.");
  if (row.state === "replaced") return row;
  if (row.state !== "accepted" || !row.public) throw notFound();
  return row;
}

/**
 * A badge for whoever holds the link of its mail: 404 for a wrong link. The link may show the badge in any state,
 * but answer for it only while it is pending.
 */
export async function getBadgeByLink(id: string, token: string): Promise<BadgeRow> {
  const isRightLink = isUuid(id) && isPurposeToken(token, "accept-badge", id);
  const row = isRightLink ? await findBadgeById(id) : null;
  if (!row) throw notFound("This link is not complete or no longer valid.");
  return row;
}

const wrongState = (state: BadgeState, verb: string) =>
  unprocessable("invalid_transition", `This badge is ${state} and cannot be ${verb}.`);

async function answerBadge(
  badge: BadgeRow,
  from: readonly BadgeState[],
  to: "accepted" | "rejected",
  isPublic: boolean | undefined,
): Promise<BadgeRow> {
  return transaction(async () => {
    const user = await ensureConfirmedUser({
      email: badge.recipientEmail,
      firstName: badge.issuedToFirstName ?? badge.issuedTo,
      middleName: badge.issuedToMiddleName,
      lastName: badge.issuedToLastName ?? "",
      locale: badge.locale,
    });
    const visibility = isPublic === undefined ? {} : { public: isPublic };
    if (!(await moveState(badge.id, from, { state: to, userId: user.id, ...visibility }))) {
      const now = await findBadgeById(badge.id);
      throw wrongState(now?.state ?? badge.state, to);
    }
    await record(badgeEvents(badge, "badge.state.changed", { state: to }));
    const row = await findBadgeById(badge.id);
    if (!row) throw notFound();
    return row;
  });
}

/**
 * The earner accepts a pending badge by the link of the mail; the address is thereby confirmed and gets an account.
 * 422 that names the state when it is not pending; of two racing answers one wins.
 */
export async function acceptBadge({ params, body }: { params: Record<string, string>; body: AnswerInput }) {
  const badge = await getBadgeByLink(params.badge_id ?? "", body.token);
  if (badge.state !== "pending") throw wrongState(badge.state, "accepted");
  return answerBadge(badge, ["pending"], "accepted", body.private === undefined ? undefined : !body.private);
}

/** The earner declines a pending badge by the link of the mail: final for this badge. */
export async function rejectBadge({ params, body }: { params: Record<string, string>; body: AnswerInput }) {
  const badge = await getBadgeByLink(params.badge_id ?? "", body.token);
  if (badge.state !== "pending") throw wrongState(badge.state, "rejected");
  return answerBadge(badge, ["pending"], "rejected", undefined);
}
