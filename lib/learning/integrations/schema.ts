import { z } from "zod";
import { name, optionalNotNull, timestamp, uuid } from "@/lib/kernel/fields";
import { isWebOrigin } from "@/lib/kernel/origins";
import { idParameter, textParameter, textListParameter } from "@/lib/learning/requests/parameters";

/**
 * The parameters that name the integration of a request: exactly one of these (specification, "Learning-edition
 * endpoints").
 */
export const IntegrationParameters = z
  .object({
    integration_account_id: idParameter()
      .optional()
      .meta({ description: "The ID of the integration. Send this or `course_id`." }),
    course_id: textParameter()
      .optional()
      .meta({ description: "The course of the integration. Send this or `integration_account_id`." }),
  })
  .check((context) => {
    const { integration_account_id: id, course_id: course } = context.value;
    if ((id === undefined) !== (course === undefined)) return;
    const isBoth = id !== undefined;
    context.issues.push({
      code: "custom",
      path: ["integration_account_id"],
      input: id,
      message: isBoth ? "and course_id cannot be sent together" : "is required",
    });
  });
export type IntegrationParameters = z.infer<typeof IntegrationParameters>;

const LearningIntegration = z
  .strictObject({ id: z.int(), course_id: z.string(), name: z.string() })
  .meta({ id: "LearningIntegration" });
type LearningIntegration = z.infer<typeof LearningIntegration>;

/** Integrations by their ids. */
export const LearningIntegrations = z.record(z.string(), LearningIntegration);
export type LearningIntegrations = Record<string, LearningIntegration>;

const launchOrigins = () =>
  textListParameter(20)
    .refine((origins) => origins.every(isWebOrigin), "must be origins such as https://lms.example.org")
    .meta({
      description:
        "More origins whose pages may frame the launch page, in addition to the one that launches it.",
    });

export const IntegrationInput = z.object({
  name: textParameter(),
  course_id: textParameter(),
  launch_origins: launchOrigins().optional(),
});
export type IntegrationInput = z.infer<typeof IntegrationInput>;

export const CourseParameter = z.object({ course_id: textParameter() });
export type CourseParameter = z.infer<typeof CourseParameter>;

/** An integration as the members of its organization manage it. */
export const LearningIntegrationItem = z
  .strictObject({
    id: z
      .int()
      .meta({ description: "`integration_account_id` and `integration_id` of the learning edition." }),
    course_id: z.string(),
    name: z.string(),
    launch_origins: z.array(z.string()),
    app: z.strictObject({ id: z.uuid(), name: z.string(), api_key: z.string(), enterprise: z.boolean() }),
    students_count: z.int(),
    gradables_count: z.int(),
    rules_count: z.int(),
    badges_count: z.int().meta({ description: "Badges that its rules gave to students." }),
    created_at: timestamp(),
  })
  .meta({ id: "LearningIntegrationItem" });
export type LearningIntegrationItem = z.infer<typeof LearningIntegrationItem>;

export const LearningIntegrationInput = z
  .object({
    app_id: uuid().meta({ description: "The learning app of the integration." }),
    name: name(),
    course_id: name(),
    launch_origins: optionalNotNull(launchOrigins()),
  })
  .meta({ id: "LearningIntegrationInput" });
export type LearningIntegrationInput = z.infer<typeof LearningIntegrationInput>;

export const LearningIntegrationChange = z
  .object({ name: name().optional(), launch_origins: optionalNotNull(launchOrigins()) })
  .meta({ id: "LearningIntegrationChange" });
export type LearningIntegrationChange = z.infer<typeof LearningIntegrationChange>;
