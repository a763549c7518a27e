import { randomUUID } from "node:crypto";
import { chmod, lstat, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { ProgramLog } from "./program-log";

/** Modes of the files in DATA_DIR: secrets, personal data, and links that open accounts. */
export const PRIVATE_DIRECTORY = 0o700;
export const PRIVATE_FILE = 0o600;

/** The files that the service writes into DATA_DIR. It changes no others. */
const OWN_ENTRIES = [
  "secrets.json",
  "postgres-credentials.json",
  "supervisor.json",
  "postgres.log",
  "postgres.log.1",
  "postgres.log.2",
  "postgres.log.3",
  "postgres",
  "postgres-lib",
  "mail",
  "made",
  "moving",
];

/**
 * Writes a file that only its owner can read, under another name first, so that readers never see a part of it. Leaves nothing
 * when it fails, as on a full disk.
 */
export async function writeWholeFile(path: string, bytes: Buffer): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
  try {
    await writeFile(temporary, bytes, { mode: PRIVATE_FILE });
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Whether an entry of DATA_DIR is one that the service writes, and restricts to its owner. */
export const isPrivateEntry = (name: string): boolean => OWN_ENTRIES.includes(name);

// Every file in these folders is ours too. The database server protects its own directory.
const OWN_FOLDERS = new Set(["mail", "made"]);

const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && "code" in error && codes.includes(String(error.code));

/** Restricts a file or directory to its owner. Ignores symbolic links and files that no longer exist. */
async function restrictMode(path: string): Promise<void> {
  try {
    const info = await lstat(path);
    if (info.isSymbolicLink()) return;
    const mode = info.isDirectory() ? PRIVATE_DIRECTORY : PRIVATE_FILE;
    if ((info.mode & 0o777) !== mode) await chmod(path, mode);
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error;
  }
}

const listNames = (directory: string): Promise<string[]> => readdir(directory).catch(() => []);

/**
 * Restricts DATA_DIR to its owner, including files that earlier versions or another umask left readable. Logs a message
 * when this account may not change the modes.
 */
export async function restrictDataDirectory(dataDir: string, log: ProgramLog): Promise<void> {
  try {
    const present = new Set(await listNames(dataDir));
    for (const entry of OWN_ENTRIES.filter((name) => present.has(name))) {
      const path = join(dataDir, entry);
      const names = OWN_FOLDERS.has(entry) ? await listNames(path) : [];
      for (const name of names) await restrictMode(join(path, name));
      await restrictMode(path);
    }
    await chmod(dataDir, PRIVATE_DIRECTORY);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return;
    if (!hasCode(error, "EPERM", "EACCES", "EROFS")) throw error;
    log(`Others may be able to read ${dataDir}: its modes cannot be changed (${String(error)}).`, "warn");
  }
}
