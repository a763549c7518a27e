import type { Prisma } from "@/prisma/generated/client";
import type { LearningIntegrations } from "./schema";

export const integrationSelect = {
  id: true,
  organizationId: true,
  appId: true,
  courseId: true,
  name: true,
} satisfies Prisma.LearningIntegrationSelect;

export type IntegrationRow = Prisma.LearningIntegrationGetPayload<{ select: typeof integrationSelect }>;

export const presentIntegrations = (rows: IntegrationRow[]): LearningIntegrations =>
  Object.fromEntries(rows.map(({ id, courseId, name }) => [id, { id, course_id: courseId, name }]));
