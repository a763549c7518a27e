import type { DeletionResult } from "@/lib/learning/items/deletion";
import type { Prisma } from "@/prisma/generated/client";
import type { DeletedStudents, LearningStudent } from "./schema";

export const studentSelect = {
  id: true,
  externId: true,
  first: true,
  last: true,
  email: true,
  integrationId: true,
} satisfies Prisma.LearningStudentSelect;

export type StudentRow = Prisma.LearningStudentGetPayload<{ select: typeof studentSelect }>;

const presentStudent = (row: StudentRow): LearningStudent => ({
  id: row.id,
  extern_id: row.externId,
  first: row.first,
  last: row.last,
  email: row.email,
  integration_id: row.integrationId,
});

export const presentStudents = (rows: StudentRow[]): LearningStudent[] => rows.map(presentStudent);

export const presentDeletedStudents = ({
  rows,
  isTruncated,
}: DeletionResult<StudentRow>): DeletedStudents => ({
  deleted_count: rows.length,
  ...(isTruncated ? {} : { deleted: rows.map(({ externId, email }) => ({ extern_id: externId, email })) }),
});
