import { withAuditEntry } from "@/lib/access/audit/service";
import { copyTemplateDesign } from "@/lib/art/certificate-designs/template-designs";
import { saveImage } from "@/lib/art/images/service";
import type { Caller } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import { recordEvents } from "@/lib/platform/recording/record-events";
import { toSlug } from "@/lib/organizations/profile/slug";
import { templateAlignments } from "./alignments";
import { updateTemplateArt, type TemplateArt } from "./art";
import { insertTemplate } from "./queries";
import { lockShownRecommendations, writeRelations } from "./references";
import type { BadgeTemplateChange, BadgeTemplateCopyInput } from "./schema";
import { templateDesign, WIRE_TYPES, type TemplateRow } from "./serializer";
import { getTemplate } from "./service";

const NAME_LENGTH = 255;

/** Returns "Copy of …", cut to the maximum length of a name but never within a character. */
const copyName = (name: string): string =>
  Array.from(`Copy of ${name}`).reduce(
    (text, next) => (text.length + next.length > NAME_LENGTH ? text : text + next),
    "",
  );

/** Returns the columns for a copy: everything that a person entered, but no ids or counts. */
function copyColumns(original: TemplateRow) {
  const { id: _id, learningBadgeId: _number, organization: _owner, counts: _counts, ...rest } = original;
  const { activities: _activities, recommendations: _recommendations, ...columns } = rest;
  const alignments = templateAlignments(original).map((alignment) => ({ ...alignment, id: newId() }));
  return { ...columns, alignments, design: templateDesign(original) };
}

const copyRelations = (original: TemplateRow): BadgeTemplateChange => ({
  badge_template_activities: original.activities.map((activity) => ({
    title: activity.title,
    activity_type: WIRE_TYPES[activity.activityType],
    activity_url: activity.activityUrl,
    required_badge_template_id: activity.requiredBadgeTemplate?.id ?? null,
  })),
  recommendation_ids: original.recommendations.map(({ recommendation }) => recommendation.id),
});

/** A copy of a template, ready to be stored. */
type PreparedCopy = { id: string; original: TemplateRow; name: string; art: TemplateArt | null };

/**
 * Reads a template to copy under another name, and draws a picture that shows the name again: before any transaction,
 * because that takes long. Throws 404 for an unknown template.
 */
export async function prepareCopy(
  caller: Caller,
  templateId: string,
  body: BadgeTemplateCopyInput,
): Promise<PreparedCopy> {
  const original = await getTemplate(caller, templateId);
  const id = newId();
  const name = body.name ?? copyName(original.name);
  return { id, original, name, art: await updateTemplateArt(caller, { name }, { ...original, id }) };
}

/** Creates a draft with everything in a template, as it was prepared. Records `badge_template.created`. */
export function copyTemplate(
  caller: Caller,
  _templateId: string,
  { id, original, name, art }: PreparedCopy,
): Promise<TemplateRow> {
  return withAuditEntry(caller, "badge_template.copy", id, async () => {
    const relations = copyRelations(original);
    await lockShownRecommendations(caller.organizationId, relations.recommendation_ids);
    const now = clock.now();
    await insertTemplate({
      ...copyColumns(original),
      id,
      name,
      state: "draft",
      // Images never change, so that two templates may show the same one.
      imageId: art ? await saveImage(art.png) : original.imageId,
      createdAt: now,
      updatedAt: now,
      stateUpdatedAt: now,
      vanitySlug: toSlug(name) || id,
    });
    await writeRelations(caller, { id, before: null }, relations);
    await copyTemplateDesign(caller.organizationId, original.id, id);
    await recordEvents([
      { organizationId: caller.organizationId, eventType: "badge_template.created", subjectId: id },
    ]);
    return getTemplate(caller, id);
  });
}
