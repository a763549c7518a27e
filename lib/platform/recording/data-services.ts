import { Prisma } from "@/prisma/generated/client";

/**
 * The SQL condition by which an organization receives webhooks: one of its OAuth applications has data services enabled
 * (decision 0017). It holds when an event is recorded and again when it is delivered.
 */
export const hasDataServicesSql = (organizationId: Prisma.Sql): Prisma.Sql => Prisma.sql`EXISTS (
  SELECT FROM oauth_applications AS application
  WHERE application.organization_id = ${organizationId} AND application.data_services_enabled)`;
