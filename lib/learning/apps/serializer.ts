import { defineEncryptedColumn } from "@/lib/kernel/secrets";
import { joinNames } from "@/lib/kernel/names";
import type { Prisma } from "@/prisma/generated/client";
import type { LearningApp } from "./schema";

/** Encrypted rather than hashed, because the HMAC of a signed request needs the secret itself. */
export const appSecrets = defineEncryptedColumn("learning_apps", "secret");

export const appSelect = {
  id: true,
  name: true,
  consumerKey: true,
  enterprise: true,
  registeredOriginsOnly: true,
  createdAt: true,
  updatedAt: true,
  lastUsedAt: true,
  lastSuccessfullyUsedAt: true,
  owner: {
    select: {
      id: true,
      firstName: true,
      lastName: true,
      emails: { where: { primary: true }, select: { email: true }, take: 1 },
    },
  },
} satisfies Prisma.LearningAppSelect;

export type AppRow = Prisma.LearningAppGetPayload<{ select: typeof appSelect }>;

export const presentApp = (row: AppRow): LearningApp => ({
  id: row.id,
  name: row.name,
  api_key: row.consumerKey,
  app_secret: null,
  enterprise: row.enterprise,
  registered_origins_only: row.registeredOriginsOnly,
  owner: {
    id: row.owner.id,
    name: joinNames(row.owner.firstName, row.owner.lastName),
    email: row.owner.emails[0]?.email ?? null,
  },
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
  last_successfully_used_at: row.lastSuccessfullyUsedAt?.toISOString() ?? null,
});

/** An app with its new secret in clear text. */
export type NewApp = AppRow & { secret: string };

/** Presents an app with its secret. Only creating an app and rotating its secret return this. */
export const presentNewApp = (created: NewApp): LearningApp => ({
  ...presentApp(created),
  app_secret: created.secret,
});
