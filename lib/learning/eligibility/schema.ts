import { z } from "zod";
import { optionalNotNull, uuid } from "@/lib/kernel/fields";
import { idParameter, integerParameter } from "@/lib/learning/requests/parameters";
import { MAX_REQUIREMENTS, MAX_RULES } from "@/lib/learning/rules/choices";
import { RequirementInput } from "@/lib/learning/rules/schema";

export const RuleParameter = z.object({ rule_id: idParameter() });
export type RuleParameter = z.infer<typeof RuleParameter>;

export const StudentCount = z
  .strictObject({
    student_count: z.int().meta({ description: "Students to whom a badge was issued by this request." }),
  })
  .meta({ id: "LearningStudentCount" });
export type StudentCount = z.infer<typeof StudentCount>;

/** The number of students that a preview lists; the counts include all. */
export const MAX_PREVIEWED = 50;

export const RulePreviewInput = z
  .object({
    rules: z
      .array(z.object({ requirements: z.array(RequirementInput).min(1, "is empty").max(MAX_REQUIREMENTS) }))
      .min(1, "is empty")
      .max(MAX_RULES)
      .meta({ description: "The rules to preview. A student must meet one of them." }),
    badge_template_id: optionalNotNull(uuid()).meta({
      description: "The preview shows who already has this badge.",
    }),
  })
  .meta({ id: "RulePreviewInput" });
export type RulePreviewInput = z.infer<typeof RulePreviewInput>;

export const RulePreview = z
  .strictObject({
    total: z.int().meta({ description: "Students who meet one of the rules." }),
    awarded: z.int().meta({ description: "Those of them who already have the badge." }),
    students: z
      .array(
        z.strictObject({
          id: z.int(),
          extern_id: z.string(),
          first: z.string(),
          last: z.string(),
          awarded: z.boolean(),
        }),
      )
      .meta({ description: `At most ${MAX_PREVIEWED}, those without the badge first.` }),
    rules: z
      .array(z.strictObject({ total: z.int() }))
      .meta({ description: "How many meet each rule, in the order given." }),
  })
  .meta({ id: "RulePreview" });
export type RulePreview = z.infer<typeof RulePreview>;

export const EvaluationInput = z
  .object({
    limit: optionalNotNull(integerParameter(1, 1_000)).meta({
      description: "The maximum number of students to handle in this request. Default: 200.",
    }),
    after: optionalNotNull(
      z.string().regex(/^\d{1,10}:\d{1,10}(:\d{1,10})?$/, "must be the `next` value of a previous response"),
    ).meta({
      description: "`next` of the previous response. Leave out to start at the beginning.",
    }),
  })
  .meta({ id: "EvaluationInput" });
export type EvaluationInput = z.infer<typeof EvaluationInput>;

export const EvaluationResult = z
  .strictObject({
    student_count: z.int().meta({ description: "Students to whom a badge was issued by this request." }),
    remaining: z.int().meta({
      description:
        "Students who meet one of the rules and do not have the badge. Counted at the first and the last step.",
    }),
    next: z
      .string()
      .nullable()
      .meta({ description: "Repeat the request with this as `after` until it is null." }),
  })
  .meta({ id: "EvaluationResult" });
export type EvaluationResult = z.infer<typeof EvaluationResult>;
