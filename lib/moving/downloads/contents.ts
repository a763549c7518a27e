import { listBadges, listNestedTemplates } from "./badge-pages";
import { badgeId, readEvidence } from "./badges";
import { MoveError } from "@/lib/moving/imports/schema";
import { toUuid } from "@/lib/moving/records/ids";
import { readValues, type Download } from "./lists";
import { listMissingTemplates } from "./missing-templates";
import { listEmployees } from "./parts";
import { createPeople, NO_PEOPLE, type People } from "./people";
import type { Pictures } from "./pictures";
import type { WireBadge } from "./badge-schema";
import type { Skipped, WireRecommendation, WireTemplate } from "./schema";
import { addArt, templateId } from "./templates";

/** What a download contains, collected before its records are written. */
export type Contents = {
  organizationId: string;
  /** The time of what has none. */
  now: string;
  people: People;
  templates: Map<string, { wire: WireTemplate; imageId: string | null; isDeleted: boolean }>;
  badgeIds: Set<string>;
  groups: Map<string, NonNullable<WireBadge["issuer_earner_group"]>>;
  recommendations: (WireRecommendation & { updatedAt: string })[];
  skipped: Skipped[];
};

/** Whether a badge was issued by the organization: the others are moved with the one that issued them. */
const isOwn = ({ created_by: creator }: WireBadge, organizationId: string): boolean =>
  creator === null || toUuid("organization", creator) === organizationId;

/** Counts what stays in memory until the records are written. */
const keep = ({ limits }: Download, value: unknown): void => limits?.keep(JSON.stringify(value).length);

/** Throws `MoveError` if there are as many templates as a limited download may have: badges name more than the list. */
function requireRoom({ limits }: Download, count: number): void {
  const max = limits?.maxItems("badge_templates") ?? Infinity;
  if (count >= max) throw new MoveError(`The other service has more than ${max} badge templates.`);
}

async function collectTemplates(download: Download, contents: Contents, pictures: Pictures): Promise<void> {
  const add = (wire: WireTemplate, isDeleted: boolean): void => {
    const isForeign = wire.owner !== null && toUuid("organization", wire.owner) !== contents.organizationId;
    if (isForeign || contents.templates.has(templateId(wire))) return;
    keep(download, wire);
    requireRoom(download, contents.templates.size);
    contents.templates.set(templateId(wire), { wire, imageId: addArt(wire, pictures), isDeleted });
  };
  for await (const wire of readValues<WireTemplate>(download, "badge_templates")) add(wire, false);
  const { existing, deleted } = await listMissingTemplates(download);
  for (const wire of existing) add(wire, false);
  // A service without the list has templates in badges alone.
  for await (const wire of listNestedTemplates(download)) add(wire, deleted.has(wire.id));
}

async function collectBadges(download: Download, contents: Contents): Promise<void> {
  let bulkOnly = 0;
  for await (const { badge, isWhole } of listBadges(download)) {
    if (!isOwn(badge, contents.organizationId)) continue;
    if (!isWhole) bulkOnly += 1;
    contents.badgeIds.add(badgeId(badge));
    contents.people.addBadge(badge);
    const group = badge.issuer_earner_group;
    if (group && !contents.groups.has(group.external_id)) keep(download, group);
    if (group) contents.groups.set(group.external_id, group);
    const { lost } = readEvidence(badge);
    if (lost === 0) continue;
    const skipped = { kind: "evidence", id: badge.id, reason: `${lost} items are of an unknown form` };
    keep(download, skipped);
    contents.skipped.push(skipped);
  }
  if (bulkOnly > 0)
    contents.skipped.push({
      kind: "issued_badge",
      id: "",
      reason: `${bulkOnly} badges have only what the bulk search shows: no evidence, and not what they replace`,
    });
}

async function collectRecommendations(download: Download, contents: Contents): Promise<void> {
  const updated = new Map<string, string>();
  for await (const { id, updated_at: at } of readValues<WireRecommendation>(download, "recommendations"))
    updated.set(id, at ?? contents.now);
  for await (const wire of readValues<WireRecommendation>(download, "recommendation_details")) {
    keep(download, wire);
    contents.recommendations.push({ ...wire, updatedAt: updated.get(wire.id) ?? contents.now });
  }
}

/** Collects what the records of a download need of each other. */
export async function collectContents(
  download: Download,
  pictures: Pictures,
  { organizationId, now }: { organizationId: string; now: string },
): Promise<Contents> {
  const contents: Contents = {
    organizationId,
    now,
    // Without an operator no people are moved.
    people: download.limits ? NO_PEOPLE : createPeople(pictures, now),
    templates: new Map(),
    badgeIds: new Set(),
    groups: new Map(),
    recommendations: [],
    skipped: [],
  };
  await collectTemplates(download, contents, pictures);
  await collectBadges(download, contents);
  for await (const employee of listEmployees(download)) contents.people.addEmployee(employee);
  await collectRecommendations(download, contents);
  return contents;
}
