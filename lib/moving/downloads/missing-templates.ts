import { listNestedTemplates, readListedIds } from "./badge-pages";
import { readEntry, readValues, usePart, type Download, type Entry } from "./lists";
import { mapAtOnce } from "./map-at-once";
import { WireItem, WireTemplate } from "./schema";

// Templates that badges name and the list does not have: deleted ones, or those that the list left out or that could not
// be read there. Each is asked for by itself, because a template must not be deleted here by mistake.

const PART = "missing_templates";
/** Templates that are asked for between two marks of the download. */
const CHUNK = 40;

/** A template that the list does not have; null when the service says that there is none. */
type Missing = { id: string; template: WireTemplate | null };

const NOT_FOUND = new Set([404, 410]);

async function readMissing(download: Download, id: string): Promise<Entry<Missing>> {
  const { client, path } = download;
  const { status, body } = await client.get(`${path}/badge_templates/${encodeURIComponent(id)}`);
  if (NOT_FOUND.has(status)) return { value: { id, template: null } };
  const skipped = (reason: string) => ({ skipped: { kind: "badge_template", id, reason } });
  if (status !== 200) return skipped(`responded with status ${status}`);
  const item = WireItem.safeParse(body);
  const entry = readEntry(download, "badge_template", WireTemplate, item.success ? item.data.data : null);
  return "value" in entry ? { value: { id, template: entry.value } } : entry;
}

/** Returns the ids of the organization's own templates that badges name and the list does not have. */
async function listOpenIds(download: Download, done: ReadonlySet<string>): Promise<string[]> {
  const listed = await readListedIds(download);
  const ids: string[] = [];
  for await (const { id, owner } of listNestedTemplates(download)) {
    const isOwn = owner === null || download.path.endsWith(`/${encodeURIComponent(owner)}`);
    if (listed.size > 0 && isOwn && !listed.has(id) && !done.has(id)) ids.push(id);
  }
  return ids;
}

/** Reads the organization's own templates that the list does not have, if there is a list. */
export const readMissingTemplates = (download: Download): Promise<void> =>
  usePart<Missing, void>(download, PART, async (part) => {
    if (part.next() === null) return;
    const done = new Set<string>();
    for await (const entry of part.items()) {
      if ("value" in entry) done.add(entry.value.id);
      if ("skipped" in entry) done.add(entry.skipped.id);
    }
    const ids = await listOpenIds(download, done);
    for (let start = 0; start < ids.length; start += CHUNK)
      await part.append(
        await mapAtOnce(ids.slice(start, start + CHUNK), (id) => readMissing(download, id)),
        "more",
      );
    await part.append([], null);
  });

/** Reads back the templates that the list does not have: those that exist, and the ids of those that were deleted. */
export async function listMissingTemplates(
  download: Download,
): Promise<{ existing: WireTemplate[]; deleted: ReadonlySet<string> }> {
  const existing: WireTemplate[] = [];
  const deleted = new Set<string>();
  for await (const { id, template } of readValues<Missing>(download, PART)) {
    if (template === null) deleted.add(id);
    else existing.push(template);
  }
  return { existing, deleted };
}
