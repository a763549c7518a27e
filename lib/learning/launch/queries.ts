import type { Integration } from "@/lib/learning/requests/caller";
import { db } from "@/lib/kernel/db";
import { MAX_LISTED } from "./schema";
import { awardSelect, courseSelect, ruleSelect } from "./serializer";

/** Finds a course with the launch origins of this token. */
export const findCourse = ({ organizationId, id }: Integration, tokenId: string) =>
  db().learningIntegration.findFirst({
    where: { organizationId, id },
    select: {
      ...courseSelect,
      tokens: { where: { tokenId }, select: { token: { select: { launchOrigins: true } } } },
    },
  });

/**
 * Finds the student of an account in an integration: by its primary address, which a launch gave it, or by a confirmed
 * one. The first of several.
 */
export async function findStudent({ organizationId, id: integrationId }: Integration, userId: string) {
  const emails = await db().userEmail.findMany({
    where: { userId, OR: [{ primary: true }, { confirmedAt: { not: null } }] },
    select: { email: true },
    take: MAX_LISTED,
  });
  return db().learningStudent.findFirst({
    where: { organizationId, integrationId, email: { in: emails.map(({ email }) => email) } },
    select: { id: true, email: true, first: true },
    orderBy: { id: "asc" },
  });
}

/** Finds the badges that rules of an integration gave to a student, newest first. */
export const findAwards = ({ organizationId, id: integrationId }: Integration, studentId: number) =>
  db().learningAward.findMany({
    where: { organizationId, integrationId, studentId },
    select: awardSelect,
    orderBy: [{ createdAt: "desc" }, { badgeId: "desc" }],
    take: MAX_LISTED,
    relationLoadStrategy: "join",
  });

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
