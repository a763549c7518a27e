import { z } from "zod";
import { textParameter } from "@/lib/kernel/parameters";

/** A new token (specification, "Connect/Exchange token"), in the specification's own spelling. */
export const LearningGrant = z
  .strictObject({
    token: z.string().meta({ description: "`access_token` of further requests, for three years." }),
    Refresh_token: z.string(),
  })
  .meta({ id: "LearningGrant" });
export type LearningGrant = z.infer<typeof LearningGrant>;

/** Who signs in as the owner of an app, where HTTP Basic does not say it. */
export const OwnerParameters = z.object({
  email: z.string().optional().meta({ description: "The app owner's, unless HTTP Basic carries both." }),
  username: z.string().optional().meta({ description: "Another name of `email`." }),
  password: z.string().optional(),
  api_key: textParameter()
    .optional()
    .meta({ description: "The app, for the owner of several; `X-Api-Key` says it too." }),
});
export type OwnerParameters = z.infer<typeof OwnerParameters>;
