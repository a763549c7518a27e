import { db } from "@/lib/kernel/db";
import type { Prisma } from "@/prisma/generated/client";
import { scimUserSelect, type ScimUserRow } from "./serializer";

type Order = Prisma.EmployeeOrderByWithRelationInput;

/** What users can be sorted by, by names in lower case. Each has an index. */
export const sorts: Record<string, (direction: Prisma.SortOrder) => Order> = {
  id: (direction) => ({ id: direction }),
  username: (direction) => ({ email: direction }),
  "emails.value": (direction) => ({ email: direction }),
  "name.givenname": (direction) => ({ firstNameOrder: direction }),
  "name.familyname": (direction) => ({ lastNameOrder: direction }),
  "meta.created": (direction) => ({ createdAt: direction }),
  "meta.lastmodified": (direction) => ({ lastUpdatedByOrganizationAt: direction }),
};

export const findUser = (organizationId: string, id: string): Promise<ScimUserRow | null> =>
  db().employee.findFirst({ where: { organizationId, id }, select: scimUserSelect });

/** Locks an employee for a change, and returns it as it is after the lock. */
export async function lockUser(organizationId: string, id: string): Promise<ScimUserRow | null> {
  await db().$queryRaw`
    SELECT 1 FROM employees WHERE organization_id = ${organizationId}::uuid AND id = ${id}::uuid FOR UPDATE`;
  return findUser(organizationId, id);
}

/** Finds a part of the users in an order, by default the oldest first, and counts all of them. */
export async function findUsers(
  organizationId: string,
  filter: Prisma.EmployeeWhereInput | null,
  order: Order,
  { skip, take }: { skip: number; take: number },
): Promise<{ rows: ScimUserRow[]; total: number }> {
  const where = { organizationId, ...(filter ? { AND: [filter] } : {}) };
  const direction = Object.values(order)[0] as Prisma.SortOrder;
  const orderBy = [order, { id: direction }];
  const [rows, total] = await Promise.all([
    take === 0 ? [] : db().employee.findMany({ where, select: scimUserSelect, orderBy, skip, take }),
    db().employee.count({ where }),
  ]);
  return { rows, total };
}
