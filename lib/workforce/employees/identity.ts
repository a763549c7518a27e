import type { Prisma } from "@/prisma/generated/client";
import type { MinimalEmployment } from "./schema";

/** The columns that identify an employment. */
export const identitySelect = { id: true, email: true, externalId: true } satisfies Prisma.EmployeeSelect;

export type EmploymentIdentity = Prisma.EmployeeGetPayload<{ select: typeof identitySelect }>;

/**
 * Presents what identifies an employment, for readers who may see nothing else of it (specification, "Event detail
 * shapes").
 */
export const presentMinimalEmployment = (row: EmploymentIdentity): MinimalEmployment => ({
  id: row.id,
  email: row.email,
  external_id: row.externalId,
});
