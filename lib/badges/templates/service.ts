import type { ListInput } from "@/lib/kernel/list/list-input";
import { removeTemplateDesign } from "@/lib/art/certificate-designs/template-designs";
import { saveImage } from "@/lib/art/images/service";
import { withAuditEntry } from "@/lib/access/audit/service";
import type { Author, Caller } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { invalidField, notFound, unprocessable } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { parseFilter } from "@/lib/kernel/list/filter";
import { listKeys } from "@/lib/kernel/list/keys";
import type { Page } from "@/lib/kernel/list/page";
import { parseSort } from "@/lib/kernel/list/sort";
import { recordEvents } from "@/lib/delivery/recording/record-events";
import type { EventType } from "@/lib/delivery/events/choices";
import { issuableTemplatesWhere } from "@/lib/organizations/issuers/permission";
import { getGrantorOrganizationId } from "@/lib/organizations/issuers/service";
import { updateTemplateArt, createTemplateArt, hasSameArt } from "./art";
import { buildTemplateColumns } from "./columns";
import {
  activeIssuableBySql,
  filters,
  findSummaryPage,
  findTemplatePage,
  newestFirst,
  ownedByOrganizationOrGrantorsSql,
  ownedBySql,
  showsRecommendationSql,
  sorts,
  type TemplateQuery,
} from "./list-queries";
import {
  findTemplate,
  findTemplateNames,
  findTemplatesForEvents,
  findTemplateWhere,
  insertTemplate,
  lockTemplate,
  markTemplateDeleted,
  removeFromRecommendations,
  deleteLearningRules,
  endEndorsements,
  retitleRecommendations,
  saveTemplate,
} from "./queries";
import { isChanged, listTemplateChanges } from "./changes";
import { requireActivityTemplates, writeRelations } from "./references";
import type { BadgeTemplateChange, BadgeTemplateInput } from "./schema";
import { issuedCount, type TemplateRow } from "./serializer";
import { requireAllowedState, listMissingFields, type ActivationFields } from "./state";
import type { SummaryRow } from "./summary";

export const templateListKeys = listKeys(filters, sorts);

/** Builds the query for a list within `scope`, newest first unless sorted. */
const buildTemplateQuery = (scope: TemplateQuery["where"], input: ListInput): TemplateQuery => ({
  where: [...scope, ...parseFilter(input.filter, filters)],
  order: parseSort(input.sort, sorts, newestFirst),
  page: input.page,
});

/** Lists the organization's templates. */
export const listTemplates = (caller: Caller, input: ListInput): Promise<Page<TemplateRow>> =>
  findTemplatePage(buildTemplateQuery([ownedBySql([caller.organizationId])], input));

/** Lists the organization's templates that show a recommendation. */
export const listTemplatesWithRecommendation = (
  { organizationId }: Caller,
  recommendationId: string,
  input: ListInput,
): Promise<Page<SummaryRow>> =>
  findSummaryPage(
    buildTemplateQuery([ownedBySql([organizationId]), showsRecommendationSql([recommendationId])], input),
  );

/**
 * Lists the active templates of a grantor that the organization may issue. Throws 404 when that is not one of its
 * grantors.
 */
export async function listGrantorTemplates(
  caller: Caller,
  recordId: string,
  input: ListInput,
): Promise<Page<SummaryRow>> {
  const grantorId = await getGrantorOrganizationId(caller, recordId);
  return findSummaryPage(
    buildTemplateQuery([ownedBySql([grantorId]), activeIssuableBySql(caller.organizationId)], input),
  );
}

/** Lists the active templates that the organization may issue now: its own, and those that its grantors allow. */
export const listIssuableTemplates = (
  { organizationId }: Caller,
  input: ListInput,
): Promise<Page<SummaryRow>> =>
  findSummaryPage(
    buildTemplateQuery(
      [ownedByOrganizationOrGrantorsSql(organizationId), activeIssuableBySql(organizationId)],
      input,
    ),
  );

/** Maximum entries of a list box. */
const MAX_CHOICES = 500;

/** Lists the organization's templates by name, for a list box. */
export const listTemplateChoices = ({ organizationId }: Caller) =>
  findTemplateNames(organizationId, MAX_CHOICES);

/** Returns a template of the organization. Throws 404 for any other. */
export async function getTemplate(caller: Caller, templateId: string): Promise<TemplateRow> {
  const row = await findTemplate(caller.organizationId, templateId);
  if (!row) throw notFound();
  return row;
}

/** Returns a template that the organization may issue now, its own or a grantor's. Throws 404 for any other. */
export async function getIssuableTemplate(caller: Caller, id: string): Promise<TemplateRow> {
  const row = await findTemplateWhere({
    id,
    state: "active",
    ...issuableTemplatesWhere(caller.organizationId),
  });
  if (!row) throw notFound();
  return row;
}

/** Lists templates for their events, deleted ones included. */
export const listTemplatesForEvents = findTemplatesForEvents;

const recordTemplateEvent = (caller: Author, eventType: EventType, id: string) =>
  recordEvents([{ organizationId: caller.organizationId, eventType, subjectId: id }]);

const toActivationFields = (body: BadgeTemplateChange, before?: TemplateRow): ActivationFields => ({
  description: body.description ?? before?.description ?? "",
  globalActivityUrl:
    body.global_activity_url === undefined ? (before?.globalActivityUrl ?? null) : body.global_activity_url,
  skills: body.skills ?? before?.skills ?? [],
  // A template without its own image gets generated art, so there is always an image.
  hasImage: true,
});

const reloadTemplate = async (caller: Author, id: string): Promise<TemplateRow> => {
  const row = await findTemplate(caller.organizationId, id);
  if (!row) throw notFound();
  return row;
};

/**
 * Creates a template: active when it has everything that an active one needs, otherwise a draft. A requested state is
 * checked first. Without `image` and `design` it gets generated art. Records `badge_template.created`.
 */
export async function createTemplate(caller: Author, body: BadgeTemplateInput): Promise<TemplateRow> {
  const given = toActivationFields(body);
  const state = body.state ?? (listMissingFields(given).length === 0 ? "active" : "draft");
  if (state === "archived")
    throw invalidField("state", "invalid_transition", "cannot be archived in a new badge template");
  requireAllowedState("draft", state, given);
  await requireActivityTemplates(caller, body);
  const id = newId();
  const { png, ...origin } = await createTemplateArt(caller, body, { id, name: body.name });
  return withAuditEntry(caller, "badge_template.create", id, async () => {
    const now = clock.now();
    const columns = buildTemplateColumns(body, null);
    await insertTemplate({
      ...columns,
      id,
      organizationId: caller.organizationId,
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
    await recordTemplateEvent(caller, "badge_template.created", id);
    return reloadTemplate(caller, id);
  });
}

/**
 * Changes the given fields of a template. Generated and designed art is drawn again for a new name. Records
 * `badge_template.changed` if anything changed. Throws 404 for an unknown template, 422 for a state that it cannot
 * change to.
 */
export async function updateTemplate(
  caller: Caller,
  templateId: string,
  body: BadgeTemplateChange,
): Promise<TemplateRow> {
  const seen = await getTemplate(caller, templateId);
  await requireActivityTemplates(caller, body);
  const drawn = await updateTemplateArt(caller, body, seen);
  return withAuditEntry(caller, "badge_template.update", seen.id, async (noteChanges) => {
    if (!(await lockTemplate(caller.organizationId, seen.id))) throw notFound();
    const before = await reloadTemplate(caller, seen.id);
    const state = body.state ?? before.state;
    requireAllowedState(before.state, state, toActivationFields(body, before));
    // Drawn outside the transaction, because it takes long. Drawn again when another request changed the art in the
    // meantime.
    const art = hasSameArt(seen, before) ? drawn : await updateTemplateArt(caller, body, before);
    const image = art
      ? { imageId: await saveImage(art.png), imageGenerated: art.imageGenerated, design: art.design }
      : {};
    const changed = state === before.state ? {} : { state, stateUpdatedAt: clock.now() };
    await saveTemplate(before.id, {
      ...buildTemplateColumns(body, before),
      ...image,
      ...changed,
      updatedAt: clock.now(),
    });
    await writeRelations(caller, { id: before.id, before }, body);
    if (body.name !== undefined) await retitleRecommendations(caller.organizationId, before.id, body.name);
    const after = await reloadTemplate(caller, before.id);
    noteChanges(listTemplateChanges(before, after));
    if (isChanged(before, after)) await recordTemplateEvent(caller, "badge_template.changed", before.id);
    return after;
  });
}

/**
 * Deletes a template without issued badges (throws 422 for others, which can be archived), with the recommendations
 * that recommend it, the rules that issue it and its design of certificates. Ends its endorsements. Records `badge_template.deleted`.
 */
export async function deleteTemplate(caller: Caller, id: string): Promise<void> {
  await withAuditEntry(caller, "badge_template.delete", id, async () => {
    // The lock waits for badges being issued, whose foreign keys lock the template.
    if (!(await lockTemplate(caller.organizationId, id))) throw notFound();
    const row = await reloadTemplate(caller, id);
    if (issuedCount(row) > 0) {
      throw unprocessable("has_badges", "Badges were issued from this template. Archive it instead.");
    }
    await markTemplateDeleted(id);
    await removeFromRecommendations(caller.organizationId, id);
    await deleteLearningRules(caller.organizationId, id);
    await endEndorsements(caller.organizationId, id);
    await removeTemplateDesign(caller.organizationId, id);
    await recordTemplateEvent(caller, "badge_template.deleted", id);
  });
}
