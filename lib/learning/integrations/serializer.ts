import type { Prisma } from "@/prisma/generated/client";

export const integrationSelect = {
  id: true,
  organizationId: true,
  appId: true,
  courseId: true,
  name: true,
} satisfies Prisma.LearningIntegrationSelect;

export type IntegrationRow = Prisma.LearningIntegrationGetPayload<{ select: typeof integrationSelect }>;
