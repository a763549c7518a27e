import { z } from "zod";
import { BADGE_TEMPLATE_STATES, BadgeTemplateInput } from "@/lib/badges/templates/schema";
import { flag, optionalNotNull, text } from "@/lib/kernel/fields";
import { idParameter, jsonParameter, textParameter } from "@/lib/learning/requests/parameters";
import { LearningGradable } from "@/lib/learning/gradables/schema";
import { MAX_REQUIREMENTS, MAX_RULES } from "./choices";

export const RULE_OPERATORS = ["gte", "gt", "eq", "lte", "lt"] as const;
export type RuleOperator = (typeof RULE_OPERATORS)[number];

/** Both names of each operator (specification, "Rule operators"); the short one is stored and shown. */
export const OPERATOR_NAMES = {
  gte: "gte",
  greaterThanOrEqualTo: "gte",
  gt: "gt",
  greaterThan: "gt",
  eq: "eq",
  equalTo: "eq",
  lte: "lte",
  lessThanOrEqualTo: "lte",
  lt: "lt",
  lessThan: "lt",
} as const satisfies Record<string, RuleOperator>;

type OperatorName = keyof typeof OPERATOR_NAMES;

/** Specification, "Learning-edition resources". */
export const LearningRule = z
  .strictObject({
    id: z.int(),
    badge_id: z.int(),
    name: z.string().meta({ description: "The name of its badge." }),
    desc: z.string().meta({ description: "The author's description, or else the requirements in words." }),
    requirements: z.array(
      z.strictObject({
        grade_object_id: z.int().meta({ description: "The `id` of the gradable." }),
        gradable: LearningGradable,
        operator: z.enum(RULE_OPERATORS),
        value: z.string(),
      }),
    ),
  })
  .meta({ id: "LearningRule" });
export type LearningRule = z.infer<typeof LearningRule>;

export const RuleDescription = z
  .strictObject({
    desc: z
      .string()
      .meta({ description: "A description of all rules of the badge, one of which must be met." }),
  })
  .meta({ id: "LearningRuleDescription" });
export type RuleDescription = z.infer<typeof RuleDescription>;

export const RulesUpdated = z
  .strictObject({ ...RuleDescription.shape, badge_id: z.int(), rules: z.array(LearningRule) })
  .meta({ id: "LearningRulesUpdated" });
export type RulesUpdated = z.infer<typeof RulesUpdated>;

export const BadgeParameter = z.object({
  badge_id: idParameter().meta({ description: "`learning_badge_id` of a badge template." }),
});
export type BadgeParameter = z.infer<typeof BadgeParameter>;

const names = Object.keys(OPERATOR_NAMES) as [OperatorName, ...OperatorName[]];

export const RequirementInput = z.object({
  grade_object_id: idParameter(),
  operator: z
    .enum(names, { error: `must be one of ${names.join(", ")}` })
    .transform((name): RuleOperator => OPERATOR_NAMES[name]),
  value: textParameter(),
});
export type RequirementInput = z.infer<typeof RequirementInput>;

const RuleInput = z.object({
  id: z
    .union([z.literal("new"), idParameter()], { error: "must be `new` or the ID of a rule" })
    .meta({ description: "`new` creates a rule." }),
  requirements: jsonParameter(z.array(RequirementInput).min(1).max(MAX_REQUIREMENTS)),
  desc: text()
    .nullable()
    .optional()
    .meta({ description: "Unchanged when not given. When empty, it is generated from the requirements." }),
});
export type RuleInput = z.infer<typeof RuleInput>;

/** A rule as the organization writes it: it alone decides whether badges contain grades. */
export type RuleSettings = RuleInput & { includes_results?: boolean | undefined };

const RuleInputs = z.array(RuleInput).max(MAX_RULES);

const isMissing = ({ input }: z.core.$ZodIssue): boolean =>
  input === undefined || (Array.isArray(input) && input.length === 0);

/** Returns the error name of an issue. The specification has only these names for errors in rules. */
function readErrorName(issue: z.core.$ZodIssue): string {
  const at = issue.path.indexOf("requirements");
  if (at < 0) return "invalid_param_rules";
  const isList = at === issue.path.length - 1;
  return `${isList && isMissing(issue) ? "missing" : "invalid"}_param_rules_requirements`;
}

/** Rules as a list or as its JSON text. Errors get the names of the specification. */
const rulesParameter = () =>
  z
    .unknown()
    .transform((value, context): RuleInput[] => {
      const { data, error } = jsonParameter(RuleInputs).safeParse(value, { reportInput: true });
      if (data) return data;
      // Backwards, because only the last of several errors with one name is reported.
      for (const issue of error.issues.toReversed()) {
        const message = `${issue.path.join(".")} ${issue.input === undefined ? "is required" : issue.message}`;
        context.addIssue({ code: "custom", params: { error: readErrorName(issue) }, input: value, message });
      }
      return z.NEVER;
    })
    .meta({
      description: "A list, or a list as JSON text. Required unless `clear_all` is set.",
      override: z.toJSONSchema(RuleInputs, { io: "input" }) as object,
    });

/** Runs a check of several fields unless one of them is invalid, so that all errors are reported at once. */
const unlessInvalid =
  (...names: string[]) =>
  ({ value, issues }: z.core.ParsePayload): boolean =>
    value instanceof Object && !issues.some(({ path }) => names.includes(String(path?.[0])));

const { description, global_activity_url, skills } = BadgeTemplateInput.shape;

export const RulesChange = z
  .object({
    badge_id: z
      .union([z.literal("new"), idParameter()], { error: "must be `new` or a number" })
      .meta({ description: "`learning_badge_id` of a badge template. `new` creates one." }),
    rules: rulesParameter().optional(),
    clear_all: optionalNotNull(flag()).meta({
      description: "Deletes all rules of the badge. Not allowed together with `rules`.",
    }),
    name: textParameter().optional().meta({ description: "The name of a new badge. Required for `new`." }),
    description,
    global_activity_url,
    skills,
  })
  .refine(({ rules = [], clear_all: isCleared = false }) => rules.length > 0 || isCleared, {
    params: { error: "missing_param_rules" },
    path: ["rules"],
    message: "is required unless clear_all is set",
    when: unlessInvalid("rules", "clear_all"),
  })
  .refine(({ rules = [], clear_all: isCleared = false }) => rules.length === 0 || !isCleared, {
    params: { error: "invalid_param_rules" },
    path: ["rules"],
    message: "cannot be written and cleared at once",
    when: unlessInvalid("rules", "clear_all"),
  })
  .refine(({ badge_id: badge, name }) => badge !== "new" || name !== undefined, {
    params: { error: "missing_param_name" },
    path: ["name"],
    message: "is required for a new badge",
    when: unlessInvalid("badge_id", "name"),
  })
  .refine(({ badge_id: badge, clear_all: isCleared = false }) => badge !== "new" || !isCleared, {
    params: { error: "invalid_param_clear_all" },
    path: ["clear_all"],
    message: "finds no rules of a new badge",
    when: unlessInvalid("badge_id", "clear_all"),
  });
export type RulesChange = z.infer<typeof RulesChange>;

/** All rules of a badge in an integration, one of which must be met, as members of the organization edit them. */
export const LearningRuleDocument = z
  .strictObject({
    badge_template: z.strictObject({
      id: z.uuid(),
      learning_badge_id: z.int(),
      name: z.string(),
      image_url: z.string(),
      state: z.enum(BADGE_TEMPLATE_STATES),
    }),
    desc: z.string().meta({ description: "All rules in words. Empty without rules." }),
    badges_count: z.int().meta({ description: "Badges that the rules gave to students of the integration." }),
    rules: z.array(
      LearningRule.extend({
        own_desc: z.string().nullable().meta({
          description: "The author's description. Null when it is generated from the requirements.",
        }),
        includes_results: z.boolean().meta({ description: "Whether its badges contain the grades." }),
      }).meta({ id: "LearningDocumentRule" }),
    ),
  })
  .meta({ id: "LearningRuleDocument" });
export type LearningRuleDocument = z.infer<typeof LearningRuleDocument>;

export const LearningRuleDocumentInput = z
  .object({
    rules: z
      .array(
        z.object({
          id: optionalNotNull(idParameter()).meta({
            description: "The ID of an existing rule. Leave out for a new rule.",
          }),
          desc: text().nullable().optional().meta({ description: "Unchanged when not given." }),
          requirements: z.array(RequirementInput).min(1, "is empty").max(MAX_REQUIREMENTS),
          includes_results: optionalNotNull(flag()).meta({
            description:
              "Whether its badges contain the grades that met it, which everyone who can see a badge can see. " +
              "Unchanged when not given, and false for a new rule. Badges that were issued before stay as they are.",
          }),
        }),
      )
      .max(MAX_RULES)
      .meta({ description: "All rules of the badge. Rules that are missing here are deleted." }),
  })
  .meta({ id: "LearningRuleDocumentInput" });
export type LearningRuleDocumentInput = z.infer<typeof LearningRuleDocumentInput>;
