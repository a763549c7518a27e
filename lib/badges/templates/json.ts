import { createDateParser, selectedColumns, jsonRow, jsonRows } from "@/lib/kernel/json-rows";
import { MAX_RECOMMENDATIONS } from "./schema";
import { ownerSelect, storedActivityType, templateSelect, type TemplateRow } from "./serializer";

const activitySelect = templateSelect.activities.select;

const requiredTemplateJson = jsonRow(
  selectedColumns("BadgeTemplate", activitySelect.requiredBadgeTemplate.select, "other"),
  `badge_templates AS other WHERE other.organization_id = activity.organization_id
     AND other.id = activity.required_badge_template_id`,
);

const activitiesJson = jsonRows(
  `${selectedColumns("BadgeTemplateActivity", activitySelect, "activity")},
     ${requiredTemplateJson} AS "requiredBadgeTemplate"`,
  `badge_template_activities AS activity WHERE activity.organization_id = template.organization_id
     AND activity.badge_template_id = template.id ORDER BY activity.position`,
);

const recommendationJson = jsonRow(
  selectedColumns("Recommendation", templateSelect.recommendations.select.recommendation.select, "shown"),
  `recommendations AS shown WHERE shown.organization_id = link.organization_id AND shown.id = link.recommendation_id`,
);

const recommendationsJson = jsonRows(
  `${recommendationJson} AS recommendation`,
  `badge_template_recommendations AS link WHERE link.organization_id = template.organization_id
     AND link.badge_template_id = template.id ORDER BY link.recommendation_id LIMIT ${MAX_RECOMMENDATIONS}`,
);

/** The name and the description of `template`, folded, as the index badge_templates_search_idx has them. */
export const FOLDED_TEMPLATE = String.raw`COALESCE(template.search_text,
  lower((template.name || E'\n' || template.description) COLLATE "C"))`;

/** The columns of `badge_templates AS template` for a `TemplateRow`, without the organization that owns it. */
export const TEMPLATE_COLUMNS = `${selectedColumns("BadgeTemplate", templateSelect, "template")},
  ${jsonRows("issued", "badge_template_issue_counts WHERE badge_template_id = template.id")} AS counts,
  ${activitiesJson} AS activities, ${recommendationsJson} AS recommendations`;

/** The column with the organization. */
export const OWNER_COLUMN = `${jsonRow(
  selectedColumns("Organization", ownerSelect, "owner"),
  "organizations AS owner WHERE owner.id = template.organization_id",
)} AS organization`;

const withDates = createDateParser("BadgeTemplate", templateSelect);
const withOwnerDates = createDateParser("Organization", ownerSelect);

/**
 * A template without its owner, as the JSON has it: timestamps as texts, and activity types with their database
 * names.
 */
export type TemplateJson = Omit<TemplateRow, "organization">;

/** Converts it to the row that Prisma would have read. */
export function parseTemplateJson<Row extends TemplateJson>(row: Row): Row {
  for (const activity of row.activities) activity.activityType = storedActivityType(activity.activityType);
  // Prisma reads NULL as an empty list.
  row.skills ??= [];
  row.reportingTags ??= [];
  return withDates(row);
}

/** Converts a template with its owner to the row that Prisma would have read. */
export function parseTemplateWithOwnerJson(row: TemplateRow): TemplateRow {
  withOwnerDates(row.organization);
  return parseTemplateJson(row);
}
