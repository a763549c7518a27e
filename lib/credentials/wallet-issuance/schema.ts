import { z } from "zod";
import { HeldCredential } from "@/lib/credentials/open-badges/schema";
import { timestamp } from "@/lib/kernel/fields";
import { WALLET_FORMATS } from "./choices";

// The messages of OpenID4VCI 1.0, and what earners see of their offers and copies.

export const PRE_AUTHORIZED_GRANT = "urn:ietf:params:oauth:grant-type:pre-authorized_code";

/** An offer of a badge to a wallet, for its earner. The link and the transaction code are in the first response only. */
export const WalletOffer = z
  .strictObject({
    id: z.uuid(),
    badge_id: z.uuid(),
    offer_url: z
      .string()
      .nullable()
      .meta({ description: "`openid-credential-offer://`, for a link or a QR code." }),
    tx_code: z
      .string()
      .regex(/^\d{6}$/)
      .nullable()
      .meta({ description: "The six digits that the wallet asks for." }),
    created_at: timestamp(),
    expires_at: timestamp(),
    collected_at: timestamp().nullable().meta({ description: "When a wallet took the first credential." }),
    usable: z.boolean().meta({ description: "Whether the offer can still be used by a wallet." }),
  })
  .meta({ id: "WalletOffer" });
export type WalletOffer = z.infer<typeof WalletOffer>;

/** A credential of a badge that was issued to a wallet. */
export const WalletCopy = z
  .strictObject({
    id: z.uuid(),
    badge_id: z.uuid(),
    credential_id: z.string().startsWith("urn:uuid:"),
    format: z.enum(WALLET_FORMATS),
    holder: z.string().startsWith("did:").meta({ description: "The DID of the wallet's key." }),
    issued_at: timestamp(),
  })
  .meta({ id: "WalletCopy" });
export type WalletCopy = z.infer<typeof WalletCopy>;

/** The parameters of a token request (6.1), as strings with any value, because there is an error for each. */
export const WalletTokenRequest = z
  .object({
    grant_type: z.string().meta({ description: `\`${PRE_AUTHORIZED_GRANT}\`` }),
    "pre-authorized_code": z.string().optional(),
    tx_code: z.string().optional().meta({ description: "The six digits that the earner sees." }),
  })
  .meta({ id: "WalletTokenRequest" });
export type WalletTokenRequest = z.infer<typeof WalletTokenRequest>;

export const WalletToken = z
  .strictObject({
    access_token: z.string(),
    token_type: z.literal("Bearer"),
    expires_in: z.int().meta({ description: "Seconds." }),
  })
  .meta({ id: "WalletToken" });
export type WalletToken = z.infer<typeof WalletToken>;

export const WalletNonce = z.strictObject({ c_nonce: z.string() }).meta({ id: "WalletNonce" });
export type WalletNonce = z.infer<typeof WalletNonce>;

/** A credential request (8.2). Unknown parameters are ignored. */
export const CredentialRequest = z
  .object({
    credential_configuration_id: z.string().optional(),
    credential_identifier: z
      .string()
      .optional()
      .meta({ description: "Not supported: none is ever returned." }),
    proofs: z
      .record(z.string(), z.array(z.unknown()))
      .optional()
      .meta({ description: "`{jwt: [proof]}`: one proof of type `jwt` (Appendix F.1)." }),
    credential_response_encryption: z.unknown().optional().meta({ description: "Not supported." }),
  })
  .meta({ id: "WalletCredentialRequest" });
export type CredentialRequest = z.infer<typeof CredentialRequest>;

/** An issued credential (8.3): an object in the format `ldp_vc`, a JWT in the format `jwt_vc_json`. */
export const CredentialResponse = z
  .strictObject({
    credentials: z.tuple([z.strictObject({ credential: z.union([HeldCredential, z.string()]) })]),
  })
  .meta({ id: "WalletCredentialResponse" });
export type CredentialResponse = z.infer<typeof CredentialResponse>;

const configuration = {
  credential_signing_alg_values_supported: z.array(z.string()),
  cryptographic_binding_methods_supported: z.array(z.string()),
  proof_types_supported: z.strictObject({
    jwt: z.strictObject({ proof_signing_alg_values_supported: z.array(z.string()) }),
  }),
  credential_metadata: z.strictObject({ display: z.array(z.strictObject({ name: z.string() })) }),
};
const types = z.array(z.string());

/** The metadata of the credential issuer (12.2.4). */
export const CredentialIssuerMetadata = z
  .strictObject({
    credential_issuer: z.url(),
    credential_endpoint: z.url(),
    nonce_endpoint: z.url(),
    credential_configurations_supported: z.record(
      z.string(),
      z.union([
        z.strictObject({
          format: z.literal("ldp_vc"),
          credential_definition: z.strictObject({ "@context": z.array(z.url()), type: types }),
          ...configuration,
        }),
        z.strictObject({
          format: z.literal("jwt_vc_json"),
          credential_definition: z.strictObject({ type: types }),
          ...configuration,
        }),
      ]),
    ),
  })
  .meta({ id: "CredentialIssuerMetadata" });
export type CredentialIssuerMetadata = z.infer<typeof CredentialIssuerMetadata>;

/** The metadata of the authorization server (RFC 8414, 2; OpenID4VCI 1.0, 12.3). */
export const AuthorizationServerMetadata = z
  .strictObject({
    issuer: z.url(),
    token_endpoint: z.url(),
    token_endpoint_auth_methods_supported: z.tuple([z.literal("none")]),
    grant_types_supported: z.tuple([z.literal(PRE_AUTHORIZED_GRANT)]),
    "pre-authorized_grant_anonymous_access_supported": z.literal(true),
  })
  .meta({ id: "AuthorizationServerMetadata" });
export type AuthorizationServerMetadata = z.infer<typeof AuthorizationServerMetadata>;
