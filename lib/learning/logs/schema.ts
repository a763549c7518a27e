import { z } from "zod";
import { dateParameter } from "@/lib/learning/requests/parameters";

/** Specification, "Learning-edition resources". */
export const LearningLog = z
  .strictObject({
    id: z.int(),
    date: z.string().meta({ description: "GMT, such as `Fri, 01 Dec 2017 09:51:11 GMT`." }),
    action: z.enum(["create", "delete", "bulk_delete"]),
    type: z.string().meta({ description: "What was changed: `student`, `gradable`, `grade`, `rule`, …" }),
    error_id: z.string().nullable(),
    data: z.unknown(),
  })
  .meta({ id: "LearningLog" });
export type LearningLog = z.infer<typeof LearningLog>;

export const LogPeriod = z.object({
  start: dateParameter().optional().meta({ description: "Only what was logged after it." }),
  end: dateParameter().optional().meta({ description: "Only what was logged before it." }),
});
export type LogPeriod = z.infer<typeof LogPeriod>;

export const DeletedCount = z.strictObject({ deleted_count: z.int() }).meta({ id: "LearningDeletedCount" });
export type DeletedCount = z.infer<typeof DeletedCount>;
