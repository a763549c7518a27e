import { randomBytes } from "node:crypto";
import { link, mkdir, open, readdir, readFile, rename, rm, rmdir, stat, statfs } from "node:fs/promises";
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

/** How long a process may take between the two steps of `giveFreeName`. */
const RESERVED_MS = 60_000;

/** Whether a file is empty because a process ended between the two steps of `giveFreeName`. */
async function isAbandoned(path: string): Promise<boolean> {
  const info = await stat(path);
  return info.size === 0 && Date.now() - info.mtimeMs > RESERVED_MS;
}

/** Gives a draft its name, unless that is taken, without links: an empty file reserves it, and is replaced. */
async function giveFreeName(draft: string, path: string): Promise<void> {
  try {
    await writeNew(path, Buffer.alloc(0));
  } catch (error) {
    if (codeOf(error) !== "EEXIST" || !(await isAbandoned(path))) throw error;
  }
  await rename(draft, path);
}

/** Creates a file unless there is one with its name. */
async function createWhole(path: string, content: Buffer): Promise<boolean> {
  const giveName = async (draft: string): Promise<void> => {
    try {
      await link(draft, path);
      await rm(draft);
    } catch (error) {
      if (!WITHOUT_LINKS.has(codeOf(error))) throw error;
      await giveFreeName(draft, path);
    }
  };
  try {
    await writeWhole(path, content, giveName);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Lists all files of a folder and those in it. Another process may remove one of these folders meanwhile. */
async function readFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const paths: string[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) paths.push(...(await readFiles(path)));
    else if (entry.isFile()) paths.push(path);
  }
  return paths;
}

async function listFiles(root: string, prefix: string): Promise<StoredObject[]> {
  const paths = await readFiles(join(root, prefix.slice(0, prefix.lastIndexOf("/") + 1)));
  const named = paths.flatMap((path) => {
    const name = path
      .slice(root.length + 1)
      .split(sep)
      .join("/");
    return name.startsWith(prefix) && !name.endsWith(UNFINISHED) ? [{ path, name }] : [];
  });
  const objects = await Promise.all(
    named.map(async ({ path, name }) => {
      const info = await stat(path).catch(() => null); // another process may remove old backups
      // No object is empty. An empty file is a name that was reserved.
      return info && info.size > 0 ? [{ name, size: info.size }] : [];
    }),
  );
  return objects.flat().toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** Removes what processes that were killed left of objects they were writing. */
async function removeDrafts(root: string, before: Date): Promise<void> {
  const paths = await readFiles(root);
  for (const path of paths.filter((one) => one.endsWith(UNFINISHED))) {
    const info = await stat(path).catch(() => null);
    if (info && info.mtime < before) await rm(path, { force: true });
  }
}

/** Stores backups in a folder. Files have mode 0600, and are flushed to disk before `put` returns. */
export function openFolderStore(folder: string): ObjectStore {
  const root = resolve(folder);
  const pathOf = (name: string): string => join(root, ...name.split("/"));
  return {
    address: root,
    put: (name, content) => writeWhole(pathOf(name), content, rename),
    create: (name, content) => createWhole(pathOf(name), content),
    get: async (name) => {
      const content = await readFile(pathOf(name)).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      });
      return content?.length === 0 ? null : content;
    },
    list: (prefix) => listFiles(root, prefix),
    removeDrafts: (before) => removeDrafts(root, before),
    readSpace: async () => {
      const { bavail, blocks, bsize } = await statfs(root);
      return { free: bavail * bsize, size: blocks * bsize };
    },
    remove: async (name) => {
      const path = pathOf(name);
      await rm(path, { force: true });
      // The last file of a folder takes the folder with it.
      await rmdir(dirname(path)).catch(() => undefined);
    },
  };
}
