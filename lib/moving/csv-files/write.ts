import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { InvalidImage, normaliseImage } from "@/lib/art/drawing/decode-image";
import { badgeId, toBadge, toGroup } from "@/lib/moving/downloads/badges";
import { toEmployee, toHistories } from "@/lib/moving/downloads/employees";
import { toActivities, toTemplate } from "@/lib/moving/downloads/templates";
import { drawPicture } from "@/lib/moving/downloads/drawings";
import { createRecordWriter, type RecordWriter, type WriteLines } from "@/lib/moving/records/file-writer";
import { toUuid } from "@/lib/moving/records/ids";
import type { AnyRecord } from "@/lib/moving/records/schema";
import { addRefused, type Contents, type Folder, type Reader } from "./contents";

/** Reads a picture of the folder as PNG; null, with a note, for a file that is missing or no image. */
async function readPicture({ report }: Folder, name: string): Promise<Buffer | null> {
  const note = (reason: string): null => {
    report.notes.push(`picture ${name}: ${reason}`);
    return null;
  };
  if (name !== basename(name)) return note("give the name of a file in the folder, without a path");
  try {
    return await normaliseImage(await readFile(join(report.folder, name)));
  } catch (error) {
    if (error instanceof InvalidImage) return note(error.message);
    if (error instanceof Error && "code" in error) return note("cannot be read");
    throw error;
  }
}

/** Writes the pictures of templates, and returns which image each template has. */
async function writePictures(
  writer: RecordWriter,
  folder: Folder,
  { templates, now }: Contents,
  issuerName: string,
): Promise<Map<string, string>> {
  const images = new Map<string, string>();
  const written = new Set<string>();
  for (const [id, { wire, picture }] of templates) {
    const own = picture === null ? null : await readPicture(folder, picture);
    const image = own ? toUuid("image", `${folder.organizationId} ${picture}`) : toUuid("drawn image", id);
    images.set(id, image);
    if (written.has(image)) continue;
    written.add(image);
    const bytes = own?.toString("base64") ?? (await drawPicture(wire.name, id, issuerName));
    await writer.add({ kind: "image", id: image, bytes, created_at: now });
  }
  return images;
}

async function writeTemplates(
  writer: RecordWriter,
  { templates, now }: Contents,
  images: Map<string, string>,
) {
  for (const [id, { wire }] of templates)
    await writer.add(toTemplate(wire, { imageId: images.get(id) ?? "", isDeleted: false, now }));
  const ids = new Set(templates.keys());
  for (const { wire } of templates.values())
    for (const activity of toActivities(wire, ids)) await writer.add(activity);
}

async function writeBadges(
  writer: RecordWriter,
  { organizationId }: Folder,
  contents: Contents,
  reader: Reader,
) {
  const { groups, people, badgeIds, now } = contents;
  for (const group of groups.values()) await writer.add(toGroup(group, organizationId, now));
  for await (const wire of reader.badges()) {
    if (!badgeIds.has(badgeId(wire))) continue;
    const { owner } = wire.badge_template;
    await writer.add(
      toBadge(wire, {
        organizationId,
        ownerId: owner === null ? organizationId : toUuid("organization", owner),
        userId: people.findOwner(wire),
        hasBadge: (id) => badgeIds.has(id),
        now,
      }),
    );
  }
}

/** Writes the records of the files, in the order of an export. */
export async function writeContents(
  write: WriteLines,
  folder: Folder,
  { contents, reader, organization }: { contents: Contents; reader: Reader; organization: AnyRecord },
): Promise<void> {
  const writer = createRecordWriter(write, (record, reason) =>
    addRefused(folder.report, { file: record.kind, line: null, reason: `${String(record.id)}: ${reason}` }),
  );
  const images = await writePictures(writer, folder, contents, String(organization.name));
  await writer.add(organization);
  for (const person of contents.people.list()) await writer.add(person);
  await writeTemplates(writer, contents, images);
  await writeBadges(writer, folder, contents, reader);
  const { people, now } = contents;
  for await (const wire of reader.employees())
    await writer.add(toEmployee(wire, people.findByAddress(wire.email), now));
  for await (const wire of reader.employees())
    for (const history of toHistories(wire, now)) await writer.add(history);
  await writer.flush();
}
