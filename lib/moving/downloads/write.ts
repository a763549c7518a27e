import { createRecordWriter, type RecordWriter, type WriteLines } from "@/lib/moving/records/file-writer";
import type { AnyRecord } from "@/lib/moving/records/schema";
import { listBadges } from "./badge-pages";
import { BADGE_NOT_GIVEN, badgeId, GROUP_NOT_GIVEN, toBadge, toGroup } from "./badges";
import type { Contents } from "./contents";
import { drawPicture, loadDrawing } from "./drawings";
import { EMPLOYEE_NOT_GIVEN, HISTORY_NOT_GIVEN, toEmployee, toHistories } from "./employees";
import { toUuid } from "@/lib/moving/records/ids";
import { readValues, type Download } from "./lists";
import {
  ISSUER_NOT_GIVEN,
  ORGANIZATION_NOT_GIVEN,
  toApplication,
  toIssuerAuthorization,
  toIssuerTemplates,
} from "./organization";
import { listEmployees } from "./parts";
import { PERSON_NOT_GIVEN } from "./people";
import type { Pictures } from "./pictures";
import type { WireEmployee } from "./badge-schema";
import type { WireApplication, WireIssuer } from "./schema";
import {
  RECOMMENDATION_NOT_GIVEN,
  TEMPLATE_NOT_GIVEN,
  toActivities,
  toRecommendation,
  toRecommendationLinks,
  toTemplate,
} from "./templates";

/** The fields that the interface does not show, by kind: `not_given` of the header. */
export const NOT_GIVEN = {
  organization: ORGANIZATION_NOT_GIVEN,
  person: PERSON_NOT_GIVEN,
  badge_template: TEMPLATE_NOT_GIVEN,
  recommendation: RECOMMENDATION_NOT_GIVEN,
  issuer_authorization: ISSUER_NOT_GIVEN,
  earner_group: GROUP_NOT_GIVEN,
  issued_badge: BADGE_NOT_GIVEN,
  employee: EMPLOYEE_NOT_GIVEN,
  employment_history: HISTORY_NOT_GIVEN,
};

async function writeImages(
  download: Download,
  writer: RecordWriter,
  { templates, now }: Contents,
  pictures: Pictures,
  issuerName: string,
): Promise<void> {
  for (const id of pictures.ids())
    await writer.add({
      kind: "image",
      id,
      bytes: (await pictures.load(id)).toString("base64"),
      created_at: now,
    });
  for (const [id, { wire, imageId }] of templates)
    if (!pictures.has(imageId))
      await writer.add({
        kind: "image",
        id: toUuid("drawn image", id),
        bytes:
          (await loadDrawing(download, id))?.toString("base64") ??
          (await drawPicture(wire.name, id, issuerName)),
        created_at: now,
      });
}

async function writeTemplates(writer: RecordWriter, contents: Contents, pictures: Pictures): Promise<void> {
  const { templates, recommendations, now } = contents;
  const ids = new Set(templates.keys());
  for (const [id, { wire, imageId, isDeleted }] of templates) {
    const art = imageId !== null && pictures.has(imageId) ? imageId : toUuid("drawn image", id);
    await writer.add(toTemplate(wire, { imageId: art, isDeleted, now }));
  }
  for (const { wire } of templates.values())
    for (const activity of toActivities(wire, ids)) await writer.add(activity);
  for (const wire of recommendations) await writer.add(toRecommendation(wire, wire.updatedAt));
  for (const wire of recommendations)
    for (const link of toRecommendationLinks(wire, ids)) await writer.add(link);
}

async function writeIssuers(download: Download, writer: RecordWriter, now: string): Promise<void> {
  const list = () => readValues<WireIssuer>(download, "issuers");
  for await (const wire of list()) await writer.add(toIssuerAuthorization(wire, now));
  for await (const wire of list()) for (const record of toIssuerTemplates(wire)) await writer.add(record);
}

async function writeBadges(download: Download, writer: RecordWriter, contents: Contents): Promise<void> {
  const { organizationId, groups, people, badgeIds, now } = contents;
  for (const group of groups.values()) await writer.add(toGroup(group, organizationId, now));
  for await (const { badge } of listBadges(download)) {
    if (!badgeIds.has(badgeId(badge))) continue;
    const { owner } = badge.badge_template;
    await writer.add(
      toBadge(badge, {
        organizationId,
        ownerId: owner === null ? organizationId : toUuid("organization", owner),
        userId: people.findOwner(badge),
        hasBadge: (id) => badgeIds.has(id),
        now,
      }),
    );
  }
}

async function writeEmployees(download: Download, writer: RecordWriter, contents: Contents): Promise<void> {
  const { people, now } = contents;
  for await (const wire of listEmployees(download))
    await writer.add(toEmployee(wire, people.findByAddress(wire.email), now));
  for await (const wire of readValues<WireEmployee>(download, "employee_details"))
    for (const history of toHistories(wire, now)) await writer.add(history);
}

/** Writes the records of a download, in the order of an export. */
export async function writeContents(
  download: Download,
  write: WriteLines,
  { contents, pictures, organization }: { contents: Contents; pictures: Pictures; organization: AnyRecord },
): Promise<void> {
  const writer = createRecordWriter(write, (record, reason) =>
    contents.skipped.push({ kind: record.kind, id: String(record.id), reason }),
  );
  await writeImages(download, writer, contents, pictures, String(organization.name));
  await writer.add(organization);
  for (const person of contents.people.list()) await writer.add(person);
  for await (const wire of readValues<WireApplication>(download, "oauth_applications"))
    await writer.add(toApplication(wire, contents.now));
  await writeTemplates(writer, contents, pictures);
  await writeIssuers(download, writer, contents.now);
  await writeBadges(download, writer, contents);
  await writeEmployees(download, writer, contents);
  await writer.flush();
}
