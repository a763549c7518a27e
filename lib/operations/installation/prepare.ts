import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { reorderRestoredEvents } from "@/lib/delivery/events/restored-order";
import { findFreePort, probePort } from "@/lib/kernel/free-port";
import { env, InvalidEnvironment } from "@/lib/kernel/env";
import { withClient } from "@/lib/platform/postgres/database";
import { requireFinishedRestore } from "@/lib/operations/backups/table-restore";
import {
  openEmbeddedPostgres,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from "@/lib/platform/postgres/embedded";
import { refreshCollations } from "@/lib/platform/postgres/collation";
import { InstanceLockedError } from "@/lib/platform/postgres/instance-lock";
import { applyMigrations } from "@/lib/platform/postgres/migrate";
import { checkEncryptionKey } from "@/lib/operations/stored-secrets/key-probe";
import { restrictDataDirectory } from "@/lib/kernel/private-files";
import {
  loadInstallationSecrets,
  readInstallationSecrets,
  secretsFilePath,
  type InstallationSecrets,
} from "./secrets";
import type { ProgramLog } from "@/lib/kernel/program-log";

/** A database that is ready, and whose key fits. */
type PreparedInstallation = {
  database: EmbeddedPostgres | null;
  /** It has no organization yet. */
  isEmpty: boolean;
  /** The file that ENCRYPTION_KEY was read from; null if it is from the environment. */
  secretsFile: string | null;
  stop: () => Promise<void>;
};

const dataDir = (): string => process.env.DATA_DIR || ".data";

/** Sets the secrets that the environment lacks. Returns the file that ENCRYPTION_KEY was read from, if it was. */
function setOwnSecrets(secrets: InstallationSecrets): string | null {
  process.env.SESSION_SECRET ||= secrets.SESSION_SECRET;
  if (process.env.ENCRYPTION_KEY) return null;
  process.env.ENCRYPTION_KEY = secrets.ENCRYPTION_KEY;
  // Those of the environment come on top: the operator may set a key there that the file has lost.
  process.env.ENCRYPTION_KEY_PREVIOUS = [process.env.ENCRYPTION_KEY_PREVIOUS, secrets.ENCRYPTION_KEY_PREVIOUS]
    .filter(Boolean)
    .join(",");
  return secretsFilePath(dataDir());
}

/**
 * Sets the secrets that the environment lacks from the file of the embedded installation, which it does not create.
 * Throws when they are needed and cannot be read.
 */
export async function setStoredSecrets(): Promise<{ secretsFile: string | null }> {
  if (process.env.ENCRYPTION_KEY && process.env.SESSION_SECRET) return { secretsFile: null };
  return { secretsFile: setOwnSecrets(await readInstallationSecrets(dataDir())) };
}

/**
 * Sets the variables that depend on the database, at `url`. Returns the file that ENCRYPTION_KEY was read from, if it
 * was.
 */
async function setDatabaseVariables(url: string, isEmbedded: boolean): Promise<string | null> {
  process.env.DATABASE_URL = url;
  const secretsFile = isEmbedded ? setOwnSecrets(await loadInstallationSecrets(dataDir())) : null;
  if (process.env.PORT === "0") process.env.PORT = String(await findFreePort());
  return secretsFile;
}

const LOCK_TIMEOUT_MS = 5_000;

/**
 * Retries while the directory is locked, because a process that is just ending (or whose npm was killed) holds the lock
 * a moment longer.
 */
async function retryWhileLocked<Result>(open: () => Promise<Result>): Promise<Result> {
  const deadline = Date.now() + LOCK_TIMEOUT_MS;
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof InstanceLockedError) || Date.now() > deadline) throw error;
      await sleep(250);
    }
  }
}

// Without Prisma, to keep the memory of the supervisor small.
const checkDatabase = (url: string, secretsFile: string | null): Promise<{ isEmpty: boolean }> =>
  withClient(url, async (client) => {
    await checkEncryptionKey(client, secretsFile);
    const { rows } = await client.query("SELECT FROM organizations LIMIT 1");
    return { isEmpty: rows.length === 0 };
  });

/** A new database gets all migrations, whose names nobody reads. */
const MAX_NAMED = 20;

/** Applies migrations, and repairs what an upgrade or a restored dump requires. */
async function migrateDatabase(url: string, log: ProgramLog): Promise<void> {
  await requireFinishedRestore(url);
  const applied = await applyMigrations(url);
  if (applied.length > MAX_NAMED) log(`Applied ${applied.length} migrations, up to ${applied.at(-1)}.`);
  else for (const name of applied) log(`Applied migration ${name}.`);
  const rebuilt = await refreshCollations(url);
  if (rebuilt.length > 0) log(`The ICU library was upgraded: rebuilt ${rebuilt.join(", ")}.`);
  const placed = await reorderRestoredEvents(url, () =>
    log("The database was restored from a dump or replicated: putting its events in order again."),
  );
  if (placed > 0) log(`Put ${placed} events before those of this server.`);
}

/**
 * Prepares the database and sets the variables that depend on it: the embedded PostgreSQL of DATA_DIR unless
 * DATABASE_URL is set, the installation's own secrets (embedded only), and the migrations. `temporary`: for a command
 * line, which uses the database of the running installation or starts it temporarily. Throws `InvalidEnvironment` when
 * the key is not the one of the database.
 */
export async function prepareInstallation(
  log: ProgramLog,
  { temporary }: { temporary: boolean },
): Promise<PreparedInstallation> {
  const given = process.env.DATABASE_URL;
  await restrictDataDirectory(dataDir(), log);
  const open = temporary ? openEmbeddedPostgres : startEmbeddedPostgres;
  const database = given ? null : await retryWhileLocked(() => open({ dataDir: dataDir(), log }));
  const url = given || (database?.url ?? "");
  try {
    const secretsFile = await setDatabaseVariables(url, !given);
    await migrateDatabase(url, log);
    const { isEmpty } = await checkDatabase(url, secretsFile);
    return { database, isEmpty, secretsFile, stop: () => database?.stop() ?? Promise.resolve() };
  } catch (error) {
    await database?.stop();
    throw error;
  }
}

/** Returns the number of server processes: WEB_CONCURRENCY, or one for each core up to four. */
export const webConcurrency = ({ WEB_CONCURRENCY } = env()): number =>
  WEB_CONCURRENCY ?? Math.min(availableParallelism(), 4);

/** Throws `InvalidEnvironment` when PORT is in use or not permitted, before servers are started. */
export async function checkPort(): Promise<void> {
  const { PORT } = env();
  await probePort(PORT).catch((error: unknown) => {
    const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    const reason = isTaken ? "is in use by another program" : `cannot be used (${String(error)})`;
    throw new InvalidEnvironment(`PORT: ${PORT} ${reason}. Stop that program, or set PORT to another port.`);
  });
}
