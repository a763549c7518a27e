import { CONTEXTS } from "@/lib/credentials/open-badges/schema";
import { publicUrl } from "@/lib/kernel/env";
import type { WalletFormat } from "./choices";
import {
  PRE_AUTHORIZED_GRANT,
  type AuthorizationServerMetadata,
  type CredentialIssuerMetadata,
} from "./schema";

/** The algorithms of proofs of possession: Ed25519 and P-256 keys. */
export const PROOF_ALGORITHMS = ["EdDSA", "ES256"] as const;
export type ProofAlgorithm = (typeof PROOF_ALGORITHMS)[number];

const TYPES = ["VerifiableCredential", "OpenBadgeCredential"];

/** The credential configurations by their ids, each with its format. */
const FORMATS = {
  OpenBadgeCredential_ldp_vc: "ldp_vc",
  OpenBadgeCredential_jwt_vc_json: "jwt_vc_json",
} as const satisfies Record<string, WalletFormat>;

export const CONFIGURATION_IDS = Object.keys(FORMATS);

/** Returns the format of a credential configuration; null when there is no such configuration. */
export const findFormat = (configurationId: string): WalletFormat | null =>
  Object.hasOwn(FORMATS, configurationId) ? FORMATS[configurationId as keyof typeof FORMATS] : null;

/** The identifier of the credential issuer, which is also the authorization server: the public origin. */
export const credentialIssuer = (): string => publicUrl("");

const endpoint = (name: "token" | "nonce" | "credential"): string => publicUrl(`/v1/wallet_issuance/${name}`);

const SHARED = {
  cryptographic_binding_methods_supported: ["did:key", "did:jwk", "jwk"],
  proof_types_supported: { jwt: { proof_signing_alg_values_supported: [...PROOF_ALGORITHMS] } },
  // The name of the standard, which is the same in every language.
  credential_metadata: { display: [{ name: "Open Badge" }] },
};

/** The metadata is the same for everyone: nothing is read for it. */
export const getIssuerMetadata = (): Promise<null> => Promise.resolve(null);
export const getServerMetadata = (): Promise<null> => Promise.resolve(null);

/** Serializes the metadata of the credential issuer (OpenID4VCI 1.0, 12.2.4). */
export const presentIssuerMetadata = (): CredentialIssuerMetadata => ({
  credential_issuer: credentialIssuer(),
  credential_endpoint: endpoint("credential"),
  nonce_endpoint: endpoint("nonce"),
  credential_configurations_supported: {
    OpenBadgeCredential_ldp_vc: {
      format: "ldp_vc",
      credential_definition: { "@context": [...CONTEXTS.three], type: TYPES },
      credential_signing_alg_values_supported: ["eddsa-rdfc-2022", "eddsa-jcs-2022"],
      ...SHARED,
    },
    OpenBadgeCredential_jwt_vc_json: {
      format: "jwt_vc_json",
      credential_definition: { type: TYPES },
      credential_signing_alg_values_supported: ["ES256"],
      ...SHARED,
    },
  },
});

/** Serializes the metadata of the authorization server (RFC 8414, 2; OpenID4VCI 1.0, 12.3). */
export const presentServerMetadata = (): AuthorizationServerMetadata => ({
  issuer: credentialIssuer(),
  token_endpoint: endpoint("token"),
  token_endpoint_auth_methods_supported: ["none"],
  grant_types_supported: [PRE_AUTHORIZED_GRANT],
  "pre-authorized_grant_anonymous_access_supported": true,
});

/**
 * Builds the link of an offer (4.1.2). The offer is in the link itself, so the code is not sent anywhere before the wallet
 * exchanges it.
 */
export function buildOfferUrl(code: string, codeLength: number): string {
  const grant = { "pre-authorized_code": code, tx_code: { input_mode: "numeric", length: codeLength } };
  const offer = {
    credential_issuer: credentialIssuer(),
    credential_configuration_ids: CONFIGURATION_IDS,
    grants: { [PRE_AUTHORIZED_GRANT]: grant },
  };
  return `openid-credential-offer://?credential_offer=${encodeURIComponent(JSON.stringify(offer))}`;
}
