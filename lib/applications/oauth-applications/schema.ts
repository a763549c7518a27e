import { z } from "zod";
import { flag, name, nullable, optional, optionalNotNull, text, timestamp } from "@/lib/kernel/fields";
import { scopeNames } from "@/lib/access/callers/schema";

export const OAuthApplication = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    description: nullable(),
    created_at: timestamp(),
    updated_at: timestamp(),
    last_used_at: timestamp().nullable(),
    last_successfully_used_at: timestamp().nullable(),
    uid: z.string(),
    secret: nullable(),
    created_by_id: z.uuid().nullable(),
    created_by_type: z.string(),
    created_by_name: z.string(),
    creator_available: z.boolean().meta({ description: "Whether the creator is still in the organization." }),
    /** Additional to the specification's table: webhooks go out while one application has it on. */
    data_services_enabled: z.boolean(),
    /** Additional too: the most that its access tokens may do. */
    scopes: scopeNames()
      .nullable()
      .meta({ description: "The scopes that it may request. Null for every scope." }),
    /** Additional: the `created_by_id` of everything the application creates. */
    uuid: z.uuid(),
    access: z.strictObject({ read: z.boolean(), write: z.boolean(), delete: z.boolean() }),
  })
  .meta({ id: "OAuthApplication" });
export type OAuthApplication = z.infer<typeof OAuthApplication>;

const settings = {
  description: optional(text()),
  data_services_enabled: optionalNotNull(flag()),
  scopes: scopeNames()
    .nullable()
    .optional()
    .meta({ description: "Null for every scope. Default for a new application: the scopes of the caller." }),
  access: optionalNotNull(z.object({ read: flag(), write: flag(), delete: flag() })).meta({
    description: "Default for a new application: the access of the caller.",
  }),
};

export const OAuthApplicationInput = z
  .object({ name: name(), ...settings })
  .meta({ id: "OAuthApplicationInput" });
export type OAuthApplicationInput = z.infer<typeof OAuthApplicationInput>;

export const OAuthApplicationChange = z
  .object({ name: name().optional(), ...settings })
  .meta({ id: "OAuthApplicationChange" });
export type OAuthApplicationChange = z.infer<typeof OAuthApplicationChange>;

/** The parameters of a token request, as strings with any value, because RFC 6749, 5.2 has an error for each. */
export const AccessTokenRequest = z
  .object({
    grant_type: z.string().meta({ description: "`client_credentials`" }),
    scope: z.string().meta({ description: "Scopes, separated by spaces." }),
    client_id: z.string().meta({ description: "The `uid` of the application, unless sent by HTTP Basic." }),
    client_secret: z.string().meta({ description: "The secret, unless sent by HTTP Basic." }),
  })
  .meta({ id: "AccessTokenRequest" });
export type AccessTokenRequest = z.infer<typeof AccessTokenRequest>;

export const AccessToken = z
  .strictObject({
    access_token: z.string(),
    token_type: z.literal("Bearer"),
    expires_in: z.int().meta({ description: "Seconds." }),
    scope: z.string(),
    created_at: z.int().meta({ description: "Seconds since 1970-01-01T00:00:00Z." }),
  })
  .meta({ id: "AccessToken" });
export type AccessToken = z.infer<typeof AccessToken>;
