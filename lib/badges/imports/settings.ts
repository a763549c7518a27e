import { clock } from "@/lib/kernel/clock";
import { toIsoDate } from "@/lib/kernel/dates";
import { invalidField } from "@/lib/kernel/errors";
import type { FileRow } from "./check";
import { guessMapping } from "./mapping";
import type { RowSettings } from "./parse-row";
import type { BadgeImportChange, ImportMapping } from "./schema";
import { importMapping, type ImportRecord } from "./serializer";
import { findFileDateOrder, type DateOrder } from "./spreadsheet-dates";

/** Returns the mapping. Throws 422 when it names a column that the file does not have, or one column twice. */
function requireValidMapping(mapping: ImportMapping, width: number): ImportMapping {
  const columnIndexes = Object.values(mapping);
  if (columnIndexes.some((index) => index >= width)) {
    throw invalidField(
      "mapping",
      "unknown_column",
      `names a column that does not exist: the file has ${width} columns`,
    );
  }
  if (new Set(columnIndexes).size < columnIndexes.length) {
    throw invalidField("mapping", "column_used_twice", "uses one column for several fields");
  }
  return mapping;
}

/**
 * Decides how ambiguous dates are read: in the chosen order, or in the order that most of the other dates of the file show, or
 * else day first.
 */
function resolveDateOrder(chosen: DateOrder | undefined, mapping: ImportMapping, rows: FileRow[]) {
  if (chosen) return { dateOrder: chosen, isDateOrderChosen: true };
  const { order } = findFileDateOrder({ mapping }, rows);
  return { dateOrder: order ?? "day_first", isDateOrderChosen: false };
}

/** Returns the day for rows without one: the chosen day, or today if there is none (null). Undefined keeps it. */
function resolveIssuedAt(
  chosen: string | null | undefined,
  before: RowSettings,
): Pick<RowSettings, "issuedAt" | "isIssuedAtChosen"> {
  if (chosen === undefined && before.isIssuedAtChosen)
    return { issuedAt: before.issuedAt, isIssuedAtChosen: true };
  return chosen
    ? { issuedAt: chosen, isIssuedAtChosen: true }
    : { issuedAt: toIsoDate(clock.now()), isIssuedAtChosen: false };
}

/**
 * Applies a change to the settings of an import. Absent settings stay. Throws 422 for a mapping that does not fit the
 * file.
 */
export function applySettingsChange(
  change: BadgeImportChange,
  width: number,
  rows: FileRow[],
  before: RowSettings,
): RowSettings {
  const mapping = requireValidMapping(change.mapping ?? before.mapping, width);
  const chosen = change.date_order ?? (before.isDateOrderChosen ? before.dateOrder : undefined);
  const isTemplateFromColumn = change.badge_template_id === undefined && before.isTemplateFromColumn;
  if (isTemplateFromColumn && mapping.badge_template === undefined)
    throw invalidField("mapping", "no_template_column", "needs the column that names the badge templates");
  return {
    badgeTemplateId: change.badge_template_id ?? before.badgeTemplateId,
    isTemplateFromColumn,
    mapping,
    duplicateBehavior: change.duplicate_behavior ?? before.duplicateBehavior,
    ...resolveIssuedAt(change.issued_at, before),
    suppressBadgeNotificationEmail:
      change.suppress_badge_notification_email ?? before.suppressBadgeNotificationEmail,
    ...resolveDateOrder(chosen, mapping, rows),
  };
}

/**
 * Builds the settings of a new import. Absent settings are guessed from the headings or get a default. Throws 422 as
 * for a change.
 */
export const buildNewSettings = (
  change: BadgeImportChange,
  headings: string[],
  rows: FileRow[],
): RowSettings =>
  applySettingsChange(change, headings.length, rows, {
    badgeTemplateId: "",
    isTemplateFromColumn: false,
    mapping: guessMapping(headings),
    duplicateBehavior: "deny",
    issuedAt: toIsoDate(clock.now()),
    isIssuedAtChosen: false,
    suppressBadgeNotificationEmail: false,
    dateOrder: "day_first",
    isDateOrderChosen: false,
  });

/** Returns the settings stored with an import, by which its rows are read. */
export const readStoredSettings = (row: ImportRecord): RowSettings => ({
  badgeTemplateId: row.badgeTemplateId,
  isTemplateFromColumn: row.isTemplateFromColumn,
  mapping: importMapping(row),
  duplicateBehavior: row.duplicateBehavior,
  issuedAt: toIsoDate(row.issuedAt),
  isIssuedAtChosen: row.isIssuedAtChosen,
  suppressBadgeNotificationEmail: row.suppressBadgeNotificationEmail,
  dateOrder: row.dateOrder,
  isDateOrderChosen: row.isDateOrderChosen,
});

/** Converts settings to columns. */
export const toSettingsColumns = ({ issuedAt, ...settings }: RowSettings) => ({
  ...settings,
  issuedAt: new Date(issuedAt),
});
