import { withAuditEntry } from "@/lib/access/audit/service";
import type { Author } from "@/lib/access/callers/caller";
import { saveImage } from "@/lib/art/images/service";
import { recordEvents } from "@/lib/platform/recording/record-events";
import { clock } from "@/lib/kernel/clock";
import { invalidField, notFound } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { createTemplateArt, type TemplateArt } from "./art";
import { buildTemplateColumns } from "./columns";
import { findTemplate, insertTemplate } from "./queries";
import { lockShownRecommendations, requireActivityTemplates, writeRelations } from "./references";
import type { BadgeTemplateInput } from "./schema";
import type { TemplateRow } from "./serializer";
import { listMissingFields, requireAllowedState, toActivationFields } from "./state";

/** A new template with its art, ready to be stored. */
type PreparedTemplate = {
  id: string;
  body: BadgeTemplateInput;
  state: TemplateRow["state"];
  art: TemplateArt;
};

/**
 * Checks a new template and draws its art or reads its image: before any transaction, because that takes long. It will be
 * active when it has everything that an active one needs, otherwise a draft. A requested state is checked first. Without
 * `image` and `design` it gets generated art.
 */
export async function prepareTemplate(caller: Author, body: BadgeTemplateInput): Promise<PreparedTemplate> {
  const given = toActivationFields(body);
  const state = body.state ?? (listMissingFields(given).length === 0 ? "active" : "draft");
  if (state === "archived")
    throw invalidField("state", "invalid_transition", "cannot be archived in a new badge template");
  requireAllowedState("draft", state, given);
  await requireActivityTemplates(caller, body);
  const id = newId();
  return { id, body, state, art: await createTemplateArt(caller, body, { id, name: body.name }) };
}

/** Creates a template that was prepared. Records `badge_template.created`. */
export function createTemplate(
  caller: Author,
  { id, body, state, art }: PreparedTemplate,
): Promise<TemplateRow> {
  const { organizationId } = caller;
  const { png, ...origin } = art;
  return withAuditEntry(caller, "badge_template.create", id, async () => {
    await lockShownRecommendations(organizationId, body.recommendation_ids);
    const now = clock.now();
    const columns = buildTemplateColumns(body, null);
    await insertTemplate({
      ...columns,
      id,
      organizationId,
      name: body.name,
      description: body.description ?? "",
      state,
      imageId: await saveImage(png),
      ...origin,
      createdAt: now,
      updatedAt: now,
      stateUpdatedAt: now,
      vanitySlug: columns.vanitySlug || id,
    });
    await writeRelations(caller, { id, before: null }, body);
    await recordEvents([{ organizationId, eventType: "badge_template.created", subjectId: id }]);
    const row = await findTemplate(organizationId, id);
    if (!row) throw notFound();
    return row;
  });
}
