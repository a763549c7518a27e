import { tokenSelect, type TokenRow } from "@/lib/authorization-tokens/serializer";
import { db } from "@/lib/kernel/db";
import type { Prisma } from "@/prisma/generated/client";

/** How many templates of the organization are in each state. */
export const countTemplatesByState = (organizationId: string) =>
  db().badgeTemplate.groupBy({ by: ["state"], where: { organizationId, deletedAt: null }, _count: true });

/** Tokens that end in this span, the first to end first. */
export const findTokensEnding = (
  organizationId: string,
  span: { after: Date; before: Date },
  visible: Prisma.AuthorizationTokenWhereInput,
): Promise<TokenRow[]> =>
  db().authorizationToken.findMany({
    where: { organizationId, expiresAt: { gt: span.after, lte: span.before }, ...visible },
    select: tokenSelect,
    orderBy: [{ expiresAt: "asc" }, { id: "asc" }],
    take: 50,
  });

/** Deliveries of which an attempt failed, counted to `most`; and since when the organization's receiver fails. */
export async function findWebhookFailures(organizationId: string, most: number) {
  const rows = await db().$queryRaw<{ undelivered: number; failingSince: Date | null }[]>`
    SELECT webhook_failing_since AS "failingSince", (SELECT count(*)::int FROM (
      SELECT FROM outbox_messages AS message WHERE message.organization_id = organization.id
        AND message.kind = 'webhook'
        AND (message.state = 'failed' OR (message.state = 'due' AND message.last_reason IS NOT NULL))
      LIMIT ${most}) AS failed) AS undelivered
    FROM organizations AS organization WHERE id = ${organizationId}::uuid`;
  return rows[0] ?? { undelivered: 0, failingSince: null };
}
