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
import { record } from "@/lib/delivery/recording/record";
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

/** What a list asks for within `scope`: newest first unless sorted. */
const listed = (scope: Listed["where"], input: ListInput): Listed => ({
  where: [...scope, ...parseFilter(input.filter, filters)],
  order: parseSort(input.sort, sorts, newestFirst),
  page: input.page,
});

/** The organization's templates. */
export const listTemplates = (caller: Caller, input: ListInput): Promise<Page<TemplateRow>> =>
  findTemplatePage(listed([ownedBy([caller.organizationId])], input));

/** The templates that show a recommendation of the organization. */
export const templatesShowing = (
  { organizationId }: Caller,
  recommendationId: string,
  input: ListInput,
): Promise<Page<SummaryRow>> =>
  findSummaryPage(listed([ownedBy([organizationId]), showing([recommendationId])], input));

/** The active templates of a grantor that the organization may issue; 404 when it is no grantor of theirs. */
export async function listTemplatesOfGrantor(
  caller: Caller,
  recordId: string,
  input: ListInput,
): Promise<Page<SummaryRow>> {
  const grantorId = await grantorOf(caller, recordId);
  return findSummaryPage(listed([ownedBy([grantorId]), activeIssuableBy(caller.organizationId)], input));
}

/** The active templates that the organization may issue now: its own, and what its grantors let it issue. */
export const listIssuableTemplates = (
  { organizationId }: Caller,
  input: ListInput,
): Promise<Page<SummaryRow>> =>
  findSummaryPage(
    listed([ofOrganizationAndGrantors(organizationId), activeIssuableBy(organizationId)], input),
  );

/** As many as a list box bears. */
const MOST_CHOICES = 500;

/** The organization's templates by name, to choose one from. */
export const templateChoices = ({ organizationId }: Caller) =>
  findTemplateNames(organizationId, MOST_CHOICES);

/** One template of the organization; 404 otherwise. */
export async function getTemplate(caller: Caller, templateId: string): Promise<TemplateRow> {
  const row = await findTemplate(caller.organizationId, templateId);
  if (!row) throw notFound();
  return row;
}

/** A template that may be issued now, of the organization or of a grantor of theirs; 404 otherwise. */
export async function getIssuableTemplate(caller: Caller, id: string): Promise<TemplateRow> {
  const row = await findTemplateWithin({ id, state: "active", ...issuableBy(caller.organizationId) });
  if (!row) throw notFound();
  return row;
}

/** Templates as their events show them: deleted ones too. */
export const templatesForEvents = findTemplatesForEvents;

const emit = (caller: Author, eventType: EventType, id: string) =>
  record([{ organizationId: caller.organizationId, eventType, subjectId: id }]);

const completeness = (body: BadgeTemplateChange, before?: TemplateRow): Completeness => ({
  description: body.description ?? before?.description ?? "",
  globalActivityUrl:
    body.global_activity_url === undefined ? (before?.globalActivityUrl ?? null) : body.global_activity_url,
  skills: body.skills ?? before?.skills ?? [],
  // A template without an image of its own gets generated art, so the image is always there.
  hasImage: true,
});

const reload = async (caller: Author, id: string): Promise<TemplateRow> => {
  const row = await findTemplate(caller.organizationId, id);
  if (!row) throw notFound();
  return row;
};

/**
 * Makes a template: active when all that an active one needs is given, otherwise a draft; an asked-for state is
 * checked at once. Without `image` and `design` it gets generated art. Emits `badge_template.created`.
 */
export async function createTemplate(caller: Author, body: BadgeTemplateInput): Promise<TemplateRow> {
  const given = completeness(body);
  const state = body.state ?? (missingForActive(given).length === 0 ? "active" : "draft");
  if (state === "archived")
    throw invalidField("state", "invalid_transition", "cannot be archived from the start");
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

/** False when a request only said again how the template is: whoever writes all of them every night tells nobody. */
const isChanged = (before: TemplateRow, after: TemplateRow): boolean =>
  !isDeepStrictEqual(before, { ...after, updatedAt: before.updatedAt });

/**
 * Changes the given fields of a template; generated and designed art follow a new name. Emits `badge_template.changed`
 * when that changed anything. 404 unknown, 422 for a state it cannot take.
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
    // Drawn outside of the transaction, because it takes long; again when somebody else changed the look meanwhile.
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
 * Deletes a template that issued nothing (422 otherwise: archive it), with the recommendations that lead to it and the
 * rules that give it, which nobody could follow. Emits `badge_template.deleted`.
 */
export async function deleteTemplate(caller: Caller, id: string): Promise<void> {
  await audited(caller, "badge_template.delete", id, async () => {
    // The lock waits for issues in flight, whose badges hold the template's key.
    if (!(await lockTemplate(caller.organizationId, id))) throw notFound();
    const row = await reload(caller, id);
    if ((row.count?.issued ?? 0) > 0) {
      throw unprocessable("has_badges", "Badges were issued from this template: archive it instead.");
    }
    await markDeleted(id);
    await removeFromRecommendations(caller.organizationId, id);
    await removeRules(caller.organizationId, id);
    await emit(caller, "badge_template.deleted", id);
  });
}
