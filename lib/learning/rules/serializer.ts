import { imageUrl } from "@/lib/art/images/serializer";
import { gradableSelect, presentGradable } from "@/lib/learning/gradables/serializer";
import type { Prisma } from "@/prisma/generated/client";
import { formatRule, formatRules } from "./description";
import type { LearningRule, LearningRuleDocument, RuleDescription, RulesUpdated } from "./schema";

export const ruleSelect = {
  id: true,
  name: true,
  description: true,
  includesResults: true,
  requirements: {
    select: { gradableId: true, operator: true, value: true, gradable: { select: gradableSelect } },
    orderBy: { position: "asc" },
  },
} satisfies Prisma.LearningRuleSelect;

type RuleRow = Prisma.LearningRuleGetPayload<{ select: typeof ruleSelect }>;

/** The columns of a badge template that rules need. */
export const ruleBadgeSelect = {
  id: true,
  name: true,
  learningBadgeId: true,
  state: true,
} satisfies Prisma.BadgeTemplateSelect;

/** A badge with its rules in one integration. */
export type RuleBadgeRow = Prisma.BadgeTemplateGetPayload<{ select: typeof ruleBadgeSelect }> & {
  rules: RuleRow[];
};

const presentRule = (badge: RuleBadgeRow, rule: RuleRow): LearningRule => ({
  id: rule.id,
  badge_id: badge.learningBadgeId,
  name: rule.name ?? badge.name,
  desc: formatRule(rule),
  requirements: rule.requirements.map(({ gradableId, gradable, operator, value }) => ({
    grade_object_id: gradableId,
    gradable: presentGradable(gradable),
    operator,
    value,
  })),
});

export const presentRules = (badge: RuleBadgeRow): LearningRule[] =>
  badge.rules.map((rule) => presentRule(badge, rule));

export const presentRuleDescription = ({ rules }: RuleBadgeRow): RuleDescription => ({
  desc: formatRules(rules),
});

/** Presents the description with what a client cannot know: the number of a new badge and the ids of new rules. */
export const presentRulesUpdated = (badge: RuleBadgeRow): RulesUpdated => ({
  ...presentRuleDescription(badge),
  badge_id: badge.learningBadgeId,
  rules: presentRules(badge),
});

/** A rule of a badge with its integration. */
export const templateRuleSelect = {
  ...ruleSelect,
  integration: { select: { id: true, name: true } },
} satisfies Prisma.LearningRuleSelect;

export type TemplateRuleRow = Prisma.LearningRuleGetPayload<{ select: typeof templateRuleSelect }>;

/** A rule that gives a badge, in words, with the integration whose students it is for. */
export type TemplateRule = { id: number; desc: string; integration: { id: number; name: string } };

export const presentTemplateRule = (rule: TemplateRuleRow): TemplateRule => ({
  id: rule.id,
  desc: formatRule(rule),
  integration: rule.integration,
});

/** The columns of a badge that the editor of its rules shows. */
export const ruleDocumentSelect = { ...ruleBadgeSelect, imageId: true } satisfies Prisma.BadgeTemplateSelect;

export type RuleDocumentRow = RuleBadgeRow & { imageId: string; badgesCount: number };

export const presentRuleDocument = (badge: RuleDocumentRow): LearningRuleDocument => ({
  badge_template: {
    id: badge.id,
    learning_badge_id: badge.learningBadgeId,
    name: badge.name,
    image_url: imageUrl(badge.imageId),
    state: badge.state,
  },
  desc: formatRules(badge.rules),
  badges_count: badge.badgesCount,
  rules: badge.rules.map((rule) => ({
    ...presentRule(badge, rule),
    own_desc: rule.description,
    includes_results: rule.includesResults,
  })),
});
