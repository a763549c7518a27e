import type { Integration } from "@/lib/learning/requests/caller";
import { db } from "@/lib/kernel/db";
import { selectedColumns } from "@/lib/kernel/json-rows";
import { pageWindow, type PagedRows, type Paging } from "@/lib/learning/requests/paging";
import type { ItemSelection } from "@/lib/learning/items/schema";
import { Prisma } from "@/prisma/generated/client";
import type { GradableInput } from "./schema";
import { gradableSelect, type GradableRow } from "./serializer";

/** Finds a page of the gradables of an integration, only those in which a student has a grade if one is given. */
export async function findGradablePage(
  { organizationId, id }: Integration,
  studentId: number | undefined,
  paging: Paging,
): Promise<PagedRows<GradableRow>> {
  const graded = studentId === undefined ? {} : { grades: { some: { studentId } } };
  const where = { organizationId, integrationId: id, ...graded };
  const [rows, total] = await Promise.all([
    db().learningGradable.findMany({
      where,
      select: gradableSelect,
      relationLoadStrategy: "join",
      orderBy: { id: paging.direction },
      ...pageWindow(paging),
    }),
    db().learningGradable.count({ where }),
  ]);
  return { rows, total };
}

const returnedColumns = Prisma.sql`${Prisma.raw(selectedColumns("LearningGradable", gradableSelect, "gradable"))},
  (SELECT jsonb_build_object('learningMemberId', learning_member_id) FROM users
   WHERE users.id = gradable.creator_id) AS creator`;

/**
 * Inserts the gradables whose extern ids are new to the integration, in the order given, in one statement for any
 * number. Existing ones are filtered out before they use up an id, because ids have 32 bits.
 */
export const insertGradables = (
  { organizationId, id }: Integration,
  gradables: GradableInput[],
  { creatorId, createdAt }: { creatorId: string; createdAt: Date },
): Promise<GradableRow[]> =>
  db().$queryRaw<GradableRow[]>`
    WITH given AS (
      SELECT * FROM ROWS FROM (
        jsonb_to_recordset(${JSON.stringify(gradables)}::jsonb)
          AS (extern_id text, name text, callback gradable_callback, min_pass_requirement text)
      ) WITH ORDINALITY AS item(extern_id, name, callback, min_pass_requirement, place)
    ), gradable AS (
      INSERT INTO learning_gradables (organization_id, integration_id, extern_id, name, callback,
        min_pass_requirement, creator_id, created_at)
      SELECT ${organizationId}::uuid, ${id}::int, extern_id, name, callback, min_pass_requirement,
        ${creatorId}::uuid, ${createdAt}::timestamptz
      FROM given
      WHERE NOT EXISTS (
        SELECT FROM learning_gradables AS known
        WHERE known.integration_id = ${id}::int AND known.extern_id = given.extern_id)
      ORDER BY place
      ON CONFLICT (integration_id, extern_id) DO NOTHING
      RETURNING *
    )
    SELECT ${returnedColumns} FROM gradable ORDER BY gradable.id`;

/** Locks the selected gradables, so that no new rule can require them, and returns their ids. */
export async function lockGradablesForDeletion(
  { organizationId, id }: Integration,
  selection: ItemSelection,
): Promise<number[]> {
  const condition =
    selection === "all" ? Prisma.sql`true` : Prisma.sql`extern_id = ANY (${selection}::text[])`;
  const rows = await db().$queryRaw<{ id: number }[]>`
    SELECT id FROM learning_gradables
    WHERE organization_id = ${organizationId}::uuid AND integration_id = ${id}::int AND ${condition}
    ORDER BY id FOR UPDATE`;
  return rows.map((row) => row.id);
}

/** The most rules listed for each gradable. */
const MAX_RULES_LISTED = 10;

/** Finds which of these gradables rules require, with the ids of those rules. */
export const findGradablesInUse = (ids: number[]) =>
  db().$queryRaw<{ id: number; externId: string; ruleIds: number[] }[]>`
    SELECT gradable.id, gradable.extern_id AS "externId",
      ARRAY(SELECT DISTINCT rule_id FROM learning_rule_requirements WHERE gradable_id = gradable.id
        ORDER BY rule_id LIMIT ${MAX_RULES_LISTED}) AS "ruleIds"
    FROM learning_gradables AS gradable
    WHERE gradable.id = ANY (${ids}::int[])
      AND EXISTS (SELECT FROM learning_rule_requirements WHERE gradable_id = gradable.id)
    ORDER BY gradable.id`;

/** Deletes gradables with their grades and returns them in the order added. */
export const deleteGradableRows = (ids: number[]): Promise<GradableRow[]> =>
  db().$queryRaw<GradableRow[]>`
    WITH gradable AS (DELETE FROM learning_gradables WHERE id = ANY (${ids}::int[]) RETURNING *)
    SELECT ${returnedColumns} FROM gradable ORDER BY gradable.id`;
