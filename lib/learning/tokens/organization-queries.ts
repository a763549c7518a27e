import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { loadPage, toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import { Prisma } from "@/prisma/generated/client";
import { usedRecentlySql, VALID_TOKENS } from "./queries";
import type { AppTokenRow } from "./serializer";

/** The valid tokens of an app that programs use. */
const programTokensSql = (organizationId: string, appId: string) => Prisma.sql`
  FROM ${VALID_TOKENS}
  WHERE token.app_id = ${appId}::uuid AND app.organization_id = ${organizationId}::uuid AND token.kind <> 'learner'
    AND token.expires_at > ${clock.now()}::timestamptz AND ${usedRecentlySql(clock.now())}`;

async function countProgramTokens(organizationId: string, appId: string): Promise<number> {
  const rows = await db().$queryRaw<{ total: number }[]>`
    SELECT count(*)::int AS total ${programTokensSql(organizationId, appId)}`;
  return rows[0]?.total ?? 0;
}

export function findProgramTokens(
  organizationId: string,
  appId: string,
  page: PageRequest,
): Promise<Page<AppTokenRow>> {
  const { skip, take } = toSkipTake(page);
  const rows = db().$queryRaw<AppTokenRow[]>`
    SELECT token.id, token.kind::text AS kind, token.user_id AS "userId", first_name AS "firstName",
      last_name AS "lastName", token.created_at AS "createdAt", token.expires_at AS "expiresAt",
      token.last_used_at AS "lastUsedAt", token.last_successfully_used_at AS "lastSuccessfullyUsedAt",
      token.address, token.browser,
      ARRAY(SELECT integration_id FROM learning_token_integrations WHERE token_id = token.id ORDER BY 1)
        AS "integrationIds"
    ${programTokensSql(organizationId, appId)}
    ORDER BY token.created_at DESC, token.id DESC LIMIT ${take} OFFSET ${skip}`;
  return loadPage(page, rows, countProgramTokens(organizationId, appId));
}

export const deleteProgramToken = (organizationId: string, appId: string, id: string) =>
  db().learningToken.deleteMany({
    where: { id, appId, app: { organizationId }, kind: { not: "learner" } },
  });
