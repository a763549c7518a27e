import type { DeletionResult } from "@/lib/learning/items/deletion";
import type { Prisma } from "@/prisma/generated/client";
import type { DeletedGradables, Gradables, LearningGradable } from "./schema";

export const gradableSelect = {
  id: true,
  externId: true,
  name: true,
  callback: true,
  minPassRequirement: true,
  creator: { select: { learningMemberId: true } },
} satisfies Prisma.LearningGradableSelect;

export type GradableRow = Prisma.LearningGradableGetPayload<{ select: typeof gradableSelect }>;

export const presentGradable = (row: GradableRow): LearningGradable => ({
  id: row.id,
  extern_id: row.externId,
  name: row.name,
  callback: row.callback,
  min_pass_requirement: row.minPassRequirement,
  creator_id: row.creator.learningMemberId,
});

export const presentGradables = (rows: GradableRow[]): Gradables =>
  Object.fromEntries(rows.map((row) => [row.externId, presentGradable(row)]));

export const presentDeletedGradables = ({
  rows,
  isTruncated,
}: DeletionResult<GradableRow>): DeletedGradables => ({
  deleted_count: rows.length,
  ...(isTruncated ? {} : { deleted: rows.map(({ externId, name }) => ({ extern_id: externId, name })) }),
});
