import type { Prisma } from "@/prisma/generated/client";
import type { Activity, ActivityKind } from "./schema";

export const activitySelect = {
  id: true,
  kind: true,
  occurredAt: true,
  count: true,
  address: true,
  browser: true,
} satisfies Prisma.AccountActivitySelect;

export type ActivityRow = Prisma.AccountActivityGetPayload<{ select: typeof activitySelect }>;

export const presentActivity = (row: ActivityRow): Activity => ({
  id: row.id,
  kind: row.kind as ActivityKind,
  occurred_at: row.occurredAt.toISOString(),
  count: row.count,
  address: row.address || null,
  browser: row.browser || null,
});
