import { presentScopes, decodeScopes, type Rights } from "@/lib/access/callers/rights";
import type { OauthApplication, Prisma } from "@/prisma/generated/client";
import type { AccessToken, OAuthApplication } from "./schema";

export const applicationSelect = {
  id: true,
  uuid: true,
  name: true,
  description: true,
  uid: true,
  dataServicesEnabled: true,
  readEnabled: true,
  writeEnabled: true,
  deleteEnabled: true,
  scopes: true,
  createdById: true,
  createdByType: true,
  createdByName: true,
  createdAt: true,
  updatedAt: true,
  lastUsedAt: true,
  lastSuccessfullyUsedAt: true,
} satisfies Prisma.OauthApplicationSelect;

export type ApplicationRow = Prisma.OauthApplicationGetPayload<{ select: typeof applicationSelect }>;

/** The columns that hold an application's rights. */
export type RightsColumns = Pick<
  OauthApplication,
  "readEnabled" | "writeEnabled" | "deleteEnabled" | "scopes"
>;

/** The rights of the holder of an application's secret. */
export const applicationRights = (row: RightsColumns): Rights => ({
  scopes: decodeScopes(row.scopes),
  access: { read: row.readEnabled, write: row.writeEnabled, delete: row.deleteEnabled },
});

/** An application, and whether its creator is still in the organization. */
export type ApplicationWithCreator = ApplicationRow & { isCreatorAvailable: boolean };

export const presentApplication = (row: ApplicationWithCreator): OAuthApplication => ({
  id: row.id,
  name: row.name,
  description: row.description,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
  last_successfully_used_at: row.lastSuccessfullyUsedAt?.toISOString() ?? null,
  uid: row.uid,
  secret: null,
  created_by_id: row.createdById,
  created_by_type: row.createdByType,
  created_by_name: row.createdByName,
  creator_available: row.isCreatorAvailable,
  data_services_enabled: row.dataServicesEnabled,
  scopes: presentScopes(decodeScopes(row.scopes)),
  access: applicationRights(row).access,
  uuid: row.uuid,
});

/** An application with its new secret. Only the service that generated it has the secret in clear. */
export type ApplicationWithSecret = ApplicationWithCreator & { secret: string };

/** Presents an application with its new secret. No other response shows it (specification, "OAuth application"). */
export const presentApplicationWithSecret = (application: ApplicationWithSecret): OAuthApplication => ({
  ...presentApplication(application),
  secret: application.secret,
});

/** A new access token in clear. It is stored nowhere. */
export type GrantedToken = { token: string; scopes: string[]; createdAt: Date; lifetimeSeconds: number };

export const presentAccessToken = ({
  token,
  scopes,
  createdAt,
  lifetimeSeconds,
}: GrantedToken): AccessToken => ({
  access_token: token,
  token_type: "Bearer",
  expires_in: lifetimeSeconds,
  scope: scopes.join(" "),
  created_at: Math.floor(createdAt.getTime() / 1000),
});
