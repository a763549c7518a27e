import { z } from "zod";
import { idParameter, textParameter, textsParameter } from "@/lib/kernel/parameters";

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

const LearningIntegration = z
  .strictObject({ id: z.int(), course_id: z.string(), name: z.string() })
  .meta({ id: "LearningIntegration" });
type LearningIntegration = z.infer<typeof LearningIntegration>;

/** Integrations by their ids. */
export const LearningIntegrations = z.record(z.string(), LearningIntegration);
export type LearningIntegrations = Record<string, LearningIntegration>;

const isOrigin = (text: string): boolean =>
  /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;

export const IntegrationInput = z.object({
  name: textParameter(),
  course_id: textParameter(),
  launch_origins: textsParameter(20)
    .refine((origins) => origins.every(isOrigin), "must be origins such as https://lms.example.org")
    .optional()
    .meta({ description: "Origins of the LMS, whose pages may frame the launch page." }),
});
export type IntegrationInput = z.infer<typeof IntegrationInput>;

export const CourseParameter = z.object({ course_id: textParameter() });
export type CourseParameter = z.infer<typeof CourseParameter>;
