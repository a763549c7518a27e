import type { Prisma } from "@/prisma/generated/client";

export const sessionSelect = {
  id: true,
  startedAt: true,
  lastUsedAt: true,
  expiresAt: true,
  address: true,
  browser: true,
  provedAt: true,
  hasSecondFactor: true,
} satisfies Prisma.SessionSelect;

export type SessionRow = Prisma.SessionGetPayload<{ select: typeof sessionSelect }>;
