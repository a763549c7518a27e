import type { LearningGradableItem } from "@/lib/learning/organization-lists/schema";
import type { LearningRuleDocument, RuleOperator } from "@/lib/learning/rules/schema";

/** Whose rules are written, and where. */
export type RulePlace = { organizationId: string; integrationId: number; badgeTemplateId: string };

/** What a rule can ask for. */
export type GradableChoice = Pick<
  LearningGradableItem,
  "id" | "name" | "extern_id" | "callback" | "min_pass_requirement"
>;

export type RequirementValues = { grade_object_id: string; operator: RuleOperator; value: string };

/** The fields of one rule; `stored` is its id, empty for a new one (`id` is taken by the form's own rows). */
export type RuleValues = { stored: string; desc: string; requirements: RequirementValues[] };

/** The fields of the builder. */
export type BuilderValues = { rules: RuleValues[] };

/** A grade that passes is what most rules ask for; what has no degrees is just asked for. */
export const requirementOf = (gradable: GradableChoice | undefined): RequirementValues => ({
  grade_object_id: gradable ? String(gradable.id) : "",
  operator: gradable && hasDegrees(gradable.callback) ? "gte" : "eq",
  value: gradable?.min_pass_requirement ?? "",
});

export const emptyRule = (gradable: GradableChoice | undefined): RuleValues => ({
  stored: "",
  desc: "",
  requirements: [requirementOf(gradable)],
});

/** Grades of which one can be better than another, without there being only two. */
const hasDegrees = (callback: GradableChoice["callback"]): boolean =>
  callback === "points" || callback === "letterGrade";

type Requirements = LearningRuleDocument["rules"][number]["requirements"];

const requirementValues = (requirements: Requirements): RequirementValues[] =>
  requirements.map(({ grade_object_id, operator, value }) => ({
    grade_object_id: String(grade_object_id),
    operator,
    value,
  }));

/** The stored rules as the builder edits them. */
export const builderValues = (document: LearningRuleDocument): BuilderValues => ({
  rules: document.rules.map((rule) => ({
    stored: String(rule.id),
    desc: rule.own_desc ?? "",
    requirements: requirementValues(rule.requirements),
  })),
});

const requirementBody = ({ grade_object_id, operator, value }: RequirementValues) => ({
  // An empty choice stays empty, so that it is told as missing and not as a wrong number.
  grade_object_id: grade_object_id === "" ? undefined : Number(grade_object_id),
  operator,
  value,
});

/** The body of the request that saves these rules. */
export const rulesBody = ({ rules }: BuilderValues) => ({
  rules: rules.map(({ stored, desc, requirements }) => ({
    ...(stored === "" ? {} : { id: Number(stored) }),
    desc,
    requirements: requirements.map(requirementBody),
  })),
});

/** The body of the question who would qualify. */
export const previewBody = ({ rules }: BuilderValues, badgeTemplateId: string) => ({
  rules: rules.map(({ requirements }) => ({ requirements: requirements.map(requirementBody) })),
  badge_template_id: badgeTemplateId,
});
