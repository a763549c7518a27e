import type { LearningGradableItem } from "@/lib/learning/organization-lists/schema";
import type { LearningRuleDocument, RuleOperator } from "@/lib/learning/rules/schema";

/** Identifies the rules to edit: those of one badge in one integration. */
export type RuleTarget = { organizationId: string; integrationId: number; badgeTemplateId: string };

/** A gradable that a rule can use. */
export type GradableChoice = Pick<
  LearningGradableItem,
  "id" | "name" | "extern_id" | "callback" | "min_pass_requirement"
>;

export type RequirementValues = { grade_object_id: string; operator: RuleOperator; value: string };

/** The fields of one rule. `stored` is its id, empty for a new rule (react-hook-form uses `id` for its rows). */
export type RuleValues = {
  stored: string;
  desc: string;
  includes_results: boolean;
  requirements: RequirementValues[];
};

/** The fields of the builder. */
export type BuilderValues = { rules: RuleValues[] };

/** Builds a requirement of the passing grade, which most rules need: "at least" it, or "is" for unordered grades. */
export const defaultRequirement = (gradable: GradableChoice | undefined): RequirementValues => ({
  grade_object_id: gradable ? String(gradable.id) : "",
  operator: gradable && isScale(gradable.callback) ? "gte" : "eq",
  value: gradable?.min_pass_requirement ?? "",
});

export const emptyRule = (gradable: GradableChoice | undefined): RuleValues => ({
  stored: "",
  desc: "",
  includes_results: false,
  requirements: [defaultRequirement(gradable)],
});

/** Whether grades of this type form a scale with more than two values. */
const isScale = (callback: GradableChoice["callback"]): boolean =>
  callback === "points" || callback === "letterGrade";

type Requirements = LearningRuleDocument["rules"][number]["requirements"];

const requirementValues = (requirements: Requirements): RequirementValues[] =>
  requirements.map(({ grade_object_id, operator, value }) => ({
    grade_object_id: String(grade_object_id),
    operator,
    value,
  }));

/** Builds the form values from the stored rules. */
export const builderValues = (document: LearningRuleDocument): BuilderValues => ({
  rules: document.rules.map((rule) => ({
    stored: String(rule.id),
    desc: rule.own_desc ?? "",
    includes_results: rule.includes_results,
    requirements: requirementValues(rule.requirements),
  })),
});

const requirementBody = ({ grade_object_id, operator, value }: RequirementValues) => ({
  // An empty choice stays undefined, so that it is reported as missing and not as an invalid number.
  grade_object_id: grade_object_id === "" ? undefined : Number(grade_object_id),
  operator,
  value,
});

/** Builds the body of the request that saves these rules. */
export const rulesBody = ({ rules }: BuilderValues) => ({
  rules: rules.map(({ stored, desc, includes_results, requirements }) => ({
    ...(stored === "" ? {} : { id: Number(stored) }),
    desc,
    includes_results,
    requirements: requirements.map(requirementBody),
  })),
});

/** Builds the body of the request that previews who would qualify. */
export const previewBody = ({ rules }: BuilderValues, badgeTemplateId: string) => ({
  rules: rules.map(({ requirements }) => ({ requirements: requirements.map(requirementBody) })),
  badge_template_id: badgeTemplateId,
});
