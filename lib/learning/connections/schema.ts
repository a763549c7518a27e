import { z } from "zod";
import { uuid, webAddress } from "@/lib/kernel/fields";
import { idParameter, textParameter, textListParameter } from "@/lib/learning/requests/parameters";
import { LearningGrant } from "@/lib/learning/tokens/schema";

const signedParameter = (description: string) => z.unknown().optional().meta({ description });

/** The parameters of a signed request, for the documentation only: the verifier reads the raw request itself. */
export const SignedParameters = z.object({
  oauth_consumer_key: signedParameter("The API key."),
  oauth_nonce: signedParameter("Unique for each request. A repeated value is refused."),
  oauth_signature: signedParameter("RFC 5849, 3.4."),
  oauth_signature_method: signedParameter("Always `HMAC-SHA1`."),
  oauth_timestamp: signedParameter("Seconds since 1970, at most 300 seconds off."),
  oauth_version: signedParameter("Always `1.0`."),
  user_id: signedParameter("The user of the LMS."),
  integration_id: signedParameter("The ID of the integration."),
  tool_consumer_info_product_family_code: signedParameter("Always `cle`."),
  context_id: signedParameter("The course in the LMS."),
  lis_person_contact_email_primary: signedParameter("The user's address."),
  roles: signedParameter("Comma-separated: URNs of LTI, or plain words."),
  lis_person_name_given: signedParameter("The user's first name."),
  lis_person_name_family: signedParameter("The user's last name."),
  lis_person_name_full: signedParameter("The user's full name."),
});

/** A token of an integration (specification, "Connect/Exchange token"). */
export const ConnectionGrant = LearningGrant.extend({
  connected_account_id: z
    .int()
    .meta({ description: "The integration: `integration_account_id` of requests." }),
}).meta({ id: "LearningConnectionGrant" });
export type ConnectionGrant = z.infer<typeof ConnectionGrant>;

const MAX_INTEGRATIONS = 100;

const INTEGRATION_ID = /^[1-9]\d{0,9}$/;

/** A list of ids as `integration_ids[]=1`, or as one text with commas or semicolons, or as JSON. */
const integrationIdList = () =>
  textListParameter(MAX_INTEGRATIONS)
    .transform((texts) => texts.flatMap((text) => text.replace(/^\[|\]$/g, "").split(/[,;]/)))
    .transform((texts) => [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ""))])
    .pipe(
      z.array(z.string().regex(INTEGRATION_ID, "must be IDs of integrations")).min(1).max(MAX_INTEGRATIONS),
    )
    .transform((texts) => texts.map(Number))
    .refine((ids) => ids.every((id) => id <= 2_147_483_647), "must be IDs of integrations");

export const AuthorizeParameters = z.object({
  oauth_consumer_key: textParameter().meta({ description: "The API key of the app that gets a token." }),
  redirect_url: webAddress()
    .optional()
    .meta({ description: "Where the code is sent. Stored for information only." }),
  integration_ids: integrationIdList().optional().meta({
    description: "The integrations that the token can use. Default: those of the current token.",
  }),
});
export type AuthorizeParameters = z.infer<typeof AuthorizeParameters>;

export const AuthorizationCode = z
  .strictObject({ code: z.string() })
  .meta({ id: "LearningAuthorizationCode" });
export type AuthorizationCode = z.infer<typeof AuthorizationCode>;

export const ExchangeParameters = z.object({
  code: textParameter().meta({ description: "Valid once, for ten minutes." }),
  access_token: z
    .unknown()
    .optional()
    .meta({ description: "The token of the app's owner, unless `X-Api-Key` and `X-Api-Secret` are sent." }),
});
export type ExchangeParameters = z.infer<typeof ExchangeParameters>;

export const ReconnectParameters = z.object({
  organization_id: uuid(),
  integration_account_id: idParameter()
    .optional()
    .meta({ description: "Default: the first integration of the token." }),
  course_id: textParameter().optional(),
});
export type ReconnectParameters = z.infer<typeof ReconnectParameters>;

export const LearningConnection = z
  .strictObject({
    id: z.int(),
    organization: z.strictObject({ id: z.uuid(), name: z.string() }),
    integration: z.strictObject({ id: z.int(), course_id: z.string(), name: z.string() }),
    member: z.strictObject({ id: z.int(), name: z.string() }),
  })
  .meta({ id: "LearningConnection" });
export type LearningConnection = z.infer<typeof LearningConnection>;

export const Disconnection = z
  .strictObject({ integration_account_id: z.int(), message: z.string() })
  .meta({ id: "LearningDisconnection" });
export type Disconnection = z.infer<typeof Disconnection>;
