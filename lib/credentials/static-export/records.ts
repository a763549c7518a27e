import { ExportFailure, type ExportFile } from "./files";
import type { ExportFolder } from "./folder";
import type { ExportItem } from "./kinds";
import { withDirectLinks } from "./references";
import { readContent, type ReadPublic } from "./reading";
import type { ItemState } from "./schema";

/** What a run needs to write records. */
export type RecordWriter = {
  folder: ExportFolder;
  origin: string;
  /** Part of every stamp: pages of another build or origin are other pages. */
  edition: string;
  /** Writes records again that did not change. */
  isFull: boolean;
  read: ReadPublic;
  writeLinked: (content: Buffer, address: string) => Promise<void>;
  countWritten: (files: number) => void;
  countRemoved: (files: number) => void;
};

const LINKING = /\.(html|json)$/;

const isSame = (one: string[], other: string[]): boolean =>
  one.length === other.length && one.every((file) => other.includes(file));

/** Removes files. Returns how many were there. */
async function removeFiles({ folder, countRemoved }: RecordWriter, files: string[]): Promise<number> {
  let removed = 0;
  for (const file of files) if (await folder.remove(file)) removed += 1;
  countRemoved(removed);
  return removed;
}

/** Whether a file is there after it was brought up to date, and whether that changed it. */
type Outcome = { isPresent: boolean; isChanged: boolean };

async function writeFile(writer: RecordWriter, wanted: ExportFile): Promise<Outcome> {
  const content = await readContent(wanted, writer.origin, writer.read);
  if (content === null)
    return { isPresent: false, isChanged: (await removeFiles(writer, [wanted.file])) > 0 };
  if (LINKING.test(wanted.file)) await writer.writeLinked(content, wanted.address ?? "");
  const written = wanted.file.endsWith(".html") ? withDirectLinks(content) : content;
  const isChanged = await writer.folder.write(wanted.file, written);
  if (isChanged) writer.countWritten(1);
  return { isPresent: true, isChanged };
}

/** Writes the files of a record, and removes those that it had before. Returns those that are there. */
async function writeFiles(
  writer: RecordWriter,
  wanted: ExportFile[],
  before: string[],
): Promise<{ files: string[]; isChanged: boolean }> {
  const names = wanted.map(({ file }) => file);
  const former = before.filter((file) => !names.includes(file));
  let isChanged = (await removeFiles(writer, former)) > 0;
  const files: string[] = [];
  for (const file of wanted) {
    const outcome = await writeFile(writer, file);
    if (outcome.isPresent) files.push(file.file);
    isChanged ||= outcome.isChanged;
  }
  return { files, isChanged };
}

/**
 * Brings the files of a record up to date, unless its stamp says that they are. Returns whether a file changed. The state
 * names the files before they are written, so that a run after one that was killed can remove them.
 */
export async function writeRecord(writer: RecordWriter, kind: string, item: ExportItem): Promise<boolean> {
  const { folder, edition, isFull } = writer;
  const stamp = item.stamp === null ? null : `${edition} ${item.stamp}`;
  const before: ItemState = (await folder.readState(kind, item.key)) ?? { stamp: null, files: [] };
  if (!isFull && stamp !== null && before.stamp === stamp) return false;
  const wanted = item.listFiles();
  const all = [...new Set([...before.files, ...wanted.map(({ file }) => file)])];
  const isKnown = before.stamp === null && isSame(before.files, all);
  if (!isKnown) await folder.writeState(kind, item.key, { stamp: null, files: all });
  const { files, isChanged } = await writeFiles(writer, wanted, before.files);
  if (stamp !== null || !isSame(all, files)) await folder.writeState(kind, item.key, { stamp, files });
  return isChanged;
}

/** Lists the files that a record has now; those that it had when they cannot be listed. */
function listCurrentFiles(item: ExportItem, before: ItemState): string[] {
  try {
    return item.listFiles().map(({ file }) => file);
  } catch (error) {
    if (!(error instanceof ExportFailure)) throw error;
    return before.files;
  }
}

/**
 * Removes the files of a record that it does not have any more, all of them when the record is not public. Returns whether
 * the record was removed.
 */
export async function removeOutdated(
  writer: RecordWriter,
  { kind, key, item }: { kind: string; key: string; item: ExportItem | null },
): Promise<boolean> {
  const { folder } = writer;
  const before = await folder.readState(kind, key);
  const current = item && before ? listCurrentFiles(item, before) : [];
  const outdated = before?.files.filter((file) => !current.includes(file)) ?? [];
  await removeFiles(writer, outdated);
  if (item === null) await folder.removeState(kind, key);
  else if (before && outdated.length > 0) {
    const files = before.files.filter((file) => current.includes(file));
    await folder.writeState(kind, key, { stamp: null, files });
  }
  return item === null;
}
