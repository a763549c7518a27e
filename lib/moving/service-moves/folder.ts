import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { clock } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { isUuid, newId } from "@/lib/kernel/ids";
import { PRIVATE_DIRECTORY, PRIVATE_FILE } from "@/lib/kernel/private-files";
import type { DownloadReport } from "@/lib/moving/downloads/service";

/** The folder with the downloads of moves, by the ids of the moves. */
const root = (): string => resolve(env().DATA_DIR, "moving", "service-moves");

export const moveFolder = (id: string): string => join(root(), id);

/** The file that makes a download complete: where its records are, and what it could not read. */
const COMPLETE = "complete.json";

export type CompleteDownload = { path: string; report: DownloadReport };

async function writeWhole(path: string, content: string): Promise<void> {
  const unfinished = `${path}.${newId()}.unfinished`;
  await writeFile(unfinished, content, { mode: PRIVATE_FILE });
  await rename(unfinished, path);
}

/** Returns the id of this data directory, which tells hosts apart that do not share theirs. */
export async function readHostId(): Promise<string> {
  await mkdir(root(), { recursive: true, mode: PRIVATE_DIRECTORY });
  const path = join(root(), "host-id");
  const known = await readFile(path, "utf8").catch(() => "");
  if (isUuid(known)) return known;
  await writeWhole(path, newId());
  return readFile(path, "utf8");
}

/** Returns the download of a move if it is complete. */
export async function readComplete(id: string): Promise<CompleteDownload | null> {
  const text = await readFile(join(moveFolder(id), COMPLETE), "utf8").catch(() => null);
  return text === null ? null : (JSON.parse(text) as CompleteDownload);
}

export const saveComplete = (id: string, download: CompleteDownload): Promise<void> =>
  writeWhole(join(moveFolder(id), COMPLETE), JSON.stringify(download));

export const removeFolder = (id: string): Promise<void> =>
  rm(moveFolder(id), { recursive: true, force: true });

/** Lists the ids of the moves that have a download on this host. */
export const listFolders = async (): Promise<string[]> =>
  (await readdir(root()).catch((): string[] => [])).filter(isUuid);

/** Marks that a move uses its download, so that it is not deleted as an old one. */
export async function useFolder(id: string): Promise<void> {
  await mkdir(moveFolder(id), { recursive: true, mode: PRIVATE_DIRECTORY });
  await utimes(moveFolder(id), clock.now(), clock.now());
}

/** Deletes the downloads of this host that were not used for so long. */
export async function removeOldFolders(maxAgeMs: number): Promise<void> {
  for (const name of await listFolders()) {
    const found = await stat(moveFolder(name)).catch(() => null);
    if (found && clock.now().getTime() - found.mtimeMs > maxAgeMs) await removeFolder(name);
  }
}
