import { createServer } from "node:net";
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { reorderRestoredEvents } from "@/lib/delivery/events/restored-order";
import { env, InvalidEnvironment, parseEnv } from "@/lib/kernel/env";
import { withClient } from "@/lib/platform/postgres/database";
import {
  openEmbeddedPostgres,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from "@/lib/platform/postgres/embedded";
import { refreshCollations } from "@/lib/platform/postgres/collation";
import { InstanceLockedError } from "@/lib/platform/postgres/instance-lock";
import { applyMigrations } from "@/lib/platform/postgres/migrate";
import { restrictDataDirectory } from "@/lib/kernel/private-files";
import { loadInstallationSecrets } from "./secrets";

/** A database that is ready; `isEmpty`: nobody has made an organization yet. */
type PreparedInstallation = {
  database: EmbeddedPostgres | null;
  isEmpty: boolean;
  stop: () => Promise<void>;
};

type Log = (message: string) => void;

const dataDir = (): string => process.env.DATA_DIR || ".data";

/** Listens for a moment; the port that it was. */
const probePort = (port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(port, () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });

async function setDefaults(url: string, isEmbedded: boolean): Promise<void> {
  process.env.DATABASE_URL = url;
  if (isEmbedded) {
    const secrets = await loadInstallationSecrets(dataDir());
    process.env.ENCRYPTION_KEY ||= secrets.ENCRYPTION_KEY;
    process.env.SESSION_SECRET ||= secrets.SESSION_SECRET;
  }
  if (process.env.PORT === "0") process.env.PORT = String(await probePort(0));
}

const placeholderSecrets = {
  ENCRYPTION_KEY: Buffer.alloc(32).toString("base64"),
  SESSION_SECRET: "-".repeat(32),
};

const LOCK_TIMEOUT_MS = 5_000;

/** A predecessor that was just told to end (or whose npm was killed) holds the directory for a moment yet. */
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

// Without Prisma: the supervisor, which asks this, stays small.
const hasNoOrganization = (url: string): Promise<boolean> =>
  withClient(url, async (client) => {
    const { rows } = await client.query("SELECT FROM organizations LIMIT 1");
    return rows.length === 0;
  });

/** Migrations, and what an upgrade or a restored dump leaves to do. */
async function migrateDatabase(url: string, log: Log): Promise<void> {
  const applied = await applyMigrations(url);
  for (const name of applied) log(`Applied migration ${name}.`);
  const rebuilt = await refreshCollations(url);
  if (rebuilt.length > 0) log(`The ICU library was upgraded: rebuilt ${rebuilt.join(", ")}.`);
  const placed = await reorderRestoredEvents(url, () =>
    log("The database was restored from a dump or replicated: putting its events in order again."),
  );
  if (placed > 0) log(`Put ${placed} events before those of this server.`);
}

/**
 * Makes the database ready and sets the variables that depend on it: the embedded PostgreSQL of DATA_DIR unless
 * DATABASE_URL is set, the installation's own secrets (embedded only), and the migrations. `temporary`: a command line
 * that uses the running installation's database, or starts it for the time being.
 */
export async function prepareInstallation(
  log: Log,
  { temporary }: { temporary: boolean },
): Promise<PreparedInstallation> {
  const given = process.env.DATABASE_URL;
  await restrictDataDirectory(dataDir(), log);
  const open = temporary ? openEmbeddedPostgres : startEmbeddedPostgres;
  const database = given ? null : await retryWhileLocked(() => open({ dataDir: dataDir(), log }));
  const url = given || (database?.url ?? "");
  try {
    await setDefaults(url, !given);
    await migrateDatabase(url, log);
    const isEmpty = await hasNoOrganization(url);
    return { database, isEmpty, stop: () => database?.stop() ?? Promise.resolve() };
  } catch (error) {
    await database?.stop();
    throw error;
  }
}

/** Number of server processes: WEB_CONCURRENCY, or one for each core up to four. */
export const webConcurrency = (): number => env().WEB_CONCURRENCY ?? Math.min(availableParallelism(), 4);

/**
 * Throws `InvalidEnvironment` for wrong or missing variables, before anything is built or started. What the embedded
 * database brings itself need not be set.
 */
export function checkEnvironment(): void {
  const embeddedValues = { DATABASE_URL: "postgresql://embedded", ...placeholderSecrets };
  const isEmbedded = !process.env.DATABASE_URL;
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ""));
  parseEnv(isEmbedded ? { ...embeddedValues, ...given } : given);
}

/** Throws `InvalidEnvironment` when another program listens on PORT, or nobody may, before servers are started. */
export async function checkPort(): Promise<void> {
  const { PORT } = env();
  await probePort(PORT).catch((error: unknown) => {
    const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    const reason = isTaken ? "is in use by another program" : `is not for us (${String(error)})`;
    throw new InvalidEnvironment(`PORT: ${PORT} ${reason}. Stop that one, or set PORT to another port.`);
  });
}
