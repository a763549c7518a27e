import { z } from "zod";
import { nullable, timestamp } from "@/lib/kernel/fields";
import { textParameter } from "@/lib/learning/requests/parameters";

/** A new token (specification, "Connect/Exchange token"), in the specification's own spelling. */
export const LearningGrant = z
  .strictObject({
    token: z.string().meta({ description: "`access_token` of further requests, for three years." }),
    Refresh_token: z.string(),
  })
  .meta({ id: "LearningGrant" });
export type LearningGrant = z.infer<typeof LearningGrant>;

/** A token of a learning app that a program uses, without its value, which is not stored. */
export const LearningAppToken = z
  .strictObject({
    id: z.uuid(),
    kind: z.enum(["owner", "integration"]).meta({
      description: "`owner` manages the whole app, `integration` works on the integrations that it names.",
    }),
    user: z
      .strictObject({ id: z.uuid(), name: z.string() })
      .meta({ description: "The user of the token (`token_owner`)." }),
    integration_ids: z.array(z.int()).meta({ description: "None for an owner's token." }),
    created_at: timestamp(),
    expires_at: timestamp(),
    last_used_at: timestamp().nullable(),
    last_successfully_used_at: timestamp().nullable(),
    address: nullable().meta({ description: "Where it was created: the IP address." }),
    browser: nullable().meta({ description: "The browser or program that created it." }),
  })
  .meta({ id: "LearningAppToken" });
export type LearningAppToken = z.infer<typeof LearningAppToken>;

/** A token of the learning edition that acts for the signed-in person. */
export const OwnLearningToken = z
  .strictObject({
    id: z.uuid(),
    kind: z.enum(["owner", "integration", "learner"]).meta({
      description:
        "`owner` manages an app, `integration` works on integrations, `learner` shows the badges of a course.",
    }),
    app_name: z.string(),
    organization_name: z.string(),
    created_at: timestamp(),
    expires_at: timestamp(),
    last_used_at: timestamp().nullable(),
    address: nullable(),
    browser: nullable(),
  })
  .meta({ id: "OwnLearningToken" });
export type OwnLearningToken = z.infer<typeof OwnLearningToken>;

/** The credentials of an app's owner, unless HTTP Basic carries them. */
export const OwnerParameters = z.object({
  email: z.string().optional().meta({ description: "The app owner's, unless HTTP Basic carries both." }),
  username: z.string().optional().meta({ description: "The same as `email`." }),
  password: z.string().optional(),
  one_time_code: textParameter().optional().meta({
    description:
      "A code of the authenticator app, or a recovery code. Required for an account with a second factor.",
  }),
  api_key: textParameter().optional().meta({
    description: "The API key of the app, if its owner has several apps. `X-Api-Key` can be sent instead.",
  }),
});
export type OwnerParameters = z.infer<typeof OwnerParameters>;
