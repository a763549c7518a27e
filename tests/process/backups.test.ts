import { mkdir, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { findFreePort } from "@/lib/kernel/free-port";
import { withClient } from "@/lib/platform/postgres/database";
import {
  callApi,
  createIssuer,
  startIssuing,
  type Acknowledged,
  type Issuer,
} from "../support/badges/issuing";
import { issueAccepted, readAnswer } from "../support/credentials/saved-badges";
import {
  backup,
  BACKUP_KEY,
  listBackups,
  pollEvents,
  readStoppedBadges,
  runBackup,
  untilArchived,
} from "../support/operations/backups";
import { isLong } from "../support/platform/long";
import { signal } from "../support/platform/processes";
import { startNewProduct } from "../support/platform/prepared-product";
import {
  createDataDir,
  ensureBuilt,
  removeDataDir,
  runProduct,
  startAdmin,
  startProduct,
  type Product,
} from "../support/platform/product";
import {
  S3_ACCESS_KEY,
  S3_REGION,
  S3_SECRET,
  startS3Server,
  type S3Server,
} from "../support/operations/s3-server";
import { until } from "../support/until";

// Backups of the embedded database in a bucket. Each test continues with the data of the one before.

const NOBODY = "http://127.0.0.1:9/nobody";

let s3: S3Server;
let env: Record<string, string>;
let product: Product;
let issuer: Issuer;
let first: string;
const acknowledged: Acknowledged[] = [];
const directories: string[] = [];
const started: Product[] = [];

beforeAll(async () => {
  await ensureBuilt();
  s3 = await startS3Server();
  env = {
    PORT: String(await findFreePort()), // the same after a restore, so that addresses stay the same
    BACKUP_TO: "s3://backups/harbor",
    BACKUP_KEY,
    AWS_ENDPOINT_URL: s3.endpoint,
    AWS_REGION: S3_REGION,
    AWS_ACCESS_KEY_ID: S3_ACCESS_KEY,
    AWS_SECRET_ACCESS_KEY: S3_SECRET,
  };
  product = await startNewProduct({ env });
  issuer = await createIssuer(product, NOBODY);
});
afterEach(async () => {
  s3?.release();
  for (const other of started.splice(0)) await other.stop();
});
afterAll(async () => {
  await product?.remove();
  for (const directory of directories) await removeDataDir(directory);
  await s3?.stop();
});

async function newDirectory(): Promise<string> {
  const directory = await createDataDir();
  directories.push(directory);
  return directory;
}

/** Issues badges until so many more are acknowledged. */
async function issue(count: number): Promise<void> {
  const client = startIssuing(issuer, () => product.origin, 4);
  await until(`${count} badges`, () => client.acknowledged.length >= count, 60_000);
  await client.finish();
  expect(client.surprises).toEqual([]);
  acknowledged.push(...client.acknowledged);
}

async function expectRestored(dataDir: string): Promise<void> {
  const stored = new Map((await readStoppedBadges(dataDir, issuer)).map((badge) => [badge.email, badge]));
  for (const { email, badgeId } of acknowledged)
    expect(stored.get(email)).toMatchObject({ id: badgeId, events: 1 });
}

type Created = { backup: string; kind: string; removed: string[] };
const create = (args: string[] = []): Promise<Created> =>
  backup<Created>(product.dataDir, env, ["create", ...args]);

it("a backup is created while badges are issued, and contains what was acknowledged before", async () => {
  const client = startIssuing(issuer, () => product.origin, 4);
  await until("20 badges", () => client.acknowledged.length >= 20, 60_000);
  const created = await create();
  await client.finish();
  expect(client.surprises).toEqual([]);
  acknowledged.push(...client.acknowledged);
  first = created.backup;
  expect(created).toMatchObject({ kind: "files", removed: [] });
  const verified = await backup<Record<string, unknown>>(product.dataDir, env, ["verify"]);
  expect(verified).toMatchObject({ backup: first, result: "complete and unchanged" });
  expect(await listBackups(product.dataDir, env)).toMatchObject([
    { backup: first, state: "complete", kind: "files" },
  ]);
});

it("nothing in the store can be read without the key", async () => {
  const secrets = await readFile(join(product.dataDir, "secrets.json"), "utf8");
  const { ENCRYPTION_KEY: key } = JSON.parse(secrets) as { ENCRYPTION_KEY: string };
  for (const [name, content] of s3.objects) {
    // It says only which store this is, and which key it needs.
    if (name === "backups/harbor/store") continue;
    expect(content.subarray(0, 8).toString("latin1")).toBe("BADGEBK1");
    for (const secret of [key, issuer.authorization_token, "example.org"])
      expect(content.includes(secret)).toBe(false);
  }
});

it.runIf(isLong)("the archive goes on after the store could not be reached", async () => {
  s3.fail(Number.MAX_SAFE_INTEGER);
  await issue(20);
  await until("the service reports it", () => /log cannot be archived in s3:/.test(product.log()), 60_000);
  expect(product.log()).not.toContain(S3_SECRET);
  // More than the archive holds in memory.
  await withClient(await product.databaseUrl(), async (client) => {
    for (let written = 0; written < 40; written += 1)
      await client.query("SELECT pg_logical_emit_message(true, 'backup', repeat('x', 1000000))");
  });
  s3.fail(0);
  await untilArchived(product.dataDir, env, Date.now());
});

it("everything is restored on another machine, where the service goes on", async () => {
  const badge = await issueAccepted({ address: product.origin }, issuer);
  const credential = `${product.origin}/v1/obi/v3/credentials/${badge}`;
  const saved = await readAnswer(await fetch(credential), 200);
  const events = await until("all events are listed", async () => {
    const ids = await pollEvents(product.origin, issuer);
    return ids.length > acknowledged.length && ids;
  });
  await product.stop();
  const dataDir = await newDirectory();
  const restored = await backup<Record<string, unknown>>(dataDir, env, ["restore"]);
  expect(restored).toMatchObject({ backup: first, into: dataDir, replaced_data: [] });
  await expectRestored(dataDir);
  for (const name of ["secrets.json", "postgres-credentials.json"])
    expect((await stat(join(dataDir, name))).mode & 0o777).toBe(0o600);

  const other = await startProduct({ dataDir, env: { ...env, BACKUP_TO: "", BACKUP_KEY: "" } });
  started.push(other);
  expect(await readAnswer(await fetch(credential), 200)).toBe(saved);
  const report = await fetch(`${other.origin}/v1/verify`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ credential: JSON.parse(saved) as unknown }),
  });
  expect(await readAnswer(report, 200)).toContain('"valid"');
  const tokens = await callApi(other.origin, issuer, ["GET", "/authorization_tokens", undefined]);
  expect(await readAnswer(tokens, 200)).toContain(issuer.authorization_token);
  expect(await pollEvents(other.origin, issuer)).toEqual(events);
  await issueAccepted({ address: other.origin }, issuer);
  const added = await until("the new events", async () => {
    const ids = await pollEvents(other.origin, issuer, events.at(-1));
    return ids.length > 0 && ids;
  });
  expect(added.some((id) => events.includes(id))).toBe(false);
});

it.runIf(isLong)("a restore is refused when there is data, and keeps it with --replace", async () => {
  const dataDir = directories[0] ?? "";
  const before = await readFile(join(dataDir, "secrets.json"), "utf8");
  const refused = await runBackup(dataDir, env, ["restore"]);
  expect([refused.code, refused.stdout]).toEqual([1, ""]);
  expect(refused.stderr).toContain("is not empty: it contains postgres");
  const { replaced_data: kept } = await backup<{ replaced_data: string[] }>(dataDir, env, [
    "restore",
    "--replace",
  ]);
  expect(kept.map((path) => path.slice(dataDir.length + 1).replace(/\.replaced-.*/, ""))).toEqual([
    "postgres",
    "secrets.json",
    "postgres-credentials.json",
  ]);
  expect(await readFile(kept[1] ?? "", "utf8")).toBe(before);
  await expectRestored(dataDir);
});

it.runIf(isLong)(
  "a changed, cut off or missing object and a wrong key are reported, and nothing is written",
  async () => {
    const dataDir = await newDirectory();
    const target = join(dataDir, "new");
    await mkdir(target);
    const expectRefused = async (reason: RegExp, variables: Record<string, string> = env): Promise<void> => {
      for (const verb of ["verify", "restore"]) {
        const { code, stdout, stderr } = await runBackup(target, variables, [verb]);
        expect([code, stdout]).toEqual([1, ""]);
        expect(stderr).toMatch(reason);
        expect(stderr).not.toMatch(/\n\s+at /);
      }
      expect(await readdir(target)).toEqual([]);
    };
    const names = [...s3.objects.keys()].filter((name) => /files\/000001$|manifest$/.test(name));
    expect(names).toHaveLength(2);
    names.push([...s3.objects.keys()].findLast((name) => /wal\/.*-[0-9a-f]{16}-\d{6}$/.test(name)) ?? "");
    for (const name of names) {
      const content = s3.objects.get(name) ?? Buffer.alloc(0);
      const changed = Buffer.from(content);
      changed[100] = (changed[100] ?? 0) ^ 1;
      s3.objects.set(name, changed);
      await expectRefused(/cannot be decrypted: it was changed or cut off/);
      s3.objects.set(name, content.subarray(0, -1));
      await expectRefused(/cannot be decrypted: it was changed or cut off/);
      s3.objects.set(name, content);
    }
    const [part = ""] = names;
    const content = s3.objects.get(part) ?? Buffer.alloc(0);
    s3.objects.delete(part);
    await expectRefused(/files\/000001 is missing in s3:/);
    s3.objects.set(part, content);
    const otherKey = { ...env, BACKUP_KEY: Buffer.alloc(32, 1).toString("base64") };
    await expectRefused(/BACKUP_KEY is not the key it was written with/, otherKey);
    expect(await backup(target, env, ["verify"])).toMatchObject({ backup: first });
  },
);

it.runIf(isLong)("a backup that is killed is not complete, and the one before is used", async () => {
  product = await startProduct({ dataDir: product.dataDir, env });
  const waiting = s3.hold(/^PUT .*\/manifest$/);
  const command = startAdmin(product.dataDir, ["backup", "create"], { env });
  await waiting;
  signal(-command.pid, "SIGKILL");
  await command.ended;
  s3.release();
  expect(await listBackups(product.dataDir, env)).toMatchObject([
    { backup: first, state: "complete" },
    { state: "unfinished", kind: null },
  ]);
  expect(await backup(product.dataDir, env, ["verify"])).toMatchObject({ backup: first });
});

it.runIf(isLong)("a restore that is killed is not started, and can be repeated", async () => {
  const dataDir = await newDirectory();
  // The first reading is that of the verification.
  const waiting = s3.hold(/^GET .*\/files\/000001$/, 1);
  const command = startAdmin(dataDir, ["backup", "restore"], { env });
  await waiting;
  signal(-command.pid, "SIGKILL");
  await command.ended;
  s3.release();
  const { code, stderr } = await runProduct({ dataDir, env });
  expect([code, stderr]).toEqual([1, expect.stringContaining(`A restore into ${dataDir} did not finish`)]);
  await backup(dataDir, env, ["restore"]);
  await expectRestored(dataDir);
});

it.runIf(isLong)(
  "--keep removes older backups and their part of the archive after the new one is complete",
  async () => {
    await issue(10);
    const kept = await create(["--keep", "1"]);
    // The unfinished one may still be written by another process, so the archive stays as it is.
    expect(kept.removed).toEqual([first]);
    const entries = await listBackups(product.dataDir, env);
    expect(entries.map(({ state }) => state)).toEqual(["unfinished", "complete"]);
    for (const name of s3.objects.keys())
      if (name.includes(entries[0]?.backup ?? "")) s3.objects.delete(name);
    const chunks = () => [...s3.objects.keys()].filter((name) => name.includes("/wal/")).length;
    const before = chunks();
    const newest = await create(["--keep", "1"]);
    expect(newest.removed).toEqual([kept.backup]);
    expect(chunks()).toBeLessThan(before);
    await issue(10);
    await untilArchived(product.dataDir, env, Date.now());
    await product.stop();
    const dataDir = await newDirectory();
    await backup(dataDir, env, ["restore"]);
    await expectRestored(dataDir);
  },
);

it.runIf(isLong)(
  "a complete backup has an exit code of its own when older ones cannot be deleted",
  async () => {
    s3.refuse(/^DELETE /);
    const { code, stdout, stderr } = await runBackup(product.dataDir, env, ["create", "--keep", "1"]);
    s3.refuse(null);
    expect([code, stderr]).toEqual([
      3,
      expect.stringContaining("is complete, but older backups could not be deleted"),
    ]);
    const created = JSON.parse(stdout) as Created & { removal_failed: string };
    expect(created).toMatchObject({ removed: [], removal_failed: expect.stringContaining("AccessDenied") });
    expect((await listBackups(product.dataDir, env)).map(({ backup: id }) => id)).toContain(created.backup);
    expect(await backup(product.dataDir, env, ["verify"])).toMatchObject({ backup: created.backup });
  },
);

it.runIf(isLong)(
  "a backup with another key, or into the store of another installation, is refused before anything is written",
  async () => {
    const names = [...s3.objects.keys()];
    const otherKey = { ...env, BACKUP_KEY: Buffer.alloc(32, 1).toString("base64") };
    const refused = await runBackup(product.dataDir, otherKey, ["create"]);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("BACKUP_KEY is not the key")]);
    const other = await startProduct({ env: { BACKUP_TO: "", PORT: String(await findFreePort()) } });
    started.push(other);
    directories.push(other.dataDir);
    const stranger = await runBackup(other.dataDir, env, ["create"]);
    expect([stranger.code, stranger.stderr]).toEqual([1, expect.stringContaining("of another installation")]);
    expect([...s3.objects.keys()]).toEqual(names);
  },
);
