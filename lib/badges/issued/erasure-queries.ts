import { getColumn } from "@/lib/kernel/columns";
import { db } from "@/lib/kernel/db";
import { Prisma, type BadgeState } from "@/prisma/generated/client";
import { DETAILS } from "./details";
import { pseudonymSql } from "@/lib/platform/recording/pseudonym";

/** Assigns null to the optional texts of a badge that are about its recipient. */
const PERSONAL_DETAILS = Prisma.raw(
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

/** Whose badges are erased: those of accounts, and those that were issued to addresses before a time. */
export type BadgeOwner = { userIds: string[]; addresses: string[]; before: Date };

/**
 * Selects the badges of a person: those of the accounts, and those at the addresses that belong to no account. A badge at
 * one of the addresses that another account accepted belongs to that account.
 */
const badgeIdsSql = ({ userIds, addresses, before }: BadgeOwner): Prisma.Sql => Prisma.sql`
  SELECT id FROM issued_badges WHERE user_id = ANY (${userIds}::uuid[])
  UNION ALL
  SELECT id FROM issued_badges WHERE user_id IS NULL AND recipient_email = ANY (${addresses}::text[])
    AND created_at < ${before}`;

/** The badges of a person, and the signed credentials that are removed with them. */
export type BadgeCounts = { badges: number; credentials: number };

export async function countBadges(owner: BadgeOwner): Promise<BadgeCounts> {
  const rows = await db().$queryRaw<BadgeCounts[]>`
    WITH own AS MATERIALIZED (${badgeIdsSql(owner)})
    SELECT (SELECT count(*)::int FROM own) AS badges,
      (SELECT count(*)::int FROM signed_credentials WHERE badge_id IN (SELECT id FROM own)) AS credentials`;
  return rows[0] ?? { badges: 0, credentials: 0 };
}

export type LockedBadge = {
  id: string;
  organizationId: string;
  templateOrganizationId: string;
  state: BadgeState;
  isDeleted: boolean;
};

/** Locks up to `limit` badges of a person, in the order of their ids. */
export const lockBadgesOfPerson = (owner: BadgeOwner, limit: number): Promise<LockedBadge[]> =>
  db().$queryRaw<LockedBadge[]>`
    SELECT id, organization_id AS "organizationId", template_organization_id AS "templateOrganizationId", state::text,
      deleted_at IS NOT NULL AS "isDeleted"
    FROM issued_badges WHERE id = ANY (ARRAY(SELECT id FROM (${badgeIdsSql(owner)}) AS own LIMIT ${limit}))
    ORDER BY id FOR UPDATE`;

type Pseudonym = { key: string; name: string; reason: string; at: Date };

/** Replaces everything in these badges that says whose they are, and revokes those that were not yet at their end. */
export async function pseudonymizeBadges(
  badges: LockedBadge[],
  { key, name, reason, at }: Pseudonym,
): Promise<void> {
  const isEnded = Prisma.sql`state IN ('revoked', 'rejected') OR deleted_at IS NOT NULL`;
  await db().$executeRaw`
    UPDATE issued_badges SET erased_at = ${at}, updated_at = ${at},
      recipient_email = ${pseudonymSql(key)}, issued_to = ${name}, issued_to_first_name = NULL,
      issued_to_last_name = NULL, issuer_earner_group_id = NULL, user_id = NULL, country_code = NULL,
      ${PERSONAL_DETAILS}, evidence = '[]', results = NULL, public = false, locale = 'en',
      revocation_reason = CASE WHEN ${isEnded} THEN NULL ELSE ${reason} END,
      state_updated_at = CASE WHEN ${isEnded} THEN state_updated_at ELSE ${at} END,
      state = CASE WHEN ${isEnded} THEN state ELSE 'revoked' END
    WHERE id = ANY (${badges.map(({ id }) => id)}::uuid[])`;
}

/** What was removed with badges. */
export type RemovedCopies = { mails: number; credentials: number; walletCopies: number; importRows: number };

/**
 * Removes the copies of what badges said: mails about them, signed credentials, what is known of wallets, the rows of
 * imports, the answers of receivers to webhooks, and messages of bulk actions.
 */
export async function removeBadgeCopies(ids: string[]): Promise<RemovedCopies> {
  const rows = await db().$queryRaw<RemovedCopies[]>`
    WITH given AS (SELECT unnest(${ids}::uuid[]) AS id), mails AS (
      DELETE FROM outbox_messages WHERE kind = 'mail' AND subject_id IN (SELECT id FROM given) RETURNING 1
    ), credentials AS (
      DELETE FROM signed_credentials WHERE badge_id IN (SELECT id FROM given) RETURNING 1
    ), offers AS (
      DELETE FROM wallet_offers WHERE badge_id IN (SELECT id FROM given)
    ), copies AS (
      DELETE FROM wallet_copies WHERE badge_id IN (SELECT id FROM given) RETURNING 1
    ), import_rows AS (
      UPDATE badge_import_rows SET cells = '{}', recipient_email = '', recipient_name = '', problems = '[]'
      WHERE badge_id IN (SELECT id FROM given) AND recipient_email <> '' RETURNING badge_import_id
    ), samples AS (
      UPDATE badge_imports SET columns = (
        SELECT COALESCE(jsonb_agg(jsonb_set(item, '{samples}', '[]')), '[]') FROM jsonb_array_elements(columns) AS item)
      WHERE id IN (SELECT badge_import_id FROM import_rows)
    ), attempts AS (
      UPDATE webhook_attempts SET response_excerpt = NULL, response_headers = NULL WHERE (response_excerpt IS NOT NULL OR response_headers IS NOT NULL) AND outbox_message_id IN (
        SELECT message.id FROM events JOIN outbox_messages AS message ON message.subject_id = events.id
        WHERE events.subject_id IN (SELECT id FROM given))
    ), items AS (
      UPDATE badge_bulk_action_items SET message = NULL
      WHERE badge_id IN (SELECT id FROM given) AND message IS NOT NULL
    )
    SELECT (SELECT count(*)::int FROM mails) AS mails, (SELECT count(*)::int FROM credentials) AS credentials,
      (SELECT count(*)::int FROM copies) AS "walletCopies", (SELECT count(*)::int FROM import_rows) AS "importRows"`;
  return rows[0] ?? { mails: 0, credentials: 0, walletCopies: 0, importRows: 0 };
}
