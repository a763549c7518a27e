import type { ListInput } from "@/lib/kernel/list/list-input";
import { removeTemplateDesign } from "@/lib/art/certificate-designs/template-designs";
import { saveImage } from "@/lib/art/images/service";
import { withAuditEntry } from "@/lib/access/audit/service";
import type { Author, Caller } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { busy, notFound, unprocessable } from "@/lib/kernel/errors";
import { parseFilter } from "@/lib/kernel/list/filter";
import { listKeys } from "@/lib/kernel/list/keys";
import type { Page } from "@/lib/kernel/list/page";
import { parseSort } from "@/lib/kernel/list/sort";
import { recordEvents } from "@/lib/platform/recording/record-events";
import type { EventType } from "@/lib/platform/recording/choices";
import { issuableTemplatesWhere } from "@/lib/organizations/issuers/permission";
import { getGrantorOrganizationId } from "@/lib/organizations/issuers/service";
import { updateTemplateArt, hasSameArt, type TemplateArt } from "./art";
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
  findTemplate,
  findTemplateNames,
  findTemplatesForEvents,
  findTemplateWhere,
  lockTemplate,
  markTemplateDeleted,
  removeFromRecommendations,
  deleteLearningRules,
  endEndorsements,
  retitleRecommendations,
  saveTemplate,
} from "./queries";
import { lockShownRecommendations, requireActivityTemplates, writeRelations } from "./references";
import type { BadgeTemplateChange } from "./schema";
import { issuedCount, type TemplateRow, presentTemplate } from "./serializer";
import { requireAllowedState, toActivationFields } from "./state";
import type { SummaryRow } from "./summary";
import { isDeepStrictEqual } from "node:util";
import { listChanges } from "@/lib/access/audit/changes";
import type { FieldChange } from "@/lib/access/audit/schema";

/** Whether anything changed. A client that writes all templates every night causes no events for unchanged ones. */
const isChanged = (before: TemplateRow, after: TemplateRow): boolean =>
  !isDeepStrictEqual(before, { ...after, updatedAt: before.updatedAt });

/** Fields that follow from others, or are times. */
const DERIVED = [
  "image",
  "visibility",
  "default_expires_at_date",
  "allow_delete",
  "allow_archive",
  "state_updated_at",
  "updated_at",
];

/** Lists what an update of a template changed, for the audit log. */
const listTemplateChanges = (before: TemplateRow, after: TemplateRow): FieldChange[] =>
  listChanges(presentTemplate(before), presentTemplate(after), { ignored: DERIVED });

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

const reloadTemplate = async (caller: Author, id: string): Promise<TemplateRow> => {
  const row = await findTemplate(caller.organizationId, id);
  if (!row) throw notFound();
  return row;
};

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
  for (let attempt = 0; attempt < MAX_DRAWINGS; attempt += 1) {
    const seen = await getTemplate(caller, templateId);
    await requireActivityTemplates(caller, body);
    const art = await updateTemplateArt(caller, body, seen);
    try {
      return await saveChange(caller, body, { seen, art });
    } catch (error) {
      if (!(error instanceof ArtChanged)) throw error;
    }
  }
  throw busy();
}

/** Drawings for one change, which is drawn again when another request changed the art in the meantime. */
const MAX_DRAWINGS = 3;

/** Another request changed the art of a template while a new one was drawn for it. */
class ArtChanged extends Error {
  override readonly name = "ArtChanged";
}

/** Stores a change with its art, which was drawn before for the template as it was seen. */
const saveChange = (
  caller: Caller,
  body: BadgeTemplateChange,
  { seen, art }: { seen: TemplateRow; art: TemplateArt | null },
): Promise<TemplateRow> =>
  withAuditEntry(caller, "badge_template.update", seen.id, async (noteChanges) => {
    await lockShownRecommendations(caller.organizationId, body.recommendation_ids);
    if (!(await lockTemplate(caller.organizationId, seen.id))) throw notFound();
    const before = await reloadTemplate(caller, seen.id);
    const state = body.state ?? before.state;
    requireAllowedState(before.state, state, toActivationFields(body, before));
    if (!hasSameArt(seen, before)) throw new ArtChanged();
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
