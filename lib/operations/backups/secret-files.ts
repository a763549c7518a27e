import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { z } from "zod";
import { findOwnArchive } from "./archive-claim";
import { withPlainClient } from "./copy-stream";
import type { FilesContent } from "./manifest";
import { BackupError, DamagedObjectError } from "./object-cipher";
import { readWhole } from "./parts";
import { findSlot } from "./slots";
import type { BackupStore } from "./store";
import { requireOwnStore, StoreNotReadyError } from "./store-marker";
import { findArchiveSecrets, putArchiveSecrets } from "./wal-chunks";

/** The files of DATA_DIR that a backup of files contains besides the database. */
export const SECRET_FILES = ["secrets.json", "postgres-credentials.json"] as const;
const SecretFiles = z.record(z.string(), z.string());

/** Reads the files with the secrets of an embedded installation, as they are stored. */
export async function readSecretFiles(
  dataDir: string,
  changed: Record<string, string> = {},
): Promise<Buffer> {
  const files: Record<string, string> = {};
  for (const name of SECRET_FILES) files[name] = await readFile(join(dataDir, name), "utf8");
  return Buffer.from(JSON.stringify({ ...files, ...changed }));
}

/** Whether the store has backups of this installation. Throws `BackupError` when it belongs to another one. */
const hasBackups = (client: pg.Client, store: BackupStore): Promise<boolean> =>
  requireOwnStore(client, store).then(
    () => true,
    (error: unknown) => {
      if (error instanceof StoreNotReadyError) return false;
      throw error;
    },
  );

/**
 * Stores the secrets of an embedded installation whose key changes, before anything is encrypted with the new key:
 * earlier backups, continued by the archive, could not be read otherwise. `text` is the content that secrets.json gets, if
 * it does not have it yet. Does nothing without an archive, because a backup alone has the secrets of its moment. Throws `BackupError` when there is an archive, but no store.
 */
export async function storeChangedSecrets(
  databaseUrl: string,
  dataDir: string,
  text: string | undefined,
  openStore: () => BackupStore | null,
): Promise<void> {
  await withPlainClient({ connectionString: databaseUrl }, async (client) => {
    if ((await findSlot(client)) === null) return;
    const store = openStore();
    if (store === null)
      throw new BackupError(
        "This installation has an archive of backups, which must get the new key first. Set BACKUP_TO and BACKUP_KEY as for " +
          "the service, and run this command again. To end the archive instead, start the service once without BACKUP_TO.",
      );
    if (!(await hasBackups(client, store))) return;
    // The role of the application may not ask where the files of the database are.
    const archive = await findOwnArchive({ client, directory: join(dataDir, "postgres") }, store);
    if (archive === null) return;
    const secrets = await readSecretFiles(dataDir, text === undefined ? {} : { "secrets.json": text });
    await addArchiveSecrets(store, archive, secrets);
  });
}

const parseSecrets = (bytes: Buffer): Record<string, string> =>
  SecretFiles.parse(JSON.parse(bytes.toString("utf8")));

const Keys = z.looseObject({ ENCRYPTION_KEY: z.string(), ENCRYPTION_KEY_PREVIOUS: z.string().default("") });

/** Adds the keys of earlier secrets to the previous keys of later ones, where an operator may have removed them. */
function addEarlierKeys(
  later: Record<string, string>,
  earlier: Record<string, string>,
): Record<string, string> {
  const [newest, oldest] = [later, earlier].map((files) =>
    Keys.safeParse(JSON.parse(files["secrets.json"] ?? "{}")),
  );
  if (!newest?.success || !oldest?.success) return later;
  const { ENCRYPTION_KEY: current, ENCRYPTION_KEY_PREVIOUS: previous } = newest.data;
  const known = [
    ...previous.split(","),
    oldest.data.ENCRYPTION_KEY,
    ...oldest.data.ENCRYPTION_KEY_PREVIOUS.split(","),
  ];
  const keys = new Set(known.map((key) => key.trim()).filter((key) => key !== "" && key !== current));
  const merged = { ...newest.data, ENCRYPTION_KEY_PREVIOUS: [...keys].join(",") };
  return { ...later, "secrets.json": `${JSON.stringify(merged, null, 2)}\n` };
}

/**
 * Stores the secrets beside an archive. The keys that were stored there before stay: they fit the moments before the change.
 */
export async function addArchiveSecrets(store: BackupStore, archive: string, content: Buffer): Promise<void> {
  const stored = await findArchiveSecrets(store, archive).catch((error: unknown) => {
    if (error instanceof DamagedObjectError) return null;
    throw error;
  });
  const merged =
    stored === null
      ? content
      : Buffer.from(JSON.stringify(addEarlierKeys(parseSecrets(content), parseSecrets(stored))));
  await putArchiveSecrets(store, archive, merged);
}

/** Reads the secrets of a backup, and those that were changed later, each once. */
export async function verifySecrets(store: BackupStore, content: FilesContent): Promise<void> {
  parseSecrets(await readWhole(store, content.secrets));
  const changed = content.archive === null ? null : await findArchiveSecrets(store, content.archive);
  if (changed !== null) parseSecrets(changed);
}

/** Reads the newest secrets of a backup and its archive with all their keys, by the name of their file. */
export async function readStoredSecrets(
  store: BackupStore,
  content: FilesContent,
): Promise<Record<string, string>> {
  const changed = content.archive === null ? null : await findArchiveSecrets(store, content.archive);
  const secrets = parseSecrets(await readWhole(store, content.secrets));
  return changed === null ? secrets : addEarlierKeys(parseSecrets(changed), secrets);
}
