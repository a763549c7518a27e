import { z } from "zod";
import { fileParameter, textParameter } from "@/lib/learning/requests/parameters";
import { deletedItems, externId } from "@/lib/learning/items/schema";

/** How a grade is written and compared (specification, "Gradable callbacks"). There are no other types. */
export const GradableCallback = z.enum(["letterGrade", "points", "complete", "pass"]);
export type GradableCallback = z.infer<typeof GradableCallback>;

/** Specification, "Learning-edition resources". */
export const LearningGradable = z
  .strictObject({
    id: z.int(),
    extern_id: z.string().meta({ description: "The ID that the LMS gives the gradable." }),
    name: z.string(),
    callback: GradableCallback,
    min_pass_requirement: z.string(),
    creator_id: z.int().meta({ description: "The number of the person whose token created it." }),
  })
  .meta({ id: "LearningGradable" });
export type LearningGradable = z.infer<typeof LearningGradable>;

/** Gradables by their extern ids. */
export const Gradables = z.record(z.string(), LearningGradable);
export type Gradables = Record<string, LearningGradable>;

/** The columns of a table of gradables. */
export const GRADABLE_COLUMNS = { extern_id: [], name: [], callback: [], min_pass_requirement: [] } as const;

const normalizeCallback = (value: unknown): unknown =>
  GradableCallback.options.find((name) => name.toLowerCase() === String(value).toLowerCase()) ?? value;

export const GradableInput = z.object({
  extern_id: externId(),
  name: textParameter(),
  callback: z.preprocess(
    normalizeCallback,
    z.enum(GradableCallback.options, { error: `must be one of ${GradableCallback.options.join(", ")}` }),
  ),
  min_pass_requirement: textParameter(),
});
export type GradableInput = z.infer<typeof GradableInput>;

export const NewGradables = z.object({
  grades: fileParameter().meta({
    description:
      "A CSV file with the columns `extern_id`, `name`, `callback` and `min_pass_requirement`, plain or in base64.",
  }),
});
export type NewGradables = z.infer<typeof NewGradables>;

export const DeletedGradables = deletedItems(
  z.strictObject({ extern_id: z.string(), name: z.string() }),
).meta({
  id: "DeletedGradables",
});
export type DeletedGradables = z.infer<typeof DeletedGradables>;
