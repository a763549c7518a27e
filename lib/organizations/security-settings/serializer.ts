import type { Prisma } from "@/prisma/generated/client";
import type { SecuritySettings } from "./schema";

export const securitySelect = {
  requiresSecondFactor: true,
  sessionIdleMinutes: true,
  learningTokenIdleDays: true,
} satisfies Prisma.OrganizationSelect;

export type StoredSettings = Prisma.OrganizationGetPayload<{ select: typeof securitySelect }>;

export type SecuritySettingsRow = StoredSettings & { members: number; membersWithFactor: number };

export const presentSecuritySettings = (row: SecuritySettingsRow): SecuritySettings => ({
  requires_second_factor: row.requiresSecondFactor,
  session_idle_minutes: row.sessionIdleMinutes,
  learning_token_idle_days: row.learningTokenIdleDays,
  members_count: row.members,
  members_with_second_factor_count: row.membersWithFactor,
});
