import { constants, type Dirent } from "node:fs";
import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { isPng, readChunks, DamagedPng } from "@/lib/art/drawing/png-chunks";
import { MoveError } from "@/lib/moving/imports/schema";
import { FileRefused, type ImagesReport } from "./schema";

/** The most files of one run: what they say is kept in memory. */
const MAX_FILES = 20_000;
const MAX_FILE_BYTES = 10 * 1024 * 1024;
/** The most bytes of all files of one run. */
const MAX_TOTAL_BYTES = 4 * 1024 * 1024 * 1024;
/** How many refused files are listed with their reasons. All are counted. */
const MAX_REFUSED = 1_000;
const MAX_NAME_LENGTH = 200;

/** A name of a file as it can be printed: a name can have characters that control a terminal. */
export const printName = (name: string): string =>
  name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "\uFFFD").slice(0, MAX_NAME_LENGTH);

/** Reports a file that is not taken. */
export function addRefused(report: ImagesReport, file: string, reason: string): void {
  report.refused_count += 1;
  if (report.refused.length < MAX_REFUSED) report.refused.push({ file: printName(file), reason });
}

const isImageName = (name: string): boolean => /\.(png|svg)$/i.test(name);

function noteOthers(entries: readonly Dirent[], report: ImagesReport): void {
  const folders = entries.filter((entry) => entry.isDirectory()).length;
  const others = entries.filter((entry) => !entry.isDirectory() && !isImageName(entry.name)).length;
  if (folders > 0) report.notes.push(`${folders} folders in the folder were not read`);
  if (others > 0) report.notes.push(`${others} files are neither PNG nor SVG and were not read`);
}

/**
 * Lists the images of a folder by name, without those of its folders. Symbolic links are refused: they can lead out of the
 * folder. Throws `MoveError` for a folder that cannot be read, has no images, or too many.
 */
export async function listImages(folder: string, report: ImagesReport): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => {
    throw new MoveError(`${folder} is not a folder that can be read.`);
  });
  const images = entries.filter((entry) => isImageName(entry.name) && !entry.isDirectory());
  noteOthers(entries, report);
  report.files = images.length;
  if (images.length === 0) throw new MoveError(`${folder} has no PNG and no SVG files.`);
  if (images.length > MAX_FILES)
    throw new MoveError(
      `${folder} has ${images.length} images. Split them into folders of at most ${MAX_FILES}.`,
    );
  for (const { name } of images.filter((entry) => !entry.isFile()))
    addRefused(report, name, "is a link or no ordinary file");
  return images
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted();
}

/** Adds up the sizes of files. Throws `MoveError` when they are too large together. */
export function createSizeLimit(): (bytes: number) => void {
  let total = 0;
  return (bytes) => {
    total += bytes;
    if (total > MAX_TOTAL_BYTES)
      throw new MoveError("The images have more than 4 GiB. Split them into folders.");
  };
}

/** Throws `FileRefused` for a PNG that is cut off. */
function requireWholePng(bytes: Buffer): void {
  try {
    if ([...readChunks(bytes)].at(-1)?.type === "IEND") return;
  } catch (error) {
    if (!(error instanceof DamagedPng)) throw error;
  }
  throw new FileRefused("This PNG is cut off.");
}

/** Reads a file, or the part of it that shows that it is too large. */
async function readLimited(path: string): Promise<Buffer> {
  // Without waiting for a writer, if it has become a pipe since it was listed.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags);
  try {
    const info = await file.stat();
    if (!info.isFile()) throw new FileRefused("is no ordinary file");
    if (info.size > MAX_FILE_BYTES) throw new FileRefused("is larger than 10 MiB");
    const bytes = await file.readFile();
    if (bytes.length > MAX_FILE_BYTES) throw new FileRefused("is larger than 10 MiB");
    return bytes;
  } finally {
    await file.close();
  }
}

/** Reads an image of the folder. Throws `FileRefused` for one that is too large, incomplete or cannot be read. */
export async function readImageFile(folder: string, name: string): Promise<Buffer> {
  const bytes = await readLimited(join(folder, name)).catch((error: unknown) => {
    if (error instanceof Error && "code" in error) throw new FileRefused("cannot be read");
    throw error;
  });
  if (isPng(bytes)) requireWholePng(bytes);
  return bytes;
}
