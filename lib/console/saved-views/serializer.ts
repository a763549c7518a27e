import type { Prisma } from "@/prisma/generated/client";
import { VIEW_LIST_NAMES, type ViewList } from "./choices";
import type { SavedView } from "./schema";

export const savedViewSelect = {
  id: true,
  organizationId: true,
  userId: true,
  list: true,
  name: true,
  parameters: true,
  createdAt: true,
  updatedAt: true,
} satisfies Prisma.SavedViewSelect;

export type SavedViewRow = Prisma.SavedViewGetPayload<{ select: typeof savedViewSelect }>;

/** Returns the list of a view. Only `SavedViewInput` writes the column. */
export const viewList = ({ list }: Pick<SavedViewRow, "list">): ViewList =>
  VIEW_LIST_NAMES.find((known) => known === list) ?? VIEW_LIST_NAMES[0];

export const presentSavedView = (row: SavedViewRow): SavedView => ({
  id: row.id,
  organization_id: row.organizationId,
  list: viewList(row),
  name: row.name,
  is_shared: row.userId === null,
  parameters: row.parameters as SavedView["parameters"],
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});
