import { randomUUID } from "node:crypto";
import { mkdir, opendir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { PRIVATE_DIRECTORY } from "@/lib/kernel/private-files";
import { acquireInstanceLock, InstanceLockedError } from "@/lib/platform/postgres/instance-lock";
import { isSafePath } from "./files";
import { ExportMark, ItemState } from "./schema";

/** Our own folder in the export: the mark, what was written for which record, drafts and the lock. */
const OWN_FOLDER = ".export";
const MARK = "export.json";
const WRITE_ATTEMPTS = 3;

const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && "code" in error && codes.includes(String(error.code));

async function readIfPresent(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return null;
    throw error;
  }
}

/** Throws unless a folder is empty, new, or an export of the installation with this origin. */
async function checkFolder(directory: string, origin: string): Promise<void> {
  const names = await readdir(directory).catch((error: unknown) => {
    if (hasCode(error, "ENOENT")) return [];
    if (hasCode(error, "ENOTDIR")) throw new Error(`${directory} is not a folder.`);
    throw error;
  });
  const text = await readIfPresent(join(directory, OWN_FOLDER, MARK));
  // A run that was killed at its beginning leaves our own folder without the mark.
  if (text === null && names.some((name) => name !== OWN_FOLDER))
    throw new Error(
      `${directory} is not empty, and no export of this service. Choose a new or an empty folder.`,
    );
  if (text === null) return;
  const mark = ExportMark.safeParse(JSON.parse(text.toString("utf8")));
  if (!mark.success) throw new Error(`${directory} was written by another version. Choose a new folder.`);
  if (mark.data.origin !== origin)
    throw new Error(
      `${directory} is the export of ${mark.data.origin}, and APP_URL is ${origin}. Set APP_URL as for the service, or ` +
        "choose a new folder.",
    );
}

/** Parses what was written for a record. The disk may have damaged it: then the record is written again. */
function parseState(text: string): ItemState {
  try {
    return ItemState.parse(JSON.parse(text));
  } catch {
    return { stamp: null, files: [] };
  }
}

async function lockFolder(directory: string) {
  try {
    return await acquireInstanceLock(join(directory, OWN_FOLDER));
  } catch (error) {
    if (!(error instanceof InstanceLockedError)) throw error;
    const message = `Another export into ${directory} is running (process ${error.holderPid}).`;
    throw new Error(message, { cause: error });
  }
}

/** The folder of an export, which one run at a time may change. */
export class ExportFolder {
  readonly directory: string;
  readonly #own: string;
  readonly #release: () => Promise<void>;

  private constructor(directory: string, release: () => Promise<void>) {
    this.directory = directory;
    this.#own = join(directory, OWN_FOLDER);
    this.#release = release;
  }

  /**
   * Opens a folder for a run, and creates it if it is new. Throws for a folder with other files, an export of another
   * origin, and while another run uses it.
   */
  static async open(path: string, origin: string): Promise<ExportFolder> {
    const directory = resolve(path);
    await checkFolder(directory, origin);
    await mkdir(directory, { recursive: true });
    const lock = await lockFolder(directory);
    const folder = new ExportFolder(directory, lock.release);
    try {
      await rm(join(folder.#own, "drafts"), { recursive: true, force: true });
      await mkdir(join(folder.#own, "drafts"), { recursive: true, mode: PRIVATE_DIRECTORY });
      const mark: ExportMark = { format: 1, origin };
      await folder.#replace(join(folder.#own, MARK), Buffer.from(JSON.stringify(mark)));
      return folder;
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  /** Lets other runs use the folder. */
  close(): Promise<void> {
    return this.#release();
  }

  #pathOf(file: string): string {
    if (!isSafePath(file)) throw new Error(`${file} is not inside the folder of the export.`);
    return join(this.directory, ...file.split("/"));
  }

  /** Writes a file under another name and renames it, so that no reader ever sees half of it. */
  async #replace(path: string, bytes: Buffer): Promise<void> {
    const draft = join(this.#own, "drafts", randomUUID());
    await writeFile(draft, bytes);
    for (let attempt = 1; ; attempt += 1) {
      await mkdir(dirname(path), { recursive: true });
      try {
        await rename(draft, path);
        return;
      } catch (error) {
        // The folder was empty at that moment, and was removed with another record.
        if (!hasCode(error, "ENOENT") || attempt === WRITE_ATTEMPTS) throw error;
      }
    }
  }

  /** Whether a file is there. */
  async has(file: string): Promise<boolean> {
    const info = await stat(this.#pathOf(file)).catch(() => null);
    return info?.isFile() ?? false;
  }

  /** Writes a file unless it has this content already. Returns whether it was written. */
  async write(file: string, bytes: Buffer): Promise<boolean> {
    const path = this.#pathOf(file);
    const present = await readIfPresent(path);
    if (present?.equals(bytes)) return false;
    await this.#replace(path, bytes);
    return true;
  }

  /** Removes a file, and folders that are empty without it. Returns whether it was there. */
  async remove(file: string): Promise<boolean> {
    const path = this.#pathOf(file);
    try {
      await rm(path);
    } catch (error) {
      if (hasCode(error, "ENOENT", "ENOTDIR")) return false;
      throw error;
    }
    try {
      for (let parent = dirname(path); parent !== this.directory; parent = dirname(parent))
        await rmdir(parent);
    } catch (error) {
      if (!hasCode(error, "ENOTEMPTY", "EEXIST", "ENOENT")) throw error;
    }
    return true;
  }

  // The last characters of an id are random, so the records are spread evenly.
  #statePath(kind: string, key: string): string {
    return join(this.#own, "records", kind.replaceAll(" ", "-"), key.slice(-2), `${key}.json`);
  }

  /** Reads what was written for a record; null if nothing was. */
  async readState(kind: string, key: string): Promise<ItemState | null> {
    const text = await readIfPresent(this.#statePath(kind, key));
    return text && parseState(text.toString("utf8"));
  }

  async writeState(kind: string, key: string, state: ItemState): Promise<void> {
    await this.#replace(this.#statePath(kind, key), Buffer.from(JSON.stringify(state)));
  }

  async removeState(kind: string, key: string): Promise<void> {
    await rm(this.#statePath(kind, key), { force: true });
  }

  /** Yields the keys of all records of a kind, in batches. */
  async *listKeys(kind: string, size: number): AsyncGenerator<string[]> {
    const root = join(this.#own, "records", kind.replaceAll(" ", "-"));
    let batch: string[] = [];
    for (const name of await readdir(root).catch(() => []))
      for await (const { name: state } of await opendir(join(root, name))) {
        batch.push(state.slice(0, -".json".length));
        if (batch.length < size) continue;
        yield batch;
        batch = [];
      }
    if (batch.length > 0) yield batch;
  }
}
