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

/** Deliveries that were given up, counted to `most`; and since when the organization's receiver fails. */
export async function findWebhookFailures(organizationId: string, most: number) {
  const rows = await db().$queryRaw<{ failed: number; failingSince: Date | null }[]>`
    SELECT webhook_failing_since AS "failingSince", (SELECT count(*)::int FROM (
      SELECT FROM outbox_messages AS message WHERE message.organization_id = organization.id
        AND message.kind = 'webhook' AND message.state = 'failed' LIMIT ${most}) AS given_up) AS failed
    FROM organizations AS organization WHERE id = ${organizationId}::uuid`;
  return rows[0] ?? { failed: 0, failingSince: null };
}
