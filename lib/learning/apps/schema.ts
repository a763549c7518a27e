import { z } from "zod";
import { flag, name, nullable, optionalNotNull, timestamp, uuid } from "@/lib/kernel/fields";

export const LearningApp = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    api_key: z.string().meta({ description: "`oauth_consumer_key` of signed requests." }),
    app_secret: nullable().meta({ description: "Shown when it is created or rotated. Null otherwise." }),
    enterprise: z.boolean().meta({ description: "The app may launch pages inside the LMS." }),
    registered_origins_only: z.boolean().meta({
      description:
        "True: only pages of origins registered for an integration may frame its launches, and not the page that launches.",
    }),
    owner: z.strictObject({ id: z.uuid(), name: z.string(), email: nullable() }),
    created_at: timestamp(),
    updated_at: timestamp(),
    last_used_at: timestamp().nullable(),
    last_successfully_used_at: timestamp().nullable(),
  })
  .meta({ id: "LearningApp" });
export type LearningApp = z.infer<typeof LearningApp>;

const settings = {
  enterprise: optionalNotNull(flag()),
  registered_origins_only: optionalNotNull(flag()),
  owner_id: optionalNotNull(uuid()).meta({
    description:
      "A member whose e-mail address and password give access to the learning edition for this app.",
  }),
};

export const LearningAppInput = z.object({ name: name(), ...settings }).meta({ id: "LearningAppInput" });
export type LearningAppInput = z.infer<typeof LearningAppInput>;

export const LearningAppChange = z
  .object({ name: name().optional(), ...settings })
  .meta({ id: "LearningAppChange" });
export type LearningAppChange = z.infer<typeof LearningAppChange>;
