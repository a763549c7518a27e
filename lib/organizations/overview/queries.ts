import { tokenSelect, type TokenRow } from "@/lib/access/authorization-tokens/serializer";
import { db } from "@/lib/kernel/db";
import type { Prisma } from "@/prisma/generated/client";

/** How many templates of the organization are in each state. */
export const countTemplatesByState = (organizationId: string) =>
  db().badgeTemplate.groupBy({ by: ["state"], where: { organizationId, deletedAt: null }, _count: true });

/** Tokens that end in this span, the first to end first. */
export const findTokensEnding = (
  visible: Prisma.AuthorizationTokenWhereInput,
  span: { after: Date; before: Date },
): Promise<TokenRow[]> =>
  db().authorizationToken.findMany({
    where: { ...visible, expiresAt: { gt: span.after, lte: span.before } },
    select: tokenSelect,
    orderBy: [{ expiresAt: "asc" }, { id: "asc" }],
    take: 50,
  });
