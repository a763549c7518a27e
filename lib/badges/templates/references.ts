import type { Author } from "@/lib/access/callers/caller";
import { invalidField } from "@/lib/kernel/errors";
import { keepIds } from "./kept-ids";
import {
  countTemplates,
  findOverusedRecommendation,
  lockRecommendations,
  replaceActivities,
  replaceRecommendations,
} from "./queries";
import { MAX_RECOMMENDING_TEMPLATES, type BadgeTemplateChange } from "./schema";
import { storedActivityType, type TemplateRow } from "./serializer";

/** Templates that the activities require must be the organization's own: 422 names the field. */
export async function checkRequired(caller: Author, body: BadgeTemplateChange): Promise<void> {
  const required = [
    ...new Set(body.badge_template_activities?.flatMap((one) => one.required_badge_template_id ?? []) ?? []),
  ];
  if (required.length > 0 && (await countTemplates(caller.organizationId, required)) < required.length) {
    throw invalidField(
      "badge_template_activities",
      "not_found",
      "names a badge template that does not exist",
    );
  }
}

/** Recommendations must be the organization's own, and stand in a bounded number of templates: 422 otherwise. */
async function writeRecommendations({ organizationId }: Author, id: string, given: string[]): Promise<void> {
  const ids = [...new Set(given)];
  // Looked up where they are written, under a lock: one that is being deleted is waited for, and then not found.
  if ((await lockRecommendations(organizationId, ids)).length < ids.length) {
    throw invalidField("recommendation_ids", "not_found", "names a recommendation that does not exist");
  }
  await replaceRecommendations(organizationId, id, ids);
  const overused = await findOverusedRecommendation(organizationId, ids);
  if (overused === null) return;
  const message = `The recommendation ${overused} stands in ${MAX_RECOMMENDING_TEMPLATES} badge templates already.`;
  throw invalidField("recommendation_ids", "too_many_templates", message);
}

const storedActivities = (row: TemplateRow | null) =>
  (row?.activities ?? []).map(({ requiredBadgeTemplate, ...activity }) => ({
    ...activity,
    requiredBadgeTemplateId: requiredBadgeTemplate?.id ?? null,
  }));

type Given = NonNullable<BadgeTemplateChange["badge_template_activities"]>[number];

const givenActivity = (activity: Given) => ({
  activityType: storedActivityType(activity.activity_type),
  title: activity.title ?? null,
  activityUrl: activity.activity_url ?? null,
  requiredBadgeTemplateId: activity.required_badge_template_id ?? null,
});

/**
 * Writes what a template is made of beside its own row, in the open transaction; `before` is the template as it was,
 * null for a new one.
 */
export async function writeParts(
  caller: Author,
  { id, before }: { id: string; before: TemplateRow | null },
  body: BadgeTemplateChange,
): Promise<void> {
  if (body.badge_template_activities) {
    const rows = keepIds(storedActivities(before), body.badge_template_activities.map(givenActivity));
    await replaceActivities(
      caller.organizationId,
      id,
      rows.map((row, position) => ({ ...row, position })),
    );
  }
  if (body.recommendation_ids) await writeRecommendations(caller, id, body.recommendation_ids);
}
