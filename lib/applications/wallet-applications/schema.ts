import { z } from "zod";
import { emailAddress, name, nullable, line, timestamp } from "@/lib/kernel/fields";
import { WALLET_SCOPE_NAMES } from "./choices";
import { isAllowedRedirectUri } from "./redirect-uris";

/** What RFC 7591, 2 calls the ways of an application to authenticate at the token endpoint. */
export const AUTH_METHODS = ["client_secret_basic", "client_secret_post", "none"] as const;
export const GRANT_TYPES = ["authorization_code", "refresh_token"] as const;

const redirectUri = () =>
  z
    .string()
    .refine(
      isAllowedRedirectUri,
      "must be an https address, or http on 127.0.0.1 or localhost, without a fragment",
    );

const httpsAddress = () =>
  line(2_000).refine(
    (value) => /^https:\/\/[^\s@]+$/.test(value) && URL.canParse(value),
    "must be an https address",
  );

/** Characters that reverse the direction of text or are not visible, which could disguise a name. */
const FORMAT_CHARACTERS = /\p{Cf}/u;
const MAX_NAME_LENGTH = 100;

const given = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === null || value === "" ? undefined : value), schema.optional());

/** The metadata with which an application registers itself (RFC 7591, 2; Open Badges 3.0, "Dynamic Client Registration"). */
export const WalletRegistrationInput = z.object({
  redirect_uris: z.array(redirectUri()).min(1, "must name at least one address").max(10),
  client_name: given(
    name(MAX_NAME_LENGTH).refine(
      (value) => !FORMAT_CHARACTERS.test(value),
      "contains characters that are not allowed",
    ),
  ),
  client_uri: given(httpsAddress()),
  logo_uri: given(httpsAddress()),
  tos_uri: given(httpsAddress()),
  policy_uri: given(httpsAddress()),
  contacts: given(z.array(emailAddress()).max(10)),
  software_id: given(line()),
  software_version: given(line()),
  token_endpoint_auth_method: given(z.enum(AUTH_METHODS)),
  grant_types: given(
    z
      .array(z.enum(GRANT_TYPES))
      .max(10)
      .refine((types) => types.includes("authorization_code"), "must contain authorization_code"),
  ),
  response_types: given(z.array(z.literal("code")).min(1).max(10)),
  scope: given(z.string().max(2_000)),
});
export type WalletRegistrationInput = z.infer<typeof WalletRegistrationInput>;

/** A registered application, with its credentials (RFC 7591, 3.2.1). */
export const WalletRegistration = z.strictObject({
  client_id: z.string(),
  client_secret: z.string().optional(),
  client_id_issued_at: z.int(),
  /** 0: the secret does not expire. */
  client_secret_expires_at: z.literal(0).optional(),
  client_name: z.string(),
  redirect_uris: z.array(z.string()),
  client_uri: z.string().optional(),
  logo_uri: z.string().optional(),
  tos_uri: z.string().optional(),
  policy_uri: z.string().optional(),
  contacts: z.array(z.string()).optional(),
  software_id: z.string().optional(),
  software_version: z.string().optional(),
  token_endpoint_auth_method: z.enum(AUTH_METHODS),
  grant_types: z.array(z.enum(GRANT_TYPES)),
  response_types: z.tuple([z.literal("code")]),
  scope: z.string(),
});
export type WalletRegistration = z.infer<typeof WalletRegistration>;

/**
 * The parameters of a token request, as strings with any value, because RFC 6749, 5.2 has an error for each. The client
 * is in HTTP Basic or in the body.
 */
export const WalletTokenRequest = z.object({
  grant_type: z.string(),
  code: z.string().optional(),
  redirect_uri: z.string().optional(),
  code_verifier: z.string().optional(),
  refresh_token: z.string().optional(),
  scope: z.string().optional(),
  client_id: z.string(),
  client_secret: z.string().optional(),
});
export type WalletTokenRequest = z.infer<typeof WalletTokenRequest>;

/** The response of the token endpoint (RFC 6749, 5.1). */
export const WalletTokens = z.strictObject({
  access_token: z.string(),
  token_type: z.literal("Bearer"),
  expires_in: z.int(),
  refresh_token: z.string().optional(),
  scope: z.string(),
});
export type WalletTokens = z.infer<typeof WalletTokens>;

/** A token to revoke (RFC 7009, 2.1). The hint is not needed: a token is found by itself. */
export const WalletRevocation = z.object({
  token: z.string(),
  token_type_hint: z.string().optional(),
  client_id: z.string(),
  client_secret: z.string().optional(),
});
export type WalletRevocation = z.infer<typeof WalletRevocation>;

/** An application that an earner allowed to use the wallet. */
export const WalletApplication = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    client_uri: nullable(),
    policy_uri: nullable(),
    /** The host that the earner returned to; null for an application on the earner's own device. */
    host: nullable(),
    scopes: z.array(z.enum(WALLET_SCOPE_NAMES as [string, ...string[]])),
    connected_at: timestamp(),
  })
  .meta({ id: "WalletApplication" });
export type WalletApplication = z.infer<typeof WalletApplication>;
