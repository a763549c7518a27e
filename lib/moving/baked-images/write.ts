import { decodeDataUrl, InvalidImage, normaliseImage } from "@/lib/art/drawing/decode-image";
import { toBadge } from "@/lib/moving/downloads/badges";
import { toTemplate } from "@/lib/moving/downloads/templates";
import { drawPicture } from "@/lib/moving/downloads/drawings";
import { createRecordWriter, type RecordWriter, type WriteLines } from "@/lib/moving/records/file-writer";
import { toUuid } from "@/lib/moving/records/ids";
import type { AnyRecord } from "@/lib/moving/records/schema";
import { digest } from "@/lib/kernel/secrets";
import { fetchImageWith } from "@/lib/platform/outbound/fetch-image";
import { OutboundRefused, type Fetch } from "@/lib/platform/outbound/limited-fetch";
import type { Contents, Reading, Template } from "./contents";
import { addRefused, readImageFile } from "./folder";
import { FileRefused } from "./schema";

async function loadPicture(picture: string, createFetch: (() => Fetch) | null): Promise<Buffer | null> {
  if (picture.startsWith("data:")) return decodeDataUrl(picture);
  return createFetch === null ? null : fetchImageWith(createFetch(), picture);
}

/** Loads an image and checks it like an upload. Returns why it cannot be taken. */
async function tryLoad(load: () => Promise<Buffer | null>): Promise<Buffer | string | null> {
  try {
    const bytes = await load();
    return bytes && (await normaliseImage(bytes));
  } catch (error) {
    const isExpected =
      error instanceof InvalidImage || error instanceof OutboundRefused || error instanceof FileRefused;
    if (isExpected) return error.message;
    throw error;
  }
}

/** Returns the picture of a badge class, or else the image of a badge of it; null if there is none that can be read. */
async function findPicture(reading: Reading, { picture, file, wire }: Template): Promise<Buffer | null> {
  const { report, folder, createFetch } = reading;
  const own = picture === null ? null : await tryLoad(() => loadPicture(picture, createFetch));
  if (Buffer.isBuffer(own)) return own;
  if (own !== null) report.notes.push(`picture of “${wire.name}”: ${own}`);
  const baked = await tryLoad(() => readImageFile(folder, file));
  if (Buffer.isBuffer(baked)) return baked;
  report.notes.push(`picture of “${wire.name}” is drawn: ${baked ?? ""}`);
  return null;
}

/** Writes the pictures of templates, and returns which image each template has. */
async function writePictures(
  writer: RecordWriter,
  reading: Reading,
  { templates }: Contents,
  organization: { id: string; name: string },
): Promise<Map<string, string>> {
  const images = new Map<string, string>();
  const written = new Set<string>();
  for (const [id, template] of templates) {
    const { wire } = template;
    const own = await findPicture(reading, template);
    const bytes = own?.toString("base64") ?? (await drawPicture(wire.name, id, organization.name));
    const name = own ? digest(bytes).toString("hex") : `drawn ${id}`;
    const image = toUuid("image", `${organization.id} ${name}`);
    images.set(id, image);
    if (written.has(image)) continue;
    written.add(image);
    await writer.add({ kind: "image", id: image, bytes, created_at: wire.created_at });
  }
  return images;
}

/** Writes the records of the files, in the order of an export. */
export async function writeContents(
  write: WriteLines,
  reading: Reading,
  { contents, organization }: { contents: Contents; organization: AnyRecord & { id: string } },
): Promise<void> {
  const { report } = reading;
  const writer = createRecordWriter(write, (record, reason) =>
    addRefused(report, `${record.kind} ${String(record.id)}`, reason),
  );
  const { id: organizationId } = organization;
  const owner = { id: organizationId, name: String(organization.name) };
  const images = await writePictures(writer, reading, contents, owner);
  await writer.add(organization);
  for (const person of contents.people.list()) await writer.add(person);
  for (const [id, { wire }] of contents.templates) {
    const now = wire.created_at ?? new Date(0).toISOString();
    await writer.add(toTemplate(wire, { imageId: images.get(id) ?? "", isDeleted: false, now }));
  }
  for (const wire of contents.badges)
    await writer.add(
      toBadge(wire, {
        organizationId,
        ownerId: organizationId,
        userId: contents.people.findOwner(wire),
        hasBadge: () => false,
        now: wire.issued_at ?? new Date(0).toISOString(),
      }),
    );
  await writer.flush();
}
