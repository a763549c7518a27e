import { imageUrl } from "@/lib/art/images/serializer";
import { badgeResults } from "@/lib/badges/issued/schema";
import { datedValidity } from "@/lib/badges/issued/choices";
import { badgePageUrl } from "@/lib/organizations/badge-facts/serializer";
import { isTestBadge, primaryIssuer } from "@/lib/badges/issued/serializer";
import { clock } from "@/lib/kernel/clock";
import { listAllowedOrigins } from "@/lib/learning/integrations/launch-origins";
import { formatRule } from "@/lib/learning/rules/description";
import { isMet } from "@/lib/learning/rules/operators";
import type { Prisma } from "@/prisma/generated/client";
import {
  MAX_LISTED,
  type LaunchPage,
  type LaunchBadge,
  type LaunchRequirement,
  type LaunchRule,
} from "./schema";

export const courseSelect = {
  name: true,
  launchOrigins: true,
  app: {
    select: { registeredOriginsOnly: true, organization: { select: { name: true, primaryHexColor: true } } },
  },
} satisfies Prisma.LearningIntegrationSelect;

export const launchBadgeSelect = {
  id: true,
  state: true,
  public: true,
  issuedAt: true,
  expiresAt: true,
  deletedAt: true,
  results: true,
  displayIssuerAs: true,
  organization: { select: { name: true, testOfId: true } },
  badgeTemplate: {
    select: {
      name: true,
      description: true,
      imageId: true,
      organization: { select: { name: true, testOfId: true } },
    },
  },
} satisfies Prisma.IssuedBadgeSelect;

export const awardSelect = {
  badgeTemplateId: true,
  badge: { select: launchBadgeSelect },
} satisfies Prisma.LearningAwardSelect;

export const ruleSelect = {
  id: true,
  description: true,
  badgeTemplate: {
    select: { id: true, name: true, imageId: true, organization: { select: { name: true } } },
  },
  requirements: {
    select: {
      operator: true,
      value: true,
      rank: true,
      gradable: { select: { id: true, name: true, callback: true } },
    },
    orderBy: { position: "asc" },
  },
} satisfies Prisma.LearningRuleSelect;

export type CourseRow = Prisma.LearningIntegrationGetPayload<{ select: typeof courseSelect }> & {
  tokens: { token: { launchOrigins: string[] } }[];
};
export type LaunchBadgeRow = Prisma.IssuedBadgeGetPayload<{ select: typeof launchBadgeSelect }>;
export type AwardRow = Prisma.LearningAwardGetPayload<{ select: typeof awardSelect }>;
export type RuleRow = Prisma.LearningRuleGetPayload<{ select: typeof ruleSelect }>;
type ScoreRow = { gradableId: number; score: string; rank: Prisma.Decimal };

const courseLaunchOrigins = ({ launchOrigins, tokens, app }: CourseRow): string[] =>
  listAllowedOrigins({
    registered: launchOrigins,
    launched: tokens.flatMap(({ token }) => token.launchOrigins),
    isRestricted: app.registeredOriginsOnly,
  });

/** The data of a learner's page: the course, and what concerns this learner in it. */
export type LaunchPageRow = {
  course: CourseRow;
  learnerName: string | null;
  awards: AwardRow[];
  /** Badges of the rules' templates that the organization issued to the learner itself, not by a rule. */
  directBadges: LaunchBadgeRow[];
  rules: RuleRow[];
  scores: ScoreRow[];
  /** Templates of which the learner has a badge that no rule of this course gave. */
  alreadyIssuedTemplateIds: Set<string>;
};

function presentBadge(badge: LaunchBadgeRow): LaunchBadge[] {
  if (badge.deletedAt || (badge.state !== "pending" && badge.state !== "accepted")) return [];
  const { badgeTemplate: template, expiresAt } = badge;
  const validity = datedValidity(badge, clock.now());
  return [
    {
      id: badge.id,
      state: badge.state,
      name: template.name,
      description: template.description,
      image_url: imageUrl(template.imageId),
      issuer_name: primaryIssuer<{ name: string }>(badge).name,
      issued_at: badge.issuedAt.toISOString(),
      expires_at: expiresAt?.toISOString() ?? null,
      is_expired: validity === "expired",
      is_not_yet_valid: validity === "not_yet_valid",
      is_test: isTestBadge(badge),
      results: badgeResults(badge),
      badge_url: badge.state === "accepted" && badge.public ? badgePageUrl(badge.id) : null,
    },
  ];
}

function presentRequirements({ requirements }: RuleRow, scores: Map<number, ScoreRow>): LaunchRequirement[] {
  return requirements.map(({ gradable, operator, value, rank }) => {
    const grade = scores.get(gradable.id);
    return {
      grade_object_id: gradable.id,
      gradable_name: gradable.name,
      callback: gradable.callback,
      operator,
      value,
      score: grade?.score ?? null,
      is_met: isMet(operator, grade ? Number(grade.rank) : null, Number(rank)),
    };
  });
}

/**
 * Returns the state of a rule for the learner; null when its badge was revoked or deleted: each badge is given once, so
 * the rule leads to nothing any more.
 */
function ruleState(
  award: AwardRow | undefined,
  hasBadgeAlready: boolean,
  isAllMet: boolean,
): LaunchRule["state"] | null {
  if (award) {
    const { state, deletedAt } = award.badge;
    if (deletedAt || state === "revoked") return null;
    return state === "rejected" ? "declined" : "issued";
  }
  if (hasBadgeAlready) return "issued";
  return isAllMet ? "claimable" : "open";
}

/** Presents the launch page of a learner. */
export function presentLaunchPage({
  course,
  learnerName,
  awards,
  directBadges,
  rules,
  scores,
  alreadyIssuedTemplateIds,
}: LaunchPageRow): LaunchPage {
  const scoreByGradable = new Map(scores.map((score) => [score.gradableId, score]));
  const awardByTemplate = new Map(awards.map((award) => [award.badgeTemplateId, award]));
  return {
    course_name: course.name,
    organization_name: course.app.organization.name,
    primary_hex_color: course.app.organization.primaryHexColor,
    learner_name: learnerName,
    launch_origins: courseLaunchOrigins(course),
    badges: [...directBadges, ...awards.map(({ badge }) => badge)].flatMap(presentBadge).slice(0, MAX_LISTED),
    rules: rules.flatMap((rule) => {
      const { badgeTemplate: template } = rule;
      const requirements = presentRequirements(rule, scoreByGradable);
      const isAllMet = requirements.length > 0 && requirements.every(({ is_met }) => is_met);
      const state = ruleState(
        awardByTemplate.get(template.id),
        alreadyIssuedTemplateIds.has(template.id),
        isAllMet,
      );
      if (state === null) return [];
      return [
        {
          id: rule.id,
          name: template.name,
          desc: formatRule(rule),
          has_own_desc: rule.description !== null,
          image_url: imageUrl(template.imageId),
          issuer_name: template.organization.name,
          state,
          requirements,
        },
      ];
    }),
  };
}
