import { joinNames } from "@/lib/kernel/names";
import type { LearningAppToken, LearningGrant, OwnLearningToken } from "./schema";

/** A new token in clear text, which is not stored. */
export type GrantedToken = { token: string; refreshToken: string; userId: string };

export const presentGrant = ({ token, refreshToken }: GrantedToken): LearningGrant => ({
  token,
  Refresh_token: refreshToken,
});

/** A token of an app that a program uses. */
export type AppTokenRow = {
  id: string;
  kind: LearningAppToken["kind"];
  userId: string;
  firstName: string;
  lastName: string;
  integrationIds: number[];
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
  lastSuccessfullyUsedAt: Date | null;
  address: string;
  browser: string;
};

export const presentAppToken = (row: AppTokenRow): LearningAppToken => ({
  id: row.id,
  kind: row.kind,
  user: { id: row.userId, name: joinNames(row.firstName, row.lastName) },
  integration_ids: row.integrationIds,
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
  last_successfully_used_at: row.lastSuccessfullyUsedAt?.toISOString() ?? null,
  address: row.address || null,
  browser: row.browser || null,
});

/** A token of the learning edition that acts for a person. */
export type OwnTokenRow = {
  id: string;
  kind: OwnLearningToken["kind"];
  appName: string;
  organizationName: string;
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
  address: string;
  browser: string;
};

export const presentOwnToken = (row: OwnTokenRow): OwnLearningToken => ({
  id: row.id,
  kind: row.kind,
  app_name: row.appName,
  organization_name: row.organizationName,
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
  address: row.address || null,
  browser: row.browser || null,
});
