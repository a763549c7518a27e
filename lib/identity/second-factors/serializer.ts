import { defineEncryptedColumn } from "@/lib/kernel/secrets";
import type { Prisma } from "@/prisma/generated/client";
import type { AddedSecondFactor, Passkey, RecoveryCodes, SecondFactors } from "./schema";

/** Encrypted rather than hashed, because a one-time code is computed from the secret itself. */
export const authenticatorSecrets = defineEncryptedColumn("authenticator_apps", "secret", "user_id");

export const passkeySelect = {
  id: true,
  name: true,
  createdAt: true,
  lastUsedAt: true,
} satisfies Prisma.PasskeySelect;

export type PasskeyRow = Prisma.PasskeyGetPayload<{ select: typeof passkeySelect }>;

export const presentPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  created_at: row.createdAt.toISOString(),
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
});

/** The second factors of an account. */
export type SecondFactorsRow = {
  passkeys: PasskeyRow[];
  app: { createdAt: Date; lastUsedAt: Date | null } | null;
  recoveryCodesLeft: number;
  requiredBy: string[];
  arePasskeysAvailable: boolean;
};

export const presentSecondFactors = (row: SecondFactorsRow): SecondFactors => ({
  passkeys: row.passkeys.map(presentPasskey),
  authenticator_app: row.app && {
    created_at: row.app.createdAt.toISOString(),
    last_used_at: row.app.lastUsedAt?.toISOString() ?? null,
  },
  recovery_codes_left: row.recoveryCodesLeft,
  required_by: row.requiredBy,
  passkeys_available: row.arePasskeysAvailable,
});

export const presentAdded = (codes: string[] | null): AddedSecondFactor => ({ recovery_codes: codes });

export const presentRecoveryCodes = (codes: string[]): RecoveryCodes => ({ recovery_codes: codes });
