import { createHash, randomBytes } from "node:crypto";
import { chmod, mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { CommandError, EXIT } from "./terminal.ts";

/** Where a person signed in. */
export type Login = { url: string; token: string; allowHttp?: boolean };

const inFolder = (variable: string, fallback: string, name: string): string => {
  const folder = process.env[variable];
  return join(folder?.startsWith("/") ? folder : join(homedir(), fallback), "badges", name);
};

export const loginFile = (): string => inFolder("XDG_CONFIG_HOME", ".config", "login.json");
export const secretFile = (): string => inFolder("XDG_CONFIG_HOME", ".config", "listen-secret.json");
const inStateFolder = (name: string): string => inFolder("XDG_STATE_HOME", join(".local", "state"), name);

/** Each position has a file of its own, so that commands that run at once do not overwrite each other's. */
export const positionFile = (key: string): string =>
  inStateFolder(join("positions", `${createHash("sha256").update(key).digest("hex").slice(0, 32)}.json`));
/** Where earlier versions stored all positions. */
export const sharedPositionFile = (): string => inStateFolder("positions.json");

/** Writes a file that only this person can read, and replaces the old one at once. */
export async function writePrivate(file: string, value: unknown): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await chmod(dirname(file), 0o700);
  const temporary = `${file}.${randomBytes(6).toString("hex")}`;
  try {
    const handle = await open(temporary, "wx", 0o600);
    try {
      await handle.writeFile(`${JSON.stringify(value)}\n`);
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";

/** The error for a file that is no JSON, with what replaces its content. */
function damaged(file: string): CommandError {
  if (file === loginFile())
    return new CommandError(`${file} is damaged. Delete it and run “badges login” again.`, EXIT.credential);
  if (file === secretFile())
    return new CommandError(`${file} is damaged. Delete it: the next run creates a new secret.`, EXIT.failed);
  return new CommandError(`${file} is damaged. Delete it and use --after ID, not --resume.`, EXIT.failed);
}

/** Reads such a file; null when there is none. Refuses one that others can read, because it contains a secret. */
export async function readPrivate<T>(file: string): Promise<T | null> {
  try {
    const { mode } = await stat(file);
    if (process.platform !== "win32" && (mode & 0o077) !== 0)
      throw new CommandError(`Others can read ${file}. Run: chmod 600 ${file}`, EXIT.credential);
    return JSON.parse(await readFile(file, "utf8")) as T;
  } catch (error) {
    if (isMissing(error)) return null;
    if (error instanceof SyntaxError) throw damaged(file);
    throw error;
  }
}

/** Deletes it. Returns whether it existed. */
export async function removePrivate(file: string): Promise<boolean> {
  const existed = (await stat(file).catch(() => null)) !== null;
  await rm(file, { force: true });
  return existed;
}
