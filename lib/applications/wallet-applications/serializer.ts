import { env } from "@/lib/kernel/env";
import type { Prisma } from "@/prisma/generated/client";
import { WALLET_SCOPE_NAMES } from "./choices";
import { redirectHost } from "./redirect-uris";
import type { GRANT_TYPES, WalletApplication, WalletRegistration, WalletTokens } from "./schema";

/** The issuer of the tokens (RFC 8414, 2). It has a path, because this installation has other token endpoints, too. */
export const walletIssuer = (): string => `${env().APP_URL}/ims/ob/v3p0`;

export const applicationSelect = {
  id: true,
  uid: true,
  name: true,
  secretDigest: true,
  authMethod: true,
  redirectUris: true,
  scopes: true,
  grantTypes: true,
  clientUri: true,
  logoUri: true,
  tosUri: true,
  policyUri: true,
  contacts: true,
  softwareId: true,
  softwareVersion: true,
  createdAt: true,
} satisfies Prisma.WalletApplicationSelect;

export type ApplicationRow = Prisma.WalletApplicationGetPayload<{ select: typeof applicationSelect }>;

/** A new application. Its secret is in clear here only. */
export type RegisteredApplication = { row: ApplicationRow; secret: string | null };

const givenOnly = <Value extends object>(value: Value) =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null)) as {
    [Key in keyof Value]?: NonNullable<Value[Key]>;
  };

/** Presents a new application with its credentials. No other response contains the secret. */
export const presentRegistration = ({ row, secret }: RegisteredApplication): WalletRegistration => ({
  client_id: row.uid,
  ...(secret === null ? {} : { client_secret: secret, client_secret_expires_at: 0 }),
  client_id_issued_at: Math.floor(row.createdAt.getTime() / 1000),
  client_name: row.name,
  redirect_uris: row.redirectUris,
  ...givenOnly({
    client_uri: row.clientUri,
    logo_uri: row.logoUri,
    tos_uri: row.tosUri,
    policy_uri: row.policyUri,
    contacts: row.contacts.length > 0 ? row.contacts : null,
    software_id: row.softwareId,
    software_version: row.softwareVersion,
  }),
  token_endpoint_auth_method: row.authMethod as WalletRegistration["token_endpoint_auth_method"],
  grant_types: row.grantTypes as (typeof GRANT_TYPES)[number][],
  response_types: ["code"],
  scope: row.scopes.join(" "),
});

/** New tokens in clear. They are stored as digests only. */
export type GrantedTokens = {
  accessToken: string;
  refreshToken: string | null;
  scopes: readonly string[];
  lifetimeSeconds: number;
};

export const presentTokens = (granted: GrantedTokens): WalletTokens => ({
  access_token: granted.accessToken,
  token_type: "Bearer",
  expires_in: granted.lifetimeSeconds,
  ...(granted.refreshToken === null ? {} : { refresh_token: granted.refreshToken }),
  scope: granted.scopes.join(" "),
});

/** An application with all that an earner allowed it. */
export type AllowedApplicationRow = {
  id: string;
  name: string;
  clientUri: string | null;
  policyUri: string | null;
  redirectUri: string;
  scopes: string[];
  connectedAt: Date;
};

export const presentWalletApplication = (row: AllowedApplicationRow): WalletApplication => ({
  id: row.id,
  name: row.name,
  client_uri: row.clientUri,
  policy_uri: row.policyUri,
  host: redirectHost(row.redirectUri),
  scopes: WALLET_SCOPE_NAMES.filter((name) => row.scopes.includes(name)),
  connected_at: row.connectedAt.toISOString(),
});
