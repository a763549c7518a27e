import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findFreePort } from "@/lib/kernel/free-port";
import { newId } from "@/lib/kernel/ids";
import { storePageFiles } from "@/lib/platform/page-files/store";
import { withClient } from "@/lib/platform/postgres/database";
import { startScratchPostgres } from "@/lib/platform/postgres/scratch";
import { createIssuer, type Issuer } from "../support/badges/issuing";
import { startMixedLoad } from "../support/http/mixed-load";
import { signInAtHost } from "../support/accounts/browser-session";
import { isLong } from "../support/platform/long";
import { startNewProduct } from "../support/platform/prepared-product";
import {
  createDataDir,
  ensureBuilt,
  removeDataDir,
  runMigrate,
  runProduct,
  startProduct,
  type Product,
} from "../support/platform/product";
import { signal } from "../support/platform/processes";
import { followHealth, startTcpBalancer } from "../support/platform/tcp-balancer";
import {
  checkOutVersion,
  createNextVersion,
  type NextVersion,
  type Version,
} from "../support/platform/versions";
import { until } from "../support/until";

// Version N and N+1 side by side (docs/operating/upgrades.md). N+1 is this build with more migrations. With
// UPGRADE_FROM=<commit>, N is that commit with its own build (npm run test:upgrade). A path in UPGRADE_FROM is the folder
// of a version that is built already.

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const LANES = 6;
/** Requests that are answered before the next step of an upgrade. */
const STEP = 150;
const START_MS = 240_000;
const UNREACHABLE_URL = "http://127.0.0.1:9/nobody";

const BROKEN = "29990101000000_broken";
const BROKEN_SQL = `ALTER TABLE "issued_badges" ADD COLUMN "upgrade_half" TEXT; SELECT 1 / 0;`;
const EXPANSION: Record<string, string> = {
  "29990102000100_table": `CREATE TABLE "upgrade_notes" ("id" UUID PRIMARY KEY);`,
  "29990102000200_index": `CREATE INDEX CONCURRENTLY "upgrade_note_idx" ON "issued_badges"("upgrade_note");`,
  "29990102000300_fill": `
    DO $$ DECLARE changed INTEGER; BEGIN LOOP
      UPDATE "issued_badges" SET "upgrade_note" = 'filled' WHERE "id" IN
        (SELECT "id" FROM "issued_badges" WHERE "upgrade_note" = 'none' LIMIT 50 FOR UPDATE SKIP LOCKED);
      GET DIAGNOSTICS changed = ROW_COUNT; COMMIT; EXIT WHEN changed = 0;
    END LOOP; END $$;`,
  "29990102000400_kind": `ALTER TYPE "outbox_kind" ADD VALUE 'upgrade';`,
};

let next: NextVersion;
let previous: Version | undefined;

beforeAll(async () => {
  await ensureBuilt();
  next = await createNextVersion();
  const commit = process.env.UPGRADE_FROM;
  if (commit?.startsWith("/")) previous = { folder: commit, remove: () => Promise.resolve() };
  else if (commit) previous = await checkOutVersion(commit);
}, 600_000);
afterAll(async () => {
  await next?.remove();
  await previous?.remove();
});

const previousFolder = (): { folder?: string } => (previous ? { folder: previous.folder } : {});

type Row = Record<string, unknown>;
const query = <Found extends Row>(url: string, text: string, values: unknown[] = []): Promise<Found[]> =>
  withClient(url, async (client) => (await client.query<Found>(text, values)).rows);

/** Builds a migration for each table that adds a required column with a default. */
async function buildColumns(url: string): Promise<Record<string, string>> {
  const tables = await query<{ name: string }>(
    url,
    `SELECT relname::text AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
       AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> '_prisma_migrations' ORDER BY 1`,
  );
  return Object.fromEntries(
    tables.map(({ name }, index) => [
      `29990101${String(index + 1).padStart(6, "0")}_${name}`,
      `ALTER TABLE "${name}" ADD COLUMN "upgrade_note" TEXT NOT NULL DEFAULT 'none';`,
    ]),
  );
}

/** Stores work of a kind that only N+1 knows. */
const addForeignWork = (url: string): Promise<unknown> =>
  query(
    url,
    "INSERT INTO outbox_messages (id, kind, subject_id, next_attempt_at) VALUES ($1, 'upgrade', $1, now())",
    [newId()],
  );

/** Every acknowledged badge is stored, once, with one event, and nothing else is. */
async function expectNothingLost(url: string, issuer: Issuer, load: ReturnType<typeof startMixedLoad>) {
  expect(load.failures).toEqual([]);
  const of = [issuer.organization_id];
  const badges = await query<{ id: string; email: string }>(
    url,
    "SELECT id, recipient_email AS email FROM issued_badges WHERE organization_id = $1",
    of,
  );
  const stored = new Map(badges.map(({ id, email }) => [email, id]));
  expect(badges.length, "a badge for each key and no other").toBe(load.acknowledged.length);
  for (const { badgeId, email } of load.acknowledged) expect(stored.get(email)).toBe(badgeId);
  const events = await query<{ subject: string }>(
    url,
    "SELECT subject_id AS subject FROM events WHERE organization_id = $1 AND event_type = 'badge.created'",
    of,
  );
  expect(events.map(({ subject }) => subject).toSorted(), "one event a badge").toEqual(
    badges.map(({ id }) => id).toSorted(),
  );
}

async function startLoad(product: Product, origin: string, issuer: Issuer) {
  const { admin_email: email, admin_password: password } = issuer;
  const cookie = await signInAtHost({ address: product.origin, origin }, { email, password });
  const load = startMixedLoad({ issuer, cookie }, origin, { lanes: LANES, seed });
  const proceed = (what: string): Promise<unknown> => {
    const count = load.requests() + STEP;
    return until(what, () => load.requests() >= count || load.failures.length > 0, START_MS);
  };
  return { load, proceed };
}

const report = (what: string, load: ReturnType<typeof startMixedLoad>): void =>
  void process.stderr.write(
    `${what}: ${load.requests()} requests, ${load.acknowledged.length} badges, ` +
      `${load.failures.length} failures, longest response ${load.longestMs()} ms\n` +
      load.failures.map((failure) => `${JSON.stringify(failure)}\n`).join(""),
  );

/** Ends a product and shows what it logged of failed requests. */
const removeProduct = async (product: Product | undefined): Promise<void> => {
  const faults = product
    ?.log()
    .split("\n")
    .filter((line) => line.includes("request failed"));
  if (faults?.[0]) process.stderr.write(`${faults[0]}\n`);
  await product?.remove();
};

describe(`two machines with one database (seed ${seed})`, () => {
  it.runIf(isLong)(
    "serve N and N+1 side by side: no request fails, no badge is lost or issued twice, also on the way back",
    async () => {
      const database = await startScratchPostgres();
      const balancer = await startTcpBalancer();
      const [firstPort, secondPort] = [await findFreePort(), await findFreePort()];
      const directories = [await createDataDir(), await createDataDir()] as const;
      const env = {
        DATABASE_URL: database.url,
        APP_URL: balancer.origin,
        ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
        SESSION_SECRET: "a session secret that only tests know",
        DRAIN_SECONDS: "1",
      };
      const products: Product[] = [];
      const start = async (dataDir: string, port: number, version: { folder?: string }): Promise<Product> => {
        const product = await startProduct({ dataDir, env: { ...env, PORT: String(port) }, ...version });
        products.push(product);
        return { ...product, origin: `http://127.0.0.1:${port}` };
      };
      const startOld = () => start(directories[0], firstPort, previousFolder());
      const startNew = () => start(directories[1], secondPort, next);
      let endFollowing: (() => Promise<void>) | undefined;
      try {
        const old = await startOld();
        endFollowing = followHealth(balancer, [firstPort, secondPort]);
        const issuer = await createIssuer(old, UNREACHABLE_URL);
        const { load, proceed } = await startLoad(old, balancer.origin, issuer);
        await proceed("N serves");

        await next.addMigration(BROKEN, BROKEN_SQL);
        const broken = {
          dataDir: directories[1],
          env: { ...env, PORT: String(secondPort) },
          folder: next.folder,
        };
        const failed = await runMigrate(directories[1], broken);
        expect([failed.code, failed.stderr]).toEqual([1, expect.stringContaining("division by zero")]);
        expect((await runProduct(broken)).code, "N+1 does not start without its migrations").toBe(1);
        await proceed("N serves after a migration failed");
        await next.removeMigration(BROKEN);

        // From an earlier commit there are enough migrations between the two.
        const added = previous ? {} : { ...(await buildColumns(database.url)), ...EXPANSION };
        for (const [name, sql] of Object.entries(added)) await next.addMigration(name, sql);
        const migrated = await runMigrate(directories[1], broken);
        expect(migrated.code).toBe(0);
        // From an earlier commit, the run that failed has applied all others before.
        expect(migrated.stderr).toContain(previous ? "" : "29990102000400_kind");
        await proceed("N serves with the database of N+1");

        const young = await startNew();
        await until("N+1 gets connections", () => (balancer.counts().get(secondPort) ?? 0) > 0);
        if (!previous) await addForeignWork(database.url);
        await proceed("both serve");
        expect((await old.stop()).code).toBe(0);
        await proceed("N+1 serves");

        const back = await startOld();
        await proceed("both serve again");
        expect((await young.stop()).code).toBe(0);
        await proceed("N serves again");
        await load.finish();
        report("two machines", load);
        expect((await back.stop()).code).toBe(0);
        await expectNothingLost(database.url, issuer, load);
        const work = await query(
          database.url,
          "SELECT state FROM outbox_messages WHERE kind::text = 'upgrade'",
        );
        expect(work, "no version took what it does not know").toEqual(previous ? [] : [{ state: "due" }]);
      } finally {
        await endFollowing?.();
        for (const product of products) await removeProduct(product);
        for (const directory of directories) await removeDataDir(directory);
        await balancer.stop();
        await database.stop();
      }
    },
  );
});

describe("one machine with the embedded database", () => {
  it("restarts with N+1: a proxy that holds new connections while /healthz is not well lets no request fail", async () => {
    const balancer = await startTcpBalancer({ waits: true });
    const [dataDir, port] = [await createDataDir(), await findFreePort()];
    const env = { APP_URL: balancer.origin, PORT: String(port), DRAIN_SECONDS: "1" };
    const endFollowing = followHealth(balancer, [port]);
    let product: Product | undefined;
    try {
      product = await startProduct({ dataDir, env, ...previousFolder() });
      const address = { ...product, origin: `http://127.0.0.1:${port}` };
      const issuer = await createIssuer(address, UNREACHABLE_URL);
      const { load, proceed } = await startLoad(address, balancer.origin, issuer);
      await proceed("N serves");
      expect((await product.stop()).code).toBe(0);
      product = await startProduct({ dataDir, env, folder: next.folder });
      await proceed("N+1 serves");
      await load.finish();
      report("one machine", load);
      await expectNothingLost(await product.databaseUrl(), issuer, load);
    } finally {
      await endFollowing();
      await removeProduct(product);
      await removeDataDir(dataDir);
      await balancer.stop();
    }
  });
});

describe("scripts and styles of pages", () => {
  let product: Product;

  beforeAll(async () => {
    product = await startNewProduct();
  });
  afterAll(() => product?.remove());

  const fetchFile = async (path: string) => {
    const response = await fetch(`${product.origin}/_next/static/${path}`);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  it("of other builds that were started with the database are served, those of no build are not", async () => {
    const folder = await mkdtemp(join(tmpdir(), "badges-build-"));
    await mkdir(join(folder, "static", "chunks"), { recursive: true });
    await writeFile(join(folder, "BUILD_ID"), "other");
    await writeFile(join(folder, "static", "chunks", "of-another-build.js"), "later()");
    await storePageFiles(await product.databaseUrl(), { nextFolder: folder });
    // A second start of the same build.
    await storePageFiles(await product.databaseUrl(), { nextFolder: folder });
    const { status, headers, text } = await fetchFile("chunks/of-another-build.js");
    expect([status, text]).toEqual([200, "later()"]);
    expect(headers.get("content-type")).toBe("application/javascript; charset=UTF-8");
    expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    for (const path of ["chunks/of-no-build.js", "chunks/../../BUILD_ID", "chunks/%00.js"]) {
      const missing = await fetchFile(path);
      expect(missing.status, path).toBeGreaterThanOrEqual(400);
      expect(missing.headers.get("cache-control") ?? "", path).not.toMatch(/immutable|max-age=[1-9]/);
    }
    await query(await product.databaseUrl(), "DELETE FROM page_builds WHERE id = 'other'");
    expect((await fetchFile("chunks/of-another-build.js")).status, "read once").toBe(200);
    await rm(folder, { recursive: true });
  });

  it("are stored for five builds, without those that were replaced earlier", async () => {
    const url = await product.databaseUrl();
    for (const build of ["b1", "b2", "b3", "b4", "b5", "b6"]) {
      const folder = await mkdtemp(join(tmpdir(), "badges-build-"));
      await mkdir(join(folder, "static"));
      await writeFile(join(folder, "BUILD_ID"), build);
      await writeFile(join(folder, "static", `${build}.js`), build);
      await storePageFiles(url, { nextFolder: folder });
      await rm(folder, { recursive: true });
    }
    const builds = await query(url, "SELECT id FROM page_builds ORDER BY started_at");
    expect(builds.map(({ id }) => id)).toEqual(["b2", "b3", "b4", "b5", "b6"]);
    expect((await fetchFile("b1.js")).status).toBe(404);
    expect((await fetchFile("b2.js")).text).toBe("b2");
  });
});

describe("a stop with DRAIN_SECONDS", () => {
  it("reports /healthz as unavailable while requests are still served", async () => {
    const product = await startNewProduct({ env: { DRAIN_SECONDS: "3" } });
    try {
      expect((await fetch(`${product.origin}/healthz`)).status).toBe(200);
      signal(product.pid, "SIGTERM");
      await until(
        "/healthz returns 503",
        async () => (await fetch(`${product.origin}/healthz`)).status === 503,
      );
      expect((await fetch(`${product.origin}/sign-in`)).status).toBe(200);
      expect((await product.ended).code).toBe(0);
    } finally {
      await product.remove();
    }
  });

  it.runIf(isLong)("is not shortened by another signal, to the first process or to all", async () => {
    const seconds = 3;
    const product = await startNewProduct({ env: { DRAIN_SECONDS: String(seconds) } });
    try {
      const since = performance.now();
      const servedUntil = async () => {
        for (let last = since; ; last = performance.now())
          if (!(await fetch(`${product.origin}/sign-in`).catch(() => null))) return last - since;
      };
      const served = servedUntil();
      for (const [target, name] of [
        [product.pid, "SIGTERM"],
        [product.pid, "SIGTERM"],
        [product.pid, "SIGINT"],
        // As Ctrl-C in a terminal, and as a service manager that signals every process.
        [-product.pid, "SIGINT"],
        [-product.pid, "SIGTERM"],
      ] as const) {
        signal(target, name);
        const { status } = await fetch(`${product.origin}/sign-in`);
        expect(status, `after ${name} to ${target}`).toBe(200);
      }
      expect(await product.ended).toEqual({ code: 0, signal: null });
      expect(await served).toBeGreaterThan((seconds - 1) * 1_000);
    } finally {
      await product.remove();
    }
  });
});
