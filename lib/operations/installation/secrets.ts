import { randomBytes } from "node:crypto";
import { chown, mkdir, open, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { PRIVATE_DIRECTORY, PRIVATE_FILE } from "@/lib/kernel/private-files";

const Secrets = z.object({
  ENCRYPTION_KEY: z.string(),
  /** Keys that were ENCRYPTION_KEY before, separated by commas. */
  ENCRYPTION_KEY_PREVIOUS: z.string().default(""),
  SESSION_SECRET: z.string(),
});
type Secrets = z.infer<typeof Secrets>;
export type InstallationSecrets = Secrets;

const isFileMissing = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "ENOENT";
const isFilePresent = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "EEXIST";

const generateKey = (): string => randomBytes(32).toString("base64");
const format = (secrets: object): string => `${JSON.stringify(secrets, null, 2)}\n`;

const readSecrets = async (path: string): Promise<Secrets> =>
  Secrets.parse(JSON.parse(await readFile(path, "utf8")));

/** The file with the secrets of an embedded installation. */
export const secretsFilePath = (dataDir: string): string => join(dataDir, "secrets.json");

/** Reads the secrets of an embedded installation without creating them. Throws when the file is missing or invalid. */
export async function readInstallationSecrets(dataDir: string): Promise<Secrets> {
  const path = secretsFilePath(dataDir);
  try {
    return await readSecrets(path);
  } catch (error) {
    if (isFileMissing(error)) throw new Error(`${path} is missing.`, { cause: "missing" });
    // Without the parser's message, which may quote a key.
    throw new Error(`${path} cannot be read or is not valid.`, { cause: "invalid" });
  }
}

/**
 * Loads the secrets of an embedded installation, which are created once in `DATA_DIR/secrets.json` with mode 0600.
 * Stored tokens cannot be read without them, so a backup of DATA_DIR contains both.
 */
export async function loadInstallationSecrets(dataDir: string): Promise<Secrets> {
  const path = secretsFilePath(dataDir);
  try {
    return await readSecrets(path);
  } catch (error) {
    if (!isFileMissing(error)) throw error;
  }
  await mkdir(dataDir, { recursive: true, mode: PRIVATE_DIRECTORY });
  const created = { ENCRYPTION_KEY: generateKey(), SESSION_SECRET: randomBytes(48).toString("base64") };
  try {
    await writeFile(path, format(created), { flag: "wx", mode: PRIVATE_FILE, flush: true });
    return Secrets.parse(created);
  } catch (error) {
    if (isFilePresent(error)) return readSecrets(path);
    throw error;
  }
}

/** Writes a file in one step, so that a process that dies, or a power failure, leaves the old or the new one. */
async function replacePrivateFile(path: string, text: string): Promise<void> {
  const { uid, gid } = await stat(path);
  const temporaryFile = `${path}.new`;
  await rm(temporaryFile, { force: true });
  await writeFile(temporaryFile, text, { flag: "wx", mode: PRIVATE_FILE, flush: true });
  // The command may run as root, while the service reads the file with another account.
  await chown(temporaryFile, uid, gid);
  await rename(temporaryFile, path);
  const directory = await open(dirname(path));
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/**
 * Adds a new encryption key to the file with the secrets, and keeps the present one among the previous keys. The file
 * is on disk when this returns, so nothing can be encrypted with a key that is lost. `keepElsewhere` gets the new content
 * before the file is replaced.
 */
export async function addEncryptionKey(
  secretsFile: string,
  keepElsewhere: (text: string) => Promise<void>,
): Promise<Secrets> {
  const path = await realpath(secretsFile);
  const { ENCRYPTION_KEY, ENCRYPTION_KEY_PREVIOUS, SESSION_SECRET } = await readSecrets(path);
  const secrets: Secrets = {
    ENCRYPTION_KEY: generateKey(),
    ENCRYPTION_KEY_PREVIOUS: [ENCRYPTION_KEY, ENCRYPTION_KEY_PREVIOUS].filter((key) => key !== "").join(","),
    SESSION_SECRET,
  };
  await keepElsewhere(format(secrets));
  await replacePrivateFile(path, format(secrets));
  return secrets;
}
