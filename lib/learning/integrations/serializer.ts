import type { Prisma } from "@/prisma/generated/client";
import type { LearningIntegrationItem, LearningIntegrations } from "./schema";

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

/** An integration with its app, for members who manage both. */
export const integrationDetailSelect = {
  ...integrationSelect,
  launchOrigins: true,
  createdAt: true,
  app: { select: { id: true, name: true, consumerKey: true, enterprise: true, ownerId: true } },
} satisfies Prisma.LearningIntegrationSelect;

export type IntegrationDetailRow = Prisma.LearningIntegrationGetPayload<{
  select: typeof integrationDetailSelect;
}>;

/** How much data an integration has. */
export type IntegrationCounts = { students: number; gradables: number; rules: number; badges: number };

export const presentIntegration = ({
  counts,
  ...row
}: IntegrationDetailRow & { counts: IntegrationCounts }): LearningIntegrationItem => ({
  id: row.id,
  course_id: row.courseId,
  name: row.name,
  launch_origins: row.launchOrigins,
  app: { id: row.app.id, name: row.app.name, api_key: row.app.consumerKey, enterprise: row.app.enterprise },
  students_count: counts.students,
  gradables_count: counts.gradables,
  rules_count: counts.rules,
  badges_count: counts.badges,
  created_at: row.createdAt.toISOString(),
});
