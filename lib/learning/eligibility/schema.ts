import { z } from "zod";
import { idParameter } from "@/lib/kernel/parameters";

export const RuleParameter = z.object({ rule_id: idParameter() });
export type RuleParameter = z.infer<typeof RuleParameter>;

export const StudentCount = z
  .strictObject({
    student_count: z.int().meta({ description: "Students to whom a badge was issued by this request." }),
  })
  .meta({ id: "LearningStudentCount" });
export type StudentCount = z.infer<typeof StudentCount>;
