import { z } from "zod";
import { idParameter, textParameter } from "@/lib/kernel/parameters";

/** How a request names its integration: by exactly one of these (specification, "Learning-edition endpoints"). */
export const NamingParameters = z
  .object({
    integration_account_id: idParameter()
      .optional()
      .meta({ description: "The integration by its id: this or `course_id`." }),
    course_id: textParameter().optional().meta({ description: "The integration by its course." }),
  })
  .check((context) => {
    const { integration_account_id: id, course_id: course } = context.value;
    if ((id === undefined) !== (course === undefined)) return;
    const isBoth = id !== undefined;
    context.issues.push({
      code: "custom",
      path: ["integration_account_id"],
      input: id,
      message: isBoth ? "and course_id exclude each other" : "is required",
    });
  });
export type NamingParameters = z.infer<typeof NamingParameters>;
