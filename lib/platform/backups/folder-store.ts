import { randomBytes } from "node:crypto";
import { link, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { PRIVATE_DIRECTORY, PRIVATE_FILE } from "@/lib/kernel/private-files";
import type { ObjectStore, StoredObject } from "./store";

const UNFINISHED = ".unfinished";

const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : null);
const isMissing = (error: unknown): boolean => codeOf(error) === "ENOENT";

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path);
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** Creates a directory, and flushes the entries of those that did not exist. */
async function createDirectory(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: PRIVATE_DIRECTORY });
  if (first === undefined) return;
  for (let created = path; created.length >= first.length; created = dirname(created))
    await syncDirectory(dirname(created));
}

/** Writes and flushes a file that does not exist yet. */
async function writeNew(path: string, content: Buffer): Promise<void> {
  const file = await open(path, "wx", PRIVATE_FILE);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Writes a file under another name, and gives it its name at the end, so that it is there whole or not at all. */
async function writeWhole(
  path: string,
  content: Buffer,
  giveName: (draft: string, path: string) => Promise<void>,
): Promise<void> {
  await createDirectory(dirname(path));
  const draft = `${path}.${randomBytes(6).toString("hex")}${UNFINISHED}`;
  try {
    await writeNew(draft, content);
    await giveName(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncDirectory(dirname(path));
}

/** File systems without links, such as some of network disks. */
const WITHOUT_LINKS = new Set<unknown>(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

/** Creates a file unless there is one with its name. */
async function createWhole(path: string, content: Buffer): Promise<boolean> {
  const giveName = async (draft: string): Promise<void> => {
    try {
      await link(draft, path);
    } catch (error) {
      if (!WITHOUT_LINKS.has(codeOf(error))) throw error;
      await writeNew(path, content);
    }
    await rm(draft);
  };
  try {
    await writeWhole(path, content, giveName);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

async function listFiles(root: string, prefix: string): Promise<StoredObject[]> {
  const folder = join(root, prefix.slice(0, prefix.lastIndexOf("/") + 1));
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith(UNFINISHED));
  const paths = files.map((entry) => join(entry.parentPath, entry.name));
  const objects = await Promise.all(
    paths.map(async (path) => {
      const name = path
        .slice(root.length + 1)
        .split(sep)
        .join("/");
      const info = await stat(path).catch(() => null); // another process may remove old backups
      return info && name.startsWith(prefix) ? [{ name, size: info.size }] : [];
    }),
  );
  return objects.flat().toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** Stores backups in a folder. Files have mode 0600, and are flushed to disk before `put` returns. */
export function openFolderStore(folder: string): ObjectStore {
  const root = resolve(folder);
  const pathOf = (name: string): string => join(root, ...name.split("/"));
  return {
    address: root,
    put: (name, content) => writeWhole(pathOf(name), content, rename),
    create: (name, content) => createWhole(pathOf(name), content),
    get: (name) =>
      readFile(pathOf(name)).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      }),
    list: (prefix) => listFiles(root, prefix),
    remove: async (name) => {
      const path = pathOf(name);
      await rm(path, { force: true });
      // The last file of a folder takes the folder with it.
      await rmdir(dirname(path)).catch(() => undefined);
    },
  };
}
