import { LRUCache } from "lru-cache";
import { file, type ExportFile } from "./files";
import type { ExportFolder } from "./folder";
import { readContent, type ReadPublic } from "./reading";
import { findAssets, findImageIds } from "./references";

/** The records of images and of styles, fonts and icons in the folder. */
export const IMAGES = "images";
export const ASSETS = "assets";

const MAX_REMEMBERED = 20_000;

type LinkedFilesOptions = { folder: ExportFolder; origin: string; edition: string; read: ReadPublic };

/** Counts files that were written. */
type Count = (written: number) => void;

/**
 * Creates a function that writes what a page, a style or a document names: images of the product, which never change, and the
 * files of the build, whose names change with their content.
 */
export function createLinkedFiles({ folder, origin, edition, read }: LinkedFilesOptions, count: Count) {
  // Records run side by side: those that name the same file wait for one writing of it.
  const writing = new LRUCache<string, Promise<string[]>>({ max: MAX_REMEMBERED });
  let recording: Promise<string[]> | null = null;

  const once = (address: string, write: () => Promise<string[]>): Promise<string[]> => {
    const current = writing.get(address);
    if (current) return current;
    const pending = write();
    writing.set(address, pending);
    // The next record that names it tries again.
    pending.catch(() => writing.delete(address));
    return pending;
  };

  async function writeFile(linked: ExportFile, record: () => Promise<void>): Promise<Buffer | null> {
    const content = await readContent(linked, origin, read);
    if (content === null) return null;
    await record();
    if (await folder.write(linked.file, content)) count(1);
    return content;
  }

  async function writeImage(id: string): Promise<string[]> {
    const image = file(`/images/${id}/image.png`);
    if (!(await folder.has(image.file)))
      await writeFile(image, () => folder.writeState(IMAGES, id, { stamp: "", files: [image.file] }));
    return [];
  }

  const readAssets = async (): Promise<string[]> => (await folder.readState(ASSETS, edition))?.files ?? [];

  async function addAsset(known: string[], path: string): Promise<string[]> {
    if (known.includes(path)) return known;
    const files = [...known, path];
    await folder.writeState(ASSETS, edition, { stamp: "", files });
    return files;
  }

  /** Adds a file to the record of this build. One after the other, because each writes the whole record. */
  async function recordAsset(path: string): Promise<void> {
    recording = (recording ?? readAssets()).then((known) => addAsset(known, path));
    await recording;
  }

  /** Writes a file of the build. Returns the files that a style names. */
  async function writeAsset(address: string): Promise<string[]> {
    const asset = file(address);
    const content = await writeFile(asset, () => recordAsset(asset.file));
    return content && address.endsWith(".css") ? findAssets(content.toString("utf8"), address) : [];
  }

  return async (content: Buffer, address: string): Promise<void> => {
    const text = content.toString("utf8");
    // Styles may name each other, so none waits for the files that it names. The set grows while it is read.
    const assets = new Set(findAssets(text, address));
    for (const asset of assets)
      for (const named of await once(asset, () => writeAsset(asset))) assets.add(named);
    for (const id of findImageIds(text)) await once(id, () => writeImage(id));
  };
}
