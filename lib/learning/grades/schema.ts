import { z } from "zod";
import { dateParameter, idParameter, textParameter } from "@/lib/learning/requests/parameters";

/**
 * A grade as in the specification, "Learning-edition resources", in its own spelling, with the date by which grades can
 * be filtered.
 */
export const LearningGrade = z
  .strictObject({
    id: z.int(),
    gradeable_id: z.int(),
    student_id: z.int(),
    score: z.string(),
    date: z.string().meta({ description: "GMT, such as `Fri, 01 Dec 2017 09:51:11 GMT`." }),
    gradable_extern_id: z.string(),
    student_extern_id: z.string(),
  })
  .meta({ id: "LearningGrade" });
export type LearningGrade = z.infer<typeof LearningGrade>;

export const Grades = z.strictObject({ grades: z.array(LearningGrade) });
export type Grades = z.infer<typeof Grades>;

export const GradeFilters = z.object({
  gradable_id: idParameter().optional().meta({ description: "The ID of the gradable in this service." }),
  student_id: idParameter().optional().meta({ description: "The ID of the student in this service." }),
  score: textParameter().optional().meta({ description: "In any accepted spelling." }),
  gradable_extern_id: textParameter().optional(),
  student_extern_id: textParameter().optional(),
  start: dateParameter().optional().meta({ description: "Completed at this time or after it." }),
  end: dateParameter().optional().meta({ description: "Completed at this time or before it." }),
});
export type GradeFilters = z.infer<typeof GradeFilters>;

export const NewGrade = z.object({
  gradable_id: textParameter().meta({ description: "The external ID of the gradable." }),
  student_id: textParameter().meta({ description: "The external ID of the student." }),
  score: textParameter().meta({ description: "A grade of the gradable's type." }),
  date: dateParameter().optional().meta({ description: "When it was completed. Default: now." }),
});
export type NewGrade = z.infer<typeof NewGrade>;
