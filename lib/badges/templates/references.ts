import type { Author } from "@/lib/access/callers/caller";
import { invalidField } from "@/lib/kernel/errors";
import { takeNamedLock } from "@/lib/kernel/named-lock";
import { reuseIds } from "./reused-ids";
import {
  countTemplates,
  findRecommendationOverLimit,
  lockRecommendations,
  replaceActivities,
  replaceRecommendations,
} from "./queries";
import { MAX_RECOMMENDING_TEMPLATES, type BadgeTemplateChange } from "./schema";
import { storedActivityType, type TemplateRow } from "./serializer";

/** Throws 422 naming the field unless all templates that the activities require belong to the organization. */
export async function requireActivityTemplates(caller: Author, body: BadgeTemplateChange): Promise<void> {
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

/**
 * Locks which templates of an organization show which recommendations until the commit, if `ids` are given to be written, so
 * that the limits of both sides hold for requests at once. Call it before any row is locked.
 */
export async function lockShownRecommendations(
  organizationId: string,
  ids: string[] | undefined,
): Promise<void> {
  if (ids && ids.length > 0) await takeNamedLock(`recommendations:${organizationId}`);
}

/**
 * Writes the recommendations of a template, after `lockShownRecommendations`. Throws 422 unless they belong to the organization and each is shown in a
 * limited number of templates.
 */
async function writeRecommendations({ organizationId }: Author, id: string, given: string[]): Promise<void> {
  const ids = [...new Set(given)];
  // Looked up under a lock when they are written: one that is being deleted is waited for, and then not found.
  if ((await lockRecommendations(organizationId, ids)).length < ids.length) {
    throw invalidField("recommendation_ids", "not_found", "names a recommendation that does not exist");
  }
  await replaceRecommendations(organizationId, id, ids);
  const overused = await findRecommendationOverLimit(organizationId, ids);
  if (overused === null) return;
  const message = `The recommendation ${overused} is already shown in ${MAX_RECOMMENDING_TEMPLATES} badge templates.`;
  throw invalidField("recommendation_ids", "too_many_templates", message);
}

const storedActivities = (row: TemplateRow | null) =>
  (row?.activities ?? []).map(({ requiredBadgeTemplate, ...activity }) => ({
    ...activity,
    requiredBadgeTemplateId: requiredBadgeTemplate?.id ?? null,
  }));

type ActivityInput = NonNullable<BadgeTemplateChange["badge_template_activities"]>[number];

const toActivityColumns = (activity: ActivityInput) => ({
  activityType: storedActivityType(activity.activity_type),
  title: activity.title ?? null,
  activityUrl: activity.activity_url ?? null,
  requiredBadgeTemplateId: activity.required_badge_template_id ?? null,
});

/**
 * Writes the parts of a template outside its own row, in the open transaction, after `lockShownRecommendations`. `before` is the template before the
 * change, null for a new one.
 */
export async function writeRelations(
  caller: Author,
  { id, before }: { id: string; before: TemplateRow | null },
  body: BadgeTemplateChange,
): Promise<void> {
  if (body.badge_template_activities) {
    const rows = reuseIds(storedActivities(before), body.badge_template_activities.map(toActivityColumns));
    await replaceActivities(
      caller.organizationId,
      id,
      rows.map((row, position) => ({ ...row, position })),
    );
  }
  if (body.recommendation_ids) await writeRecommendations(caller, id, body.recommendation_ids);
}
