import { WALLET_SCOPES, WALLET_SCOPE_NAMES } from "@/lib/applications/wallet-applications/choices";
import {
  READ_CREDENTIALS,
  READ_PROFILE,
  UPDATE_PROFILE,
  UPSERT_CREDENTIALS,
} from "@/lib/applications/wallet-applications/choices";
import { AUTH_METHODS, GRANT_TYPES } from "@/lib/applications/wallet-applications/schema";
import { walletIssuer } from "@/lib/applications/wallet-applications/serializer";
import { env, publicUrl } from "@/lib/kernel/env";
import { authorizationUrl, walletServiceUrl } from "./serializer";

const SCHEME = "OAuth2ACG";

const scopeMeanings = (): Record<string, string> =>
  Object.fromEntries(Object.entries(WALLET_SCOPES).map(([name, { meaning }]) => [name, meaning]));

const operation = (operationId: string, summary: string, scope: string, statuses: number[]) => ({
  operationId,
  summary,
  security: [{ [SCHEME]: [scope] }],
  responses: {
    ...Object.fromEntries(statuses.map((status) => [status, { description: "Success." }])),
    default: { description: "An Imsx_StatusInfo." },
  },
});

/**
 * Describes the interface for an application that knows only its address (Open Badges 3.0, "Service Discovery"): an
 * OpenAPI 3.0 document with the addresses of registration, consent and tokens, and the scopes.
 */
export const describeService = async () => ({
  openapi: "3.0.1",
  info: {
    title: "Open Badges 3.0 service",
    description: "Credentials and profile of earners, for applications that an earner allows.",
    version: "3.0",
    termsOfService: env().TERMS_URL ?? publicUrl("/"),
    "x-imssf-privacyPolicyUrl": env().PRIVACY_URL ?? publicUrl("/"),
    "x-imssf-image": publicUrl("/icon.svg"),
  },
  servers: [{ url: walletIssuer() }],
  paths: {
    "/credentials": {
      get: operation("getCredentials", "Get the credentials of the earner", READ_CREDENTIALS, [200]),
      post: operation("upsertCredential", "Add or update a credential", UPSERT_CREDENTIALS, [200, 201, 304]),
    },
    "/profile": {
      get: operation("getProfile", "Get the profile of the earner", READ_PROFILE, [200]),
      put: operation("putProfile", "Update the profile of the earner", UPDATE_PROFILE, [200]),
    },
  },
  components: {
    securitySchemes: {
      [SCHEME]: {
        type: "oauth2",
        description: "OAuth 2.0 authorization code with PKCE (S256).",
        "x-imssf-registrationUrl": walletServiceUrl("/oauth/register"),
        flows: {
          authorizationCode: {
            authorizationUrl: authorizationUrl(),
            tokenUrl: walletServiceUrl("/oauth/token"),
            refreshUrl: walletServiceUrl("/oauth/token"),
            scopes: scopeMeanings(),
          },
        },
      },
    },
  },
});

/** Describes the authorization server for libraries of OAuth (RFC 8414, 2). */
export const describeAuthorizationServer = async () => ({
  issuer: walletIssuer(),
  authorization_endpoint: authorizationUrl(),
  token_endpoint: walletServiceUrl("/oauth/token"),
  registration_endpoint: walletServiceUrl("/oauth/register"),
  revocation_endpoint: walletServiceUrl("/oauth/revoke"),
  scopes_supported: WALLET_SCOPE_NAMES,
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: GRANT_TYPES,
  token_endpoint_auth_methods_supported: AUTH_METHODS,
  revocation_endpoint_auth_methods_supported: AUTH_METHODS,
  code_challenge_methods_supported: ["S256"],
  authorization_response_iss_parameter_supported: true,
});
