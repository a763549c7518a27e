import { getColumn } from "@/lib/kernel/columns";
import { db } from "@/lib/kernel/db";
import { Prisma } from "@/prisma/generated/client";
import { DETAILS } from "./details";

/** Assigns null to the optional texts of a badge that are about its recipient. */
export const PERSONAL_DETAILS = Prisma.raw(
  DETAILS.filter(({ isPersonal }) => isPersonal)
    .map(({ column }) => `${getColumn("IssuedBadge", column).name} = NULL`)
    .join(),
);

/**
 * Erases all personal data in up to `limit` badges that were deleted before `before`, and in the mails about them,
 * and their credentials, and what is known of the wallets that have them. Returns how many. Two calls at once share the badges.
 */
export async function eraseBadgesDeletedBefore(before: Date, now: Date, limit: number): Promise<number> {
  const rows = await db().$queryRaw<unknown[]>`
    WITH erased AS (
      UPDATE issued_badges SET erased_at = ${now}, recipient_email = '', issued_to = '', issued_to_first_name = NULL,
        issued_to_last_name = NULL, issuer_earner_group_id = NULL, user_id = NULL, country_code = NULL,
        ${PERSONAL_DETAILS}, evidence = '[]', results = NULL, revocation_reason = NULL
      WHERE id = ANY (ARRAY(
        SELECT id FROM issued_badges WHERE deleted_at <= ${before} AND erased_at IS NULL
        ORDER BY deleted_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
      ))
      RETURNING id
    ), emptied AS (
      UPDATE outbox_messages SET payload = NULL
      WHERE subject_id IN (SELECT id FROM erased) AND kind = 'mail' AND state <> 'due'
    ), forgotten AS (
      DELETE FROM signed_credentials WHERE badge_id IN (SELECT id FROM erased)
    ), offers AS (
      DELETE FROM wallet_offers WHERE badge_id IN (SELECT id FROM erased)
    ), copies AS (
      DELETE FROM wallet_copies WHERE badge_id IN (SELECT id FROM erased)
    )
    SELECT id FROM erased`;
  return rows.length;
}
