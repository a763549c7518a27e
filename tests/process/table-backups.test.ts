import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { findFreePort } from "@/lib/kernel/free-port";
import { withClient } from "@/lib/platform/postgres/database";
import { type ScratchPostgres, startScratchPostgres } from "@/lib/platform/postgres/scratch";
import { createIssuer, startIssuing, type Acknowledged, type Issuer } from "../support/badges/issuing";
import { issueAccepted, readAnswer } from "../support/credentials/saved-badges";
import {
  backup,
  BACKUP_KEY,
  createBackupFolder,
  listBackups,
  pollEvents,
  readBadges,
  runBackup,
} from "../support/operations/backups";
import { isLong } from "../support/platform/long";
import { signal } from "../support/platform/processes";
import {
  createDataDir,
  ensureBuilt,
  removeDataDir,
  runProduct,
  startAdmin,
  startProduct,
  type Product,
} from "../support/platform/product";
import { until } from "../support/until";

// Backups of a database of one's own, whose role is no superuser, in a folder. Each test continues with the data of the
// one before.

let folder: Awaited<ReturnType<typeof createBackupFolder>>;
/** They count transactions apart, as two servers do. */
let servers: [ScratchPostgres, ScratchPostgres];
let env: Record<string, string>;
let dataDir: string;
let product: Product;
let issuer: Issuer;
const acknowledged: Acknowledged[] = [];
const started: Product[] = [];

const query = async <Row extends Record<string, unknown>>(url: string, text: string): Promise<Row[]> =>
  withClient(url, async (client) => (await client.query<Row>(text)).rows);

async function createDatabase(server: ScratchPostgres): Promise<string> {
  const name = `restored_${randomBytes(4).toString("hex")}`;
  await query(server.url, `CREATE DATABASE ${name}`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return url.href;
}

beforeAll(async () => {
  await ensureBuilt();
  folder = await createBackupFolder();
  servers = [await startScratchPostgres(), await startScratchPostgres()];
  dataDir = await createDataDir();
  env = {
    PORT: String(await findFreePort()),
    DATABASE_URL: servers[0].url,
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
    SESSION_SECRET: "a session secret that only tests know",
    BACKUP_TO: folder.path,
    BACKUP_KEY,
  };
  product = await startProduct({ dataDir, env });
  issuer = await createIssuer(product, "http://127.0.0.1:9/nobody");
});
afterEach(async () => {
  for (const other of started.splice(0)) await other.stop();
});
afterAll(async () => {
  await product?.remove();
  await removeDataDir(dataDir);
  for (const server of servers ?? []) await server.stop();
  await folder?.remove();
});

let badge: string;

it("a backup is one snapshot of all tables while badges are issued", async () => {
  badge = await issueAccepted({ address: product.origin }, issuer);
  const client = startIssuing(issuer, () => product.origin, 4);
  await until("20 badges", () => client.acknowledged.length >= 20, 60_000);
  acknowledged.push(...client.acknowledged);
  const created = await backup<{ kind: string; contains_until: string }>(dataDir, env, ["create"]);
  await client.finish();
  expect(client.surprises).toEqual([]);
  expect(created.kind).toBe("tables");
  expect(client.acknowledged.length).toBeGreaterThan(acknowledged.length);
  expect(await backup(dataDir, env, ["verify"])).toMatchObject({ result: "complete and unchanged" });
});

let restoredUrl: string;

it("is restored into an empty database of another server, with everything acknowledged before", async () => {
  // The other server is behind with its transactions, so that the events would lie in its future.
  restoredUrl = await createDatabase(servers[1]);
  const variables = { ...env, DATABASE_URL: restoredUrl };
  const { code, stdout, stderr } = await runBackup(dataDir, variables, ["restore"]);
  expect([code, stderr]).toEqual([0, expect.stringMatching(/Put \d+ events before those of this server/)]);
  const { host, pathname } = new URL(restoredUrl);
  expect(JSON.parse(stdout)).toMatchObject({ into: host + pathname });
  const stored = await readBadges(restoredUrl, issuer);
  const byEmail = new Map(stored.map((one) => [one.email, one]));
  for (const { email, badgeId } of acknowledged)
    expect(byEmail.get(email)).toMatchObject({ id: badgeId, events: 1 });
  // One snapshot: no badge without its event, and no event without its badge.
  expect(stored.every(({ events }) => events === 1)).toBe(true);
  const [orphans] = await query(
    restoredUrl,
    `SELECT count(*)::int AS count FROM events WHERE event_type = 'badge.created'
       AND NOT EXISTS (SELECT FROM issued_badges WHERE issued_badges.id = subject_id)`,
  );
  expect(orphans).toEqual({ count: 0 });
});

/** Everything of a database besides its rows, as text. */
const describeSchema = (url: string): Promise<unknown[]> =>
  query(
    url,
    `SELECT relname::text AS name, relkind::text AS kind, pg_get_expr(relpartbound, pg_class.oid) AS bound,
       ARRAY(SELECT pg_get_triggerdef(oid) || tgenabled::text FROM pg_trigger
         WHERE tgrelid = pg_class.oid AND NOT tgisinternal ORDER BY 1) AS triggers,
       ARRAY(SELECT pg_get_constraintdef(oid) || convalidated::text FROM pg_constraint
         WHERE conrelid = pg_class.oid ORDER BY 1) AS constraints,
       ARRAY(SELECT regexp_replace(pg_get_indexdef(indexrelid), ' INDEX \\S+ ', ' INDEX ') FROM pg_index
         WHERE indrelid = pg_class.oid ORDER BY 1) AS indexes
     FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'S') ORDER BY relname`,
  );

it("triggers, constraints, indexes, partitions and sequences are as before", async () => {
  expect(await describeSchema(restoredUrl)).toEqual(await describeSchema(servers[0].url));
  const sequences = (url: string) =>
    query<{ name: string; value: string | null }>(
      url,
      "SELECT sequencename::text AS name, last_value::text AS value FROM pg_sequences ORDER BY 1",
    );
  const before = new Map((await sequences(servers[0].url)).map(({ name, value }) => [name, value]));
  const restored = await sequences(restoredUrl);
  expect(restored.map(({ name }) => name)).toEqual([...before.keys()]);
  // More numbers of the first were used after the backup.
  const wrong = restored.filter(
    ({ name, value }) =>
      (value === null) !== (before.get(name) === null) || Number(value) > Number(before.get(name)),
  );
  expect(wrong).toEqual([]);
});

it.runIf(isLong)(
  "the service goes on with it: badges verify, secrets decrypt, and polling events continues",
  async () => {
    const credential = `${product.origin}/v1/obi/v3/credentials/${badge}`;
    const saved = await readAnswer(await fetch(credential), 200);
    const all = await pollEvents(product.origin, issuer);
    await product.stop();
    const other = await startProduct({ dataDir, env: { ...env, DATABASE_URL: restoredUrl } });
    started.push(other);
    expect(other.log()).not.toContain("putting its events in order");
    expect(await readAnswer(await fetch(credential), 200)).toBe(saved);
    const restored = await until("all events are listed", async () => {
      const ids = await pollEvents(other.origin, issuer);
      return ids.length >= acknowledged.length && ids;
    });
    expect(restored).toEqual(all.filter((id) => restored.includes(id)).toSorted());
    const last = restored.at(-1);
    expect(await pollEvents(other.origin, issuer, last)).toEqual([]);
    await issueAccepted({ address: other.origin }, issuer);
    await until("the new events", async () => {
      const ids = await pollEvents(other.origin, issuer, last);
      return ids.length > 0 && ids.every((id) => !restored.includes(id));
    });
  },
);

it.runIf(isLong)(
  "a restore into a database with tables is refused, also with --replace and for a moment",
  async () => {
    const variables = { ...env, DATABASE_URL: restoredUrl };
    const before = await readBadges(restoredUrl, issuer);
    const refusals: [string[], string][] = [
      [[], "has tables already"],
      [["--replace"], "--replace is only for an embedded database"],
      [["--moment", new Date().toISOString()], "Leave out --moment"],
    ];
    for (const [options, reason] of refusals) {
      const { code, stdout, stderr } = await runBackup(dataDir, variables, ["restore", ...options]);
      expect([code, stdout, stderr]).toEqual([1, "", expect.stringContaining(reason)]);
    }
    expect(await readBadges(restoredUrl, issuer)).toEqual(before);
    const embedded = { ...env, DATABASE_URL: "" };
    const { code, stderr } = await runBackup(dataDir, embedded, ["restore"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("Set DATABASE_URL to an empty database")]);
  },
);

it.runIf(isLong)("a restore that is killed is not started, and can be repeated", async () => {
  const url = await createDatabase(servers[1]);
  const variables = { ...env, DATABASE_URL: url };
  const command = startAdmin(dataDir, ["backup", "restore"], { env: variables });
  await until("rows are loaded", () => /Restored \d+ rows of/.test(command.stderr()), 60_000);
  signal(-command.pid, "SIGKILL");
  await command.ended;
  const { code, stderr } = await runProduct({ dataDir, env: variables });
  expect([code, stderr]).toEqual([1, expect.stringContaining("did not finish")]);
  await backup(dataDir, variables, ["restore"]);
  const ids = new Set((await readBadges(url, issuer)).map(({ id }) => id));
  expect(acknowledged.every(({ badgeId }) => ids.has(badgeId))).toBe(true);
  expect(await listBackups(dataDir, env)).toMatchObject([{ state: "complete", kind: "tables" }]);
});
