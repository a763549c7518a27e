import type { Integration } from "@/lib/learning/requests/caller";
import { db } from "@/lib/kernel/db";
import { MAX_LISTED } from "./schema";
import type { Prisma } from "@/prisma/generated/client";
import { awardSelect, courseSelect, launchBadgeSelect, ruleSelect } from "./serializer";

/** Finds a course with the launch origins of this token. */
export const findCourse = ({ organizationId, id }: Integration, tokenId: string) =>
  db().learningIntegration.findFirst({
    where: { organizationId, id },
    select: {
      ...courseSelect,
      tokens: { where: { tokenId }, select: { token: { select: { launchOrigins: true } } } },
    },
  });

/** Finds the badges that rules of an integration gave to a student, newest first. */
export const findAwards = ({ organizationId, id: integrationId }: Integration, studentId: number) =>
  db().learningAward.findMany({
    where: { organizationId, integrationId, studentId },
    select: awardSelect,
    orderBy: [{ createdAt: "desc" }, { badgeId: "desc" }],
    take: MAX_LISTED,
    relationLoadStrategy: "join",
  });

type Recipient = { email: string; userId: string };

/**
 * The badges that the organization of a course issued to a student itself, from a template of one of the course's
 * rules. Badges of other organizations are excluded, because an LMS can claim any address. So are badges that another
 * account accepted.
 */
const directBadgeCondition = (
  { organizationId, id: integrationId }: Integration,
  { email, userId }: Recipient,
): Prisma.IssuedBadgeWhereInput => ({
  organizationId,
  recipientEmail: email,
  state: { in: ["pending", "accepted"] },
  deletedAt: null,
  OR: [{ userId: null }, { userId }],
  learningAward: null,
  badgeTemplate: { organizationId, learningRules: { some: { organizationId, integrationId } } },
});

/** Finds the badges of a student that no rule gave, pending ones first, then newest first. */
export const findDirectBadges = (integration: Integration, recipient: Recipient) =>
  db().issuedBadge.findMany({
    where: directBadgeCondition(integration, recipient),
    select: launchBadgeSelect,
    orderBy: [{ state: "asc" }, { createdAt: "desc" }, { id: "desc" }],
    take: MAX_LISTED,
    relationLoadStrategy: "join",
  });

/** Whether the organization itself issued the badge to the student, from a template of one of the course's rules. */
export const isIssuedDirectly = async (
  integration: Integration,
  recipient: Recipient,
  badgeId: string,
): Promise<boolean> =>
  (await db().issuedBadge.count({
    where: { id: badgeId, ...directBadgeCondition(integration, recipient) },
  })) > 0;

/** Finds the rules of an integration whose badge can be issued, newest first. */
export const findRules = ({ organizationId, id: integrationId }: Integration) =>
  db().learningRule.findMany({
    where: { organizationId, integrationId, badgeTemplate: { state: "active", deletedAt: null } },
    select: ruleSelect,
    orderBy: { id: "desc" },
    take: MAX_LISTED,
    relationLoadStrategy: "join",
  });

export const findScores = (
  { organizationId, id: integrationId }: Integration,
  studentId: number,
  gradableIds: number[],
) =>
  db().learningGrade.findMany({
    where: { organizationId, integrationId, studentId, gradableId: { in: gradableIds } },
    select: { gradableId: true, score: true, rank: true },
  });

/** Finds the templates of which this address already has a badge that is not a duplicate badge, from any source. */
export async function findAlreadyIssuedTemplateIds(
  email: string,
  badgeTemplateIds: string[],
): Promise<Set<string>> {
  const rows = await db().issuedBadge.findMany({
    where: {
      badgeTemplateId: { in: badgeTemplateIds },
      recipientEmail: email,
      state: { in: ["pending", "accepted"] },
      deletedAt: null,
      badgeTemplate: { allowDuplicateBadges: false },
    },
    select: { badgeTemplateId: true },
    distinct: ["badgeTemplateId"],
  });
  return new Set(rows.map(({ badgeTemplateId }) => badgeTemplateId));
}

/** Whether a rule of the integration gave the badge to the student. */
export const isAwarded = async (
  { organizationId, id: integrationId }: Integration,
  studentId: number,
  badgeId: string,
): Promise<boolean> =>
  (await db().learningAward.count({ where: { organizationId, integrationId, studentId, badgeId } })) > 0;
