import { imageUrl } from "@/lib/art/images/serializer";
import { toIsoDate } from "@/lib/kernel/dates";
import { organizationApiUrl } from "@/lib/organizations/profile/serializer";
import type { Prisma } from "@/prisma/generated/client";
import { columnName } from "./choices";
import type { BadgeImport, BadgeImportRow, BadgeImportSheet, ImportMapping, ImportProblem } from "./schema";

export const importSelect = {
  id: true,
  organizationId: true,
  badgeTemplateId: true,
  badgeTemplate: { select: { id: true, name: true, state: true, imageId: true } },
  isTemplateFromColumn: true,
  fileName: true,
  state: true,
  columns: true,
  mapping: true,
  duplicateBehavior: true,
  issuedAt: true,
  isIssuedAtChosen: true,
  suppressBadgeNotificationEmail: true,
  dateOrder: true,
  isDateOrderChosen: true,
  rowsCount: true,
  okCount: true,
  warningCount: true,
  errorCount: true,
  issuedCount: true,
  failedCount: true,
  stopReason: true,
  createdByName: true,
  startedByType: true,
  startedById: true,
  startedByName: true,
  createdAt: true,
  updatedAt: true,
  scheduledAt: true,
  startedAt: true,
  finishedAt: true,
} satisfies Prisma.BadgeImportSelect;

export type ImportRecord = Prisma.BadgeImportGetPayload<{ select: typeof importSelect }>;

export const importRowSelect = {
  number: true,
  status: true,
  recipientEmail: true,
  recipientName: true,
  problems: true,
  badgeId: true,
} satisfies Prisma.BadgeImportRowSelect;

export type ImportRowRecord = Prisma.BadgeImportRowGetPayload<{ select: typeof importRowSelect }>;

export const sheetRowSelect = {
  number: true,
  cells: true,
  isRagged: true,
  status: true,
  problems: true,
} satisfies Prisma.BadgeImportRowSelect;

export type SheetRowRecord = Prisma.BadgeImportRowGetPayload<{ select: typeof sheetRowSelect }>;

const DAY_MS = 24 * 3_600_000;
/** How long after its last change an import is deleted. */
export const RETENTION_MS = 30 * DAY_MS;

/** Return the columns of a file and their mapping, JSON that only this domain writes. */
export const importColumns = (row: Pick<ImportRecord, "columns">): BadgeImport["columns"] =>
  row.columns as BadgeImport["columns"];
export const importMapping = (row: Pick<ImportRecord, "mapping">): ImportMapping =>
  row.mapping as ImportMapping;

/** Returns the names of the columns that fill no field. Columns with neither heading nor value are left out. */
function listIgnoredColumns(row: Pick<ImportRecord, "columns" | "mapping">): string[] {
  const used = new Set(Object.values(importMapping(row)));
  return importColumns(row).flatMap(({ name, samples }, index) =>
    used.has(index) || (name === "" && samples.length === 0) ? [] : [columnName(name, index)],
  );
}

/** Returns the API address of an import. */
export const importUrl = ({ organizationId, id }: Pick<ImportRecord, "organizationId" | "id">): string =>
  `${organizationApiUrl(organizationId)}/badge_imports/${id}`;

const presentCounts = (row: ImportRecord) => ({
  rows_count: row.rowsCount,
  ok_count: row.okCount,
  warning_count: row.warningCount,
  error_count: row.errorCount,
  issued_count: row.issuedCount,
  failed_count: row.failedCount,
});

export function presentImport(row: ImportRecord): BadgeImport {
  const { badgeTemplate: template } = row;
  const deletionDate = new Date(row.updatedAt.getTime() + RETENTION_MS);
  return {
    id: row.id,
    state: row.state,
    badge_template: {
      id: template.id,
      name: template.name,
      state: template.state,
      image_url: imageUrl(template.imageId),
    },
    badge_template_is_from_column: row.isTemplateFromColumn,
    file_name: row.fileName,
    columns: importColumns(row),
    mapping: importMapping(row),
    ignored_columns: listIgnoredColumns(row),
    duplicate_behavior: row.duplicateBehavior,
    issued_at: toIsoDate(row.issuedAt),
    issued_at_is_default: !row.isIssuedAtChosen,
    suppress_badge_notification_email: row.suppressBadgeNotificationEmail,
    date_order: row.dateOrder,
    date_order_is_guess: !row.isDateOrderChosen,
    ...presentCounts(row),
    stop_reason: row.stopReason,
    created_by: row.createdByName,
    started_by: row.startedByName,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    scheduled_at: row.scheduledAt?.toISOString() ?? null,
    started_at: row.startedAt?.toISOString() ?? null,
    finished_at: row.finishedAt?.toISOString() ?? null,
    kept_until: row.state === "running" || row.state === "scheduled" ? null : deletionDate.toISOString(),
    url: importUrl(row),
  };
}

export const presentImportRow = (row: ImportRowRecord): BadgeImportRow => ({
  number: row.number,
  status: row.status,
  recipient_email: row.recipientEmail,
  recipient_name: row.recipientName,
  problems: row.problems as ImportProblem[],
  badge_id: row.badgeId,
});

export const presentSheet = ({
  record,
  rows,
}: {
  record: ImportRecord;
  rows: SheetRowRecord[];
}): BadgeImportSheet => ({
  badge_import: presentImport(record),
  rows: rows.map(({ number, cells, isRagged, status, problems }) => ({
    number,
    cells,
    is_ragged: isRagged,
    status,
    problems: problems as ImportProblem[],
  })),
});
