import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEmbeddedPostgres } from "@/lib/platform/postgres/embedded";
import { withClient } from "@/lib/platform/postgres/database";
import { callApi, createIssuer, type Issuer } from "../badges/issuing";
import { until } from "../until";
import { startNewProduct } from "../platform/prepared-product";
import {
  ensureBuilt,
  runAdmin,
  type FinishedCommand,
  type Product,
  type ProductOptions,
} from "../platform/product";

type Variables = NonNullable<ProductOptions["env"]>;

export const BACKUP_KEY = Buffer.alloc(32, 9).toString("base64");

/** A temporary folder for backups. */
export async function createBackupFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), "badges-backups-"));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

export type ProductWithBackups = {
  folder: Awaited<ReturnType<typeof createBackupFolder>>;
  /** The variables with the folder and its key. */
  env: Record<string, string>;
  product: Product;
  issuer: Issuer;
};

/** Starts a product that archives into a temporary folder, and creates an organization that issues badges. */
export async function startProductWithBackups(): Promise<ProductWithBackups> {
  await ensureBuilt();
  const folder = await createBackupFolder();
  const env = { BACKUP_TO: folder.path, BACKUP_KEY };
  const product = await startNewProduct({ env });
  return { folder, env, product, issuer: await createIssuer(product, "http://127.0.0.1:9/nobody") };
}

/** Runs a command for backups. */
export const runBackup = (dataDir: string, env: Variables, args: string[]): Promise<FinishedCommand> =>
  runAdmin(dataDir, ["backup", ...args, "--json"], { env });

/** Runs a command for backups that must succeed. Returns what it prints. */
export async function backup<Result>(dataDir: string, env: Variables, args: string[]): Promise<Result> {
  const { code, stdout, stderr } = await runBackup(dataDir, env, args);
  if (code !== 0) throw new Error(`backup ${args.join(" ")} ended with ${code}:\n${stderr}`);
  return JSON.parse(stdout) as Result;
}

export type ListedBackup = {
  backup: string;
  state: string;
  kind: string | null;
  any_moment_from: string | null;
  any_moment_until: string | null;
};

export const listBackups = async (dataDir: string, env: Variables): Promise<ListedBackup[]> =>
  (await backup<{ items: ListedBackup[] }>(dataDir, env, ["list"])).items;

/** Waits until the archive contains everything that was acknowledged before a time. */
export const untilArchived = (dataDir: string, env: Variables, time: number): Promise<ListedBackup> =>
  until(
    "the log is archived",
    async () => {
      const newest = (await listBackups(dataDir, env)).at(-1);
      return newest !== undefined && Date.parse(newest.any_moment_until ?? "") > time && newest;
    },
    120_000,
  );

/** A badge with the number of its events of creation. */
export type StoredBadge = { id: string; email: string; events: number };

const BADGES = `SELECT id, recipient_email AS email, (
    SELECT count(*)::int FROM events WHERE subject_id = issued_badges.id AND event_type = 'badge.created'
  ) AS events
  FROM issued_badges WHERE organization_id = $1`;

/** Reads the badges of an organization from a database. */
export const readBadges = (databaseUrl: string, { organization_id: id }: Issuer): Promise<StoredBadge[]> =>
  withClient(databaseUrl, async (client) => (await client.query<StoredBadge>(BADGES, [id])).rows);

/** Reads the badges of an organization from the database of a stopped installation. */
export async function readStoppedBadges(dataDir: string, issuer: Issuer): Promise<StoredBadge[]> {
  const database = await openEmbeddedPostgres({ dataDir, log: () => undefined });
  try {
    return await readBadges(database.url, issuer);
  } finally {
    await database.stop();
  }
}

/** Reads the ids of all events of an organization in their order, after one or from the first. */
export async function pollEvents(origin: string, issuer: Issuer, after?: string): Promise<string[]> {
  const ids: string[] = [];
  for (let last = after; ; last = ids.at(-1)) {
    const query = last === undefined ? "" : `&after=${last}`;
    const response = await callApi(origin, issuer, ["GET", `/events?order=asc&per=50${query}`, undefined]);
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    const { data } = (await response.json()) as { data: { id: string }[] };
    if (data.length === 0) return ids;
    ids.push(...data.map(({ id }) => id));
  }
}
