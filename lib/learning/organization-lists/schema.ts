import { z } from "zod";
import { nullable, timestamp } from "@/lib/kernel/fields";
import { GradableCallback } from "@/lib/learning/gradables/schema";

/** What members of an organization see of an integration: what its LMS sent, with names beside ids, and counts. */

export const LOG_ACTIONS = ["create", "delete", "bulk_delete"] as const;
export const LOG_TYPES = ["student", "gradable", "grade", "rule", "badge"] as const;

export const LearningStudentItem = z
  .strictObject({
    id: z.int(),
    extern_id: z.string().meta({ description: "The ID that the LMS gave." }),
    first: z.string(),
    last: z.string(),
    email: z.string(),
    integration_id: z.int(),
    grades_count: z.int(),
    badges_count: z.int().meta({ description: "Badges that rules of this integration gave." }),
    created_at: timestamp(),
  })
  .meta({ id: "LearningStudentItem" });
export type LearningStudentItem = z.infer<typeof LearningStudentItem>;

export const LearningGradableItem = z
  .strictObject({
    id: z.int(),
    extern_id: z.string(),
    name: z.string(),
    callback: GradableCallback,
    min_pass_requirement: z.string(),
    grades_count: z.int(),
    rules_count: z
      .int()
      .meta({ description: "Rules that require it. It can be deleted when there are none." }),
    created_at: timestamp(),
  })
  .meta({ id: "LearningGradableItem" });
export type LearningGradableItem = z.infer<typeof LearningGradableItem>;

export const LearningGradeItem = z
  .strictObject({
    id: z.int(),
    score: z.string(),
    completed_at: timestamp(),
    gradable: z.strictObject({
      id: z.int(),
      extern_id: z.string(),
      name: z.string(),
      callback: GradableCallback,
    }),
    student: z.strictObject({
      id: z.int(),
      extern_id: z.string(),
      first: z.string(),
      last: z.string(),
      email: z.string(),
    }),
  })
  .meta({ id: "LearningGradeItem" });
export type LearningGradeItem = z.infer<typeof LearningGradeItem>;

export const LearningLogItem = z
  .strictObject({
    id: z.int(),
    created_at: timestamp(),
    action: z.enum(LOG_ACTIONS),
    type: z.string(),
    error_id: nullable(),
    data: z.unknown(),
  })
  .meta({ id: "LearningLogItem" });
export type LearningLogItem = z.infer<typeof LearningLogItem>;
