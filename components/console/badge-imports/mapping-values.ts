import type { BadgeImport, ImportField, ImportMapping } from "@/lib/badges/imports/schema";

/** The values of the form: the badge field of each column, and how rows are issued. */
export type MappingValues = {
  fields: (ImportField | "")[];
  duplicate_behavior: BadgeImport["duplicate_behavior"];
  issued_at: string;
  date_order: BadgeImport["date_order"] | "";
  suppress_badge_notification_email: boolean;
};

export function mappingFormValues(found: BadgeImport): MappingValues {
  const fieldAt = new Map(
    Object.entries(found.mapping).map(([field, place]) => [place, field as ImportField]),
  );
  return {
    fields: found.columns.map((_, place) => fieldAt.get(place) ?? ""),
    duplicate_behavior: found.duplicate_behavior,
    issued_at: found.issued_at_is_default ? "" : found.issued_at,
    date_order: found.date_order_is_guess ? "" : found.date_order,
    suppress_badge_notification_email: found.suppress_badge_notification_email,
  };
}

/** Builds the request body from the form. */
export function mappingBody({ fields, ...settings }: MappingValues) {
  const mapping: ImportMapping = {};
  fields.forEach((field, place) => {
    if (field !== "") mapping[field] = place;
  });
  return { ...settings, issued_at: settings.issued_at === "" ? null : settings.issued_at, mapping };
}
