import { presentScopes, decodeScopes, type Rights } from "@/lib/access/callers/rights";
import { defineEncryptedColumn } from "@/lib/kernel/secrets";
import { organizationApiUrl } from "@/lib/organizations/profile/serializer";
import type { Prisma } from "@/prisma/generated/client";
import type { AuthorizationToken } from "./schema";

/** Secrets can be decrypted, because the specification shows them in lists. */
export const tokenSecrets = defineEncryptedColumn("authorization_tokens", "ciphertext");

export const tokenSelect = {
  id: true,
  organizationId: true,
  ciphertext: true,
  description: true,
  readEnabled: true,
  writeEnabled: true,
  deleteEnabled: true,
  scopes: true,
  createdById: true,
  createdByType: true,
  createdByName: true,
  createdAt: true,
  expiresAt: true,
  lastUsedAt: true,
  lastSuccessfullyUsedAt: true,
  organization: { select: { name: true } },
} satisfies Prisma.AuthorizationTokenSelect;

export type TokenRow = Prisma.AuthorizationTokenGetPayload<{ select: typeof tokenSelect }>;

/** A token, and whether its creator is still in the organization. */
export type TokenWithCreator = TokenRow & { isCreatorAvailable: boolean };

/** The rights of the holder of a token. */
export const tokenRights = (
  row: Pick<TokenRow, "readEnabled" | "writeEnabled" | "deleteEnabled" | "scopes">,
): Rights => ({
  scopes: decodeScopes(row.scopes),
  access: { read: row.readEnabled, write: row.writeEnabled, delete: row.deleteEnabled },
});

export const presentToken = (row: TokenWithCreator): AuthorizationToken => ({
  id: row.id,
  token: tokenSecrets.decrypt(row.ciphertext, row.id),
  owner_id: row.organizationId,
  description: row.description,
  write_enabled: row.writeEnabled,
  read_enabled: row.readEnabled,
  delete_enabled: row.deleteEnabled,
  scopes: presentScopes(decodeScopes(row.scopes)),
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
  last_successfully_used_at: row.lastSuccessfullyUsedAt?.toISOString() ?? null,
  owner: {
    type: "Organization",
    id: row.organizationId,
    name: row.organization.name,
    url: organizationApiUrl(row.organizationId),
  },
  creator_available: row.isCreatorAvailable,
  created_by_id: row.createdById,
  created_by_type: row.createdByType,
  created_by_name: row.createdByName ?? "",
});
