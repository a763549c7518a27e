import type { Integration } from "@/lib/learning/requests/caller";
import { db } from "@/lib/kernel/db";
import { selectedColumns } from "@/lib/kernel/json-rows";
import { pageWindow, type PagedRows, type Paging } from "@/lib/learning/requests/paging";
import type { ItemSelection } from "@/lib/learning/items/schema";
import { Prisma } from "@/prisma/generated/client";
import type { StudentInput } from "./schema";
import { studentSelect, type StudentRow } from "./serializer";

export async function findStudentPage(
  where: Prisma.LearningStudentWhereInput,
  paging: Paging,
): Promise<PagedRows<StudentRow>> {
  const [rows, total] = await Promise.all([
    db().learningStudent.findMany({
      where,
      select: studentSelect,
      orderBy: { id: paging.direction },
      ...pageWindow(paging),
    }),
    db().learningStudent.count({ where }),
  ]);
  return { rows, total };
}

/** Most addresses of an account that are compared. */
const MAX_ADDRESSES = 100;

/**
 * Finds the student of an account in an integration: by its primary address, which a launch gave it, or by a confirmed
 * one. The first of several.
 */
export async function findStudent({ organizationId, id: integrationId }: Integration, userId: string) {
  const emails = await db().userEmail.findMany({
    where: { userId, OR: [{ primary: true }, { confirmedAt: { not: null } }] },
    select: { email: true },
    take: MAX_ADDRESSES,
  });
  return db().learningStudent.findFirst({
    where: { organizationId, integrationId, email: { in: emails.map(({ email }) => email) } },
    select: { id: true, email: true, first: true },
    orderBy: { id: "asc" },
  });
}

const returnedColumns = Prisma.raw(selectedColumns("LearningStudent", studentSelect, "student"));

/**
 * Inserts the students whose extern ids are new to the integration, in the order given, in one statement for any
 * number. Existing ones are filtered out before they use up an id, because ids have 32 bits.
 */
export const insertStudents = (
  { organizationId, id }: Integration,
  students: StudentInput[],
  createdAt: Date,
): Promise<StudentRow[]> =>
  db().$queryRaw<StudentRow[]>`
    WITH given AS (
      SELECT * FROM ROWS FROM (
        jsonb_to_recordset(${JSON.stringify(students)}::jsonb) AS (extern_id text, first text, last text, email text)
      ) WITH ORDINALITY AS item(extern_id, first, last, email, place)
    ), student AS (
      INSERT INTO learning_students (organization_id, integration_id, extern_id, first, last, email, created_at)
      SELECT ${organizationId}::uuid, ${id}::int, extern_id, first, last, email, ${createdAt}::timestamptz
      FROM given
      WHERE NOT EXISTS (
        SELECT FROM learning_students AS known
        WHERE known.integration_id = ${id}::int AND known.extern_id = given.extern_id)
      ORDER BY place
      ON CONFLICT (integration_id, extern_id) DO NOTHING
      RETURNING *
    )
    SELECT ${returnedColumns} FROM student ORDER BY student.id`;

/** Deletes the selected students with their grades and returns them in the order added. */
export const deleteStudentRows = (
  { organizationId, id }: Integration,
  selection: ItemSelection,
): Promise<StudentRow[]> => {
  const condition =
    selection === "all" ? Prisma.sql`true` : Prisma.sql`extern_id = ANY (${selection}::text[])`;
  return db().$queryRaw<StudentRow[]>`
    WITH student AS (
      DELETE FROM learning_students
      WHERE organization_id = ${organizationId}::uuid AND integration_id = ${id}::int AND ${condition}
      RETURNING *
    )
    SELECT ${returnedColumns} FROM student ORDER BY student.id`;
};
