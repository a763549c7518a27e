import type { Prisma } from "@/prisma/generated/client";

/**
 * The templates that an organization may issue from: its own, and those of its grantors; of a grantor that
 * restricts by badge templates only the allowed ones. The issuing statement (lib/badges/issued/issue-queries.ts)
 * holds the same rule at the moment of writing.
 */
export const issuableBy = (issuerId: string) =>
  ({
    OR: [
      { organizationId: issuerId },
      { organization: { authorizedIssuers: { some: { issuerId, restrictByBadgeTemplates: false } } } },
      { issuerAuthorizations: { some: { authorization: { issuerId } } } },
    ],
  }) satisfies Prisma.BadgeTemplateWhereInput;
