import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { PRIVATE_DIRECTORY, PRIVATE_FILE } from "@/lib/kernel/private-files";

const Secrets = z.object({ ENCRYPTION_KEY: z.string(), SESSION_SECRET: z.string() });

const isFileMissing = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "ENOENT";
const isFilePresent = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "EEXIST";

/**
 * Loads the secrets of an embedded installation, which are created once in `DATA_DIR/secrets.json` with mode 0600.
 * Stored tokens cannot be read without them, so a back-up of DATA_DIR contains both.
 */
export async function loadInstallationSecrets(dataDir: string): Promise<z.infer<typeof Secrets>> {
  const path = join(dataDir, "secrets.json");
  const read = async () => Secrets.parse(JSON.parse(await readFile(path, "utf8")));
  try {
    return await read();
  } catch (error) {
    if (!isFileMissing(error)) throw error;
  }
  await mkdir(dataDir, { recursive: true, mode: PRIVATE_DIRECTORY });
  const created = {
    ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    SESSION_SECRET: randomBytes(48).toString("base64"),
  };
  try {
    await writeFile(path, `${JSON.stringify(created, null, 2)}\n`, {
      flag: "wx",
      mode: PRIVATE_FILE,
      flush: true,
    });
    return created;
  } catch (error) {
    if (isFilePresent(error)) return read();
    throw error;
  }
}
