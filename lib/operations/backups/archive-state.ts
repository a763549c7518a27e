import { randomBytes } from "node:crypto";
import { open, readFile, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { PRIVATE_FILE } from "@/lib/kernel/private-files";

/** In the folder of the database, so that whoever copies the database or puts an older one back has the fitting state. */
const STATE_FILE = "badges-archive.json";
// PostgreSQL leaves files with this beginning out of base backups. A killed process may leave one.
const DRAFT = `pgsql_tmp.${STATE_FILE}.`;

const position = z.string().transform((text) => BigInt(`0x${text}`));

const State = z.object({
  /** The name of the archive, which is that of its slot. */
  archive: z.string(),
  /** The run that this database wrote last, with its object in the store; null if it was none. */
  run: z.object({ number: z.number().int(), id: z.string(), object: z.string().optional() }).nullable(),
  /** The id of a run that is being claimed, or was. */
  claiming: z.string().nullable(),
  /** Everything before it is stored. */
  stored: position,
  /** Up to here the log is being stored, or was. */
  storing: position,
});

/** What a database knows of its archive. It is written before the store is, so the store never has more than it says. */
export type ArchiveState = z.output<typeof State>;

/** Reads what the database knows of an archive; null if it is not its own. */
export async function readState(directory: string, archive: string): Promise<ArchiveState | null> {
  const text = await readFile(join(directory, STATE_FILE), "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return null;
  const state = State.safeParse(JSON.parse(text));
  return state.success && state.data.archive === archive ? state.data : null;
}

const DRAFT_NAMES = [DRAFT, `${STATE_FILE}.`]; // the second one is that of earlier versions

/** Removes what processes left that were killed while they wrote the state. Only for the process that archives. */
export async function removeDrafts(directory: string): Promise<void> {
  for (const name of await readdir(directory))
    if (DRAFT_NAMES.some((draft) => name.startsWith(draft))) await rm(join(directory, name), { force: true });
}

/** Writes the state whole or not at all, and flushes it to disk. */
export async function writeState(directory: string, state: ArchiveState): Promise<void> {
  const path = join(directory, STATE_FILE);
  const draft = join(directory, `${DRAFT}${randomBytes(6).toString("hex")}`);
  const { uid, gid } = await stat(directory); // the account of the server, which must be able to copy it
  const text = JSON.stringify(state, (_key, value: unknown) =>
    typeof value === "bigint" ? value.toString(16) : value,
  );
  try {
    const file = await open(draft, "wx", PRIVATE_FILE);
    try {
      await file.chown(uid, gid);
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  const folder = await open(directory);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
