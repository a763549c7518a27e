import type { ListInput } from "@/lib/kernel/list/list-input";
import { isDeepStrictEqual } from "node:util";
import { saveImage } from "@/lib/art/images/service";
import { audited } from "@/lib/access/audit/service";
import type { Author, Caller } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { invalidField, notFound, unprocessable } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { parseFilter } from "@/lib/kernel/list/filter";
import { listKeys } from "@/lib/kernel/list/keys";
import type { Page } from "@/lib/kernel/list/page";
import { parseSort } from "@/lib/kernel/list/sort";
import { recordEvents } from "@/lib/delivery/recording/record";
import type { EventType } from "@/lib/delivery/events/schema";
import { issuableBy } from "@/lib/organizations/issuers/permission";
import { grantorOf } from "@/lib/organizations/issuers/service";
import { artOfChanged, artOfNew, isSameLook } from "./art";
import { columnsOf } from "./columns";
import {
  activeIssuableBy,
  filters,
  findSummaryPage,
  findTemplatePage,
  newestFirst,
  ofOrganizationAndGrantors,
  ownedBy,
  showing,
  sorts,
  type Listed,
} from "./list-queries";
import {
  findTemplate,
  findTemplateNames,
  findTemplatesForEvents,
  findTemplateWithin,
  insertTemplate,
  lockTemplate,
  markDeleted,
  removeFromRecommendations,
  removeRules,
  retitleRecommendations,
  saveTemplate,
} from "./queries";
import { checkRequired, writeParts } from "./references";
import type { BadgeTemplateChange, BadgeTemplateInput } from "./schema";
import type { TemplateRow } from "./serializer";
import { checkState, missingForActive, type Completeness } from "./state";
import type { SummaryRow } from "./summary";

export const templateKeys = listKeys(filters, sorts);

/** Builds the query for a list within `scope`, newest first unless sorted. */
const listed = (scope: Listed["where"], input: ListInput): Listed => ({
  where: [...scope, ...parseFilter(input.filter, filters)],
  order: parseSort(input.sort, sorts, newestFirst),
  page: input.page,
});

/** Lists the organization's templates. */
export const listTemplates = (caller: Caller, input: ListInput): Promise<Page<TemplateRow>> =>
  findTemplatePage(listed([ownedBy([caller.organizationId])], input));

/** Lists the organization's templates that show a recommendation. */
export const templatesShowing = (
  { organizationId }: Caller,
  recommendationId: string,
  input: ListInput,
): Promise<Page<SummaryRow>> =>
  findSummaryPage(listed([ownedBy([organizationId]), showing([recommendationId])], input));

/**
 * Lists the active templates of a grantor that the organization may issue. Throws 404 when that is not one of its
 * grantors.
 */
export async function listTemplatesOfGrantor(
  caller: Caller,
  recordId: string,
  input: ListInput,
): Promise<Page<SummaryRow>> {
  const grantorId = await grantorOf(caller, recordId);
  return findSummaryPage(listed([ownedBy([grantorId]), activeIssuableBy(caller.organizationId)], input));
}

/** Lists the active templates that the organization may issue now: its own, and those that its grantors allow. */
export const listIssuableTemplates = (
  { organizationId }: Caller,
  input: ListInput,
): Promise<Page<SummaryRow>> =>
  findSummaryPage(
    listed([ofOrganizationAndGrantors(organizationId), activeIssuableBy(organizationId)], input),
  );

/** Maximum entries of a list box. */
const MOST_CHOICES = 500;

/** Lists the organization's templates by name, for a list box. */
export const templateChoices = ({ organizationId }: Caller) =>
  findTemplateNames(organizationId, MOST_CHOICES);

/** Returns a template of the organization. Throws 404 for any other. */
export async function getTemplate(caller: Caller, templateId: string): Promise<TemplateRow> {
  const row = await findTemplate(caller.organizationId, templateId);
  if (!row) throw notFound();
  return row;
}

/** Returns a template that the organization may issue now, its own or a grantor's. Throws 404 for any other. */
export async function getIssuableTemplate(caller: Caller, id: string): Promise<TemplateRow> {
  const row = await findTemplateWithin({ id, state: "active", ...issuableBy(caller.organizationId) });
  if (!row) throw notFound();
  return row;
}

/** Lists templates for their events, deleted ones included. */
export const templatesForEvents = findTemplatesForEvents;

const emit = (caller: Author, eventType: EventType, id: string) =>
  recordEvents([{ organizationId: caller.organizationId, eventType, subjectId: id }]);

const completeness = (body: BadgeTemplateChange, before?: TemplateRow): Completeness => ({
  description: body.description ?? before?.description ?? "",
  globalActivityUrl:
    body.global_activity_url === undefined ? (before?.globalActivityUrl ?? null) : body.global_activity_url,
  skills: body.skills ?? before?.skills ?? [],
  // A template without its own image gets generated art, so there is always an image.
  hasImage: true,
});

const reload = async (caller: Author, id: string): Promise<TemplateRow> => {
  const row = await findTemplate(caller.organizationId, id);
  if (!row) throw notFound();
  return row;
};

/**
 * Creates a template: active when it has everything that an active one needs, otherwise a draft. A requested state is
 * checked first. Without `image` and `design` it gets generated art. Records `badge_template.created`.
 */
export async function createTemplate(caller: Author, body: BadgeTemplateInput): Promise<TemplateRow> {
  const given = completeness(body);
  const state = body.state ?? (missingForActive(given).length === 0 ? "active" : "draft");
  if (state === "archived")
    throw invalidField("state", "invalid_transition", "cannot be archived in a new badge template");
  checkState("draft", state, given);
  await checkRequired(caller, body);
  const id = newId();
  const { png, ...origin } = await artOfNew(caller, body, { id, name: body.name });
  return audited(caller, "badge_template.create", id, async () => {
    const now = clock.now();
    const columns = columnsOf(body, null);
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
    await writeParts(caller, { id, before: null }, body);
    await emit(caller, "badge_template.created", id);
    return reload(caller, id);
  });
}

/** Whether anything changed. A client that writes all templates every night causes no events for unchanged ones. */
const isChanged = (before: TemplateRow, after: TemplateRow): boolean =>
  !isDeepStrictEqual(before, { ...after, updatedAt: before.updatedAt });

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
  await checkRequired(caller, body);
  const drawn = await artOfChanged(caller, body, seen);
  return audited(caller, "badge_template.update", seen.id, async () => {
    if (!(await lockTemplate(caller.organizationId, seen.id))) throw notFound();
    const before = await reload(caller, seen.id);
    const state = body.state ?? before.state;
    checkState(before.state, state, completeness(body, before));
    // Drawn outside the transaction, because it takes long. Drawn again when another request changed the art in the
    // meantime.
    const art = isSameLook(seen, before) ? drawn : await artOfChanged(caller, body, before);
    const image = art
      ? { imageId: await saveImage(art.png), imageGenerated: art.imageGenerated, design: art.design }
      : {};
    const changed = state === before.state ? {} : { state, stateUpdatedAt: clock.now() };
    await saveTemplate(before.id, {
      ...columnsOf(body, before),
      ...image,
      ...changed,
      updatedAt: clock.now(),
    });
    await writeParts(caller, { id: before.id, before }, body);
    if (body.name !== undefined) await retitleRecommendations(caller.organizationId, before.id, body.name);
    const after = await reload(caller, before.id);
    if (isChanged(before, after)) await emit(caller, "badge_template.changed", before.id);
    return after;
  });
}

/**
 * Deletes a template without issued badges (throws 422 for others, which can be archived), with the recommendations
 * that recommend it and the rules that issue it. Records `badge_template.deleted`.
 */
export async function deleteTemplate(caller: Caller, id: string): Promise<void> {
  await audited(caller, "badge_template.delete", id, async () => {
    // The lock waits for badges being issued, whose foreign keys lock the template.
    if (!(await lockTemplate(caller.organizationId, id))) throw notFound();
    const row = await reload(caller, id);
    if ((row.count?.issued ?? 0) > 0) {
      throw unprocessable("has_badges", "Badges were issued from this template. Archive it instead.");
    }
    await markDeleted(id);
    await removeFromRecommendations(caller.organizationId, id);
    await removeRules(caller.organizationId, id);
    await emit(caller, "badge_template.deleted", id);
  });
}
