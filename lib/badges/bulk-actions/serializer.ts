import { organizationApiUrl } from "@/lib/organizations/profile/serializer";
import type { Prisma } from "@/prisma/generated/client";
import type { BadgeBulkAction, BadgeBulkActionItem } from "./schema";

export const bulkActionSelect = {
  id: true,
  organizationId: true,
  action: true,
  state: true,
  reason: true,
  isMailSuppressed: true,
  badgesCount: true,
  doneCount: true,
  skippedCount: true,
  failedCount: true,
  stopReason: true,
  startedByType: true,
  startedById: true,
  startedByName: true,
  createdAt: true,
  updatedAt: true,
  finishedAt: true,
} satisfies Prisma.BadgeBulkActionSelect;

export type BulkActionRecord = Prisma.BadgeBulkActionGetPayload<{ select: typeof bulkActionSelect }>;

export const bulkItemSelect = {
  number: true,
  status: true,
  code: true,
  message: true,
  badgeId: true,
  badge: {
    select: {
      issuedTo: true,
      recipientEmail: true,
      deletedAt: true,
      badgeTemplate: { select: { name: true } },
    },
  },
} satisfies Prisma.BadgeBulkActionItemSelect;

export type BulkItemRecord = Prisma.BadgeBulkActionItemGetPayload<{ select: typeof bulkItemSelect }>;

const DAY_MS = 24 * 3_600_000;
/** How long after its last change a bulk action is deleted. */
export const RETENTION_MS = 30 * DAY_MS;

/** Returns the API address of a bulk action. */
export const bulkActionUrl = ({
  organizationId,
  id,
}: Pick<BulkActionRecord, "organizationId" | "id">): string =>
  `${organizationApiUrl(organizationId)}/badge_bulk_actions/${id}`;

export const presentBulkAction = (row: BulkActionRecord): BadgeBulkAction => ({
  id: row.id,
  action: row.action,
  state: row.state,
  reason: row.reason,
  badges_count: row.badgesCount,
  done_count: row.doneCount,
  skipped_count: row.skippedCount,
  failed_count: row.failedCount,
  stop_reason: row.stopReason,
  started_by: row.startedByName,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  finished_at: row.finishedAt?.toISOString() ?? null,
  url: bulkActionUrl(row),
});

/** The badge is read when the item is shown, so that nothing of a deleted badge remains here. */
export function presentBulkItem({ badge, ...row }: BulkItemRecord): BadgeBulkActionItem {
  const shown = badge.deletedAt === null ? badge : null;
  return {
    number: row.number,
    status: row.status,
    code: row.code,
    message: row.message,
    badge_id: row.badgeId,
    recipient_name: shown?.issuedTo ?? null,
    recipient_email: shown?.recipientEmail ?? null,
    badge_template_name: shown?.badgeTemplate.name ?? null,
  };
}
