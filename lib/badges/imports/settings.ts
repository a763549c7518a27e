import { clock } from "@/lib/kernel/clock";
import { dateOnly } from "@/lib/kernel/dates";
import { invalidField } from "@/lib/kernel/errors";
import type { FileRow } from "./check";
import { guessMapping } from "./mapping";
import type { RowSettings } from "./row-body";
import type { BadgeImportChange, ImportMapping } from "./schema";
import { mappingOf, type ImportRow } from "./serializer";
import { guessDateOrder, type DateOrder } from "./spreadsheet-dates";

/** 422 for a mapping that names a column which the file has not, or one column twice. */
function checkMapping(mapping: ImportMapping, width: number): ImportMapping {
  const places = Object.values(mapping);
  if (places.some((place) => place >= width)) {
    throw invalidField(
      "mapping",
      "unknown_column",
      `names a column that is not there: the file has ${width}`,
    );
  }
  if (new Set(places).size < places.length) {
    throw invalidField("mapping", "column_used_twice", "takes each column for one field");
  }
  return mapping;
}

/** How ambiguous dates are read: as somebody said, or as the others in the same columns show it; else day first. */
function dateOrderOf(chosen: DateOrder | undefined, mapping: ImportMapping, rows: FileRow[]) {
  if (chosen) return { dateOrder: chosen, isDateOrderChosen: true };
  const places = [mapping.issued_at, mapping.expires_at].flatMap((place) => place ?? []);
  const dates = rows.flatMap(({ cells }) => places.map((place) => cells[place] ?? ""));
  return { dateOrder: guessDateOrder(dates) ?? "day_first", isDateOrderChosen: false };
}

/** The settings of an import with a change of them; absent ones stay. 422 for a mapping that does not fit the file. */
export function changedSettings(
  change: BadgeImportChange,
  width: number,
  rows: FileRow[],
  before: RowSettings,
): RowSettings {
  const mapping = checkMapping(change.mapping ?? before.mapping, width);
  const chosen = change.date_order ?? (before.isDateOrderChosen ? before.dateOrder : undefined);
  return {
    badgeTemplateId: change.badge_template_id ?? before.badgeTemplateId,
    mapping,
    duplicateBehavior: change.duplicate_behavior ?? before.duplicateBehavior,
    issuedAt: change.issued_at ?? before.issuedAt,
    suppressBadgeNotificationEmail:
      change.suppress_badge_notification_email ?? before.suppressBadgeNotificationEmail,
    ...dateOrderOf(chosen, mapping, rows),
  };
}

/** The settings of a new import: what is not said is guessed from its headings, or usual. 422 as for a change. */
export const newSettings = (change: BadgeImportChange, headings: string[], rows: FileRow[]): RowSettings =>
  changedSettings(change, headings.length, rows, {
    badgeTemplateId: "",
    mapping: guessMapping(headings),
    duplicateBehavior: "deny",
    issuedAt: dateOnly(clock.now()),
    suppressBadgeNotificationEmail: false,
    dateOrder: "day_first",
    isDateOrderChosen: false,
  });

/** The settings that an import is stored with, by which its rows are read. */
export const storedSettings = (row: ImportRow): RowSettings => ({
  badgeTemplateId: row.badgeTemplateId,
  mapping: mappingOf(row),
  duplicateBehavior: row.duplicateBehavior,
  issuedAt: dateOnly(row.issuedAt),
  suppressBadgeNotificationEmail: row.suppressBadgeNotificationEmail,
  dateOrder: row.dateOrder,
  isDateOrderChosen: row.isDateOrderChosen,
});

/** The same as columns; `templateOrganizationId` owns the template. */
export const settingsData = ({ issuedAt, ...settings }: RowSettings, templateOrganizationId: string) => ({
  ...settings,
  issuedAt: new Date(issuedAt),
  templateOrganizationId,
});
