import { db } from "@/lib/kernel/db";

/** A person who can be the recipient of a badge. */
export type Person = { email: string; firstName: string | null; lastName: string | null };

const CHUNK = 5_000;

/** Lists the addresses of the employees of an organization, at most one more than `limit`. */
export async function listEmployeeAddresses(organizationId: string, limit: number): Promise<Person[]> {
  const people: Person[] = [];
  for (;;) {
    const last = people.at(-1)?.email ?? "";
    const rows = await db().employee.findMany({
      where: { organizationId, email: { gt: last } },
      select: { email: true, firstName: true, lastName: true },
      orderBy: { email: "asc" },
      take: Math.min(CHUNK, limit + 1 - people.length),
    });
    people.push(...rows);
    if (rows.length < CHUNK || people.length > limit) return people;
  }
}
