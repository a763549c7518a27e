import { db } from "@/lib/kernel/db";
import { loadPage, toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import { Prisma } from "@/prisma/generated/client";
import { usedRecentlySql, VALID_TOKENS } from "./queries";
import type { OwnTokenRow } from "./serializer";

const ownTokensSql = (userId: string, now: Date) => Prisma.sql`
  FROM ${VALID_TOKENS}
  WHERE token.user_id = ${userId}::uuid AND token.expires_at > ${now}::timestamptz AND ${usedRecentlySql(now)}`;

async function countOwnTokens(userId: string, now: Date): Promise<number> {
  const rows = await db().$queryRaw<{ total: number }[]>`
    SELECT count(*)::int AS total ${ownTokensSql(userId, now)}`;
  return rows[0]?.total ?? 0;
}

/** Finds the valid tokens that act for a person, the newest first. */
export function findOwnTokens(userId: string, now: Date, page: PageRequest): Promise<Page<OwnTokenRow>> {
  const { skip, take } = toSkipTake(page);
  const rows = db().$queryRaw<OwnTokenRow[]>`
    SELECT token.id, token.kind::text AS kind, app.name AS "appName", organizations.name AS "organizationName",
      token.created_at AS "createdAt", token.expires_at AS "expiresAt", token.last_used_at AS "lastUsedAt",
      token.address, token.browser
    ${ownTokensSql(userId, now)}
    ORDER BY token.created_at DESC, token.id DESC LIMIT ${take} OFFSET ${skip}`;
  return loadPage(page, rows, countOwnTokens(userId, now));
}

/** Deletes one token of a person, or all of them. Returns how many there were. */
export const deleteOwnTokens = (userId: string, id?: string) =>
  db().learningToken.deleteMany({ where: { userId, ...(id === undefined ? {} : { id }) } });
