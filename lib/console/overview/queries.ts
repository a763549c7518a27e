import { tokenSelect, type TokenRow } from "@/lib/applications/authorization-tokens/serializer";
import { db } from "@/lib/kernel/db";
import type { Prisma } from "@/prisma/generated/client";

/** Counts the templates of the organization in each state. */
export const countTemplatesByState = (organizationId: string) =>
  db().badgeTemplate.groupBy({ by: ["state"], where: { organizationId, deletedAt: null }, _count: true });

/** Finds the tokens that expire in this span, in the order of their expiry. */
export const findExpiringTokens = (
  visible: Prisma.AuthorizationTokenWhereInput,
  span: { after: Date; before: Date },
): Promise<TokenRow[]> =>
  db().authorizationToken.findMany({
    where: { ...visible, expiresAt: { gt: span.after, lte: span.before } },
    select: tokenSelect,
    orderBy: [{ expiresAt: "asc" }, { id: "asc" }],
    take: 50,
  });
