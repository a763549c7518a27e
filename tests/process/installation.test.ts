import { once } from "node:events";
import { chmod, lstat, readdir, readFile, stat } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { withClient } from "@/lib/platform/postgres/database";
import { openEmbeddedPostgres } from "@/lib/platform/postgres/embedded";
import { buildBadgeRequest, callApi, createIssuer } from "../support/badges/issuing";
import { isLong } from "../support/platform/long";
import { isAlive, signal } from "../support/platform/processes";
import {
  ensureBuilt,
  createDataDir,
  removeDataDir,
  runAdmin,
  runProduct,
  startProduct,
  type Product,
} from "../support/platform/product";
import { until } from "../support/until";
import { startReceiver, type Received } from "../support/delivery/webhook-receiver";

/** The time for a process to start on a busy machine. */
const PROCESS_MS = 60_000;
const KEYS = [
  "organization_id",
  "admin_email",
  "admin_password",
  "authorization_token",
  "client_id",
  "client_secret",
] as const;

/** One data directory for the whole file: each test continues with the data of the one before. */
let dataDir: string;
const started: Product[] = [];

async function start(options: Parameters<typeof startProduct>[0] = {}): Promise<Product> {
  const product = await startProduct({ dataDir, ...options });
  started.push(product);
  return product;
}

// The most permissive umask: the service's files are private all the same.
const umask = process.umask(0);
beforeAll(async () => {
  await ensureBuilt();
  dataDir = await createDataDir();
});
afterEach(async () => {
  for (const product of started.splice(0)) await product.stop();
});
afterAll(async () => {
  process.umask(umask);
  await removeDataDir(dataDir);
});

/** Lists everything in the data directory, including itself, that other accounts may read, write or enter. */
async function openToOthers(): Promise<string[]> {
  const names = await readdir(dataDir, { recursive: true });
  const found = await Promise.all(
    ["", ...names].map(async (name) => {
      // The database removes its own files in the meantime.
      const info = await lstat(join(dataDir, name)).catch(() => null);
      return info && !info.isSymbolicLink() && (info.mode & 0o077) !== 0 ? [name] : [];
    }),
  );
  return found.flat();
}

/** Reads the process id of the embedded database from its own file. Null after an orderly end. */
const postgresPid = (): Promise<number | null> =>
  readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8").then(
    (text) => Number(text.split("\n")[0]) || null, // empty for a moment
    () => null,
  );

/** Queries the database of the stopped installation. */
async function withDatabase(text: string): Promise<Record<string, unknown>[]> {
  const database = await openEmbeddedPostgres({ dataDir, log: () => undefined });
  try {
    return await withClient(
      database.url,
      async (client) => (await client.query<Record<string, unknown>>(text)).rows,
    );
  } finally {
    await database.stop();
  }
}

const mails = (): string => join(dataDir, "mail");
const isMail = (name: string): boolean => name.endsWith(".eml");

/** The deliveries that arrived, each once however many attempts there were. */
const distinctIds = (received: Received[]): string[] => [...new Set(received.map(({ id }) => id))];

const createArguments = (name: string) =>
  `organization create --name ${name} --admin-email ${name.toLowerCase()}@example.org --json`.split(" ");

async function expectSixKeys(name: string): Promise<Record<(typeof KEYS)[number], string>> {
  const { code, stdout, stderr } = await runAdmin(dataDir, createArguments(name));
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect(stdout.trimEnd().split("\n")).toHaveLength(1);
  const created = JSON.parse(stdout) as Record<(typeof KEYS)[number], string>;
  expect(Object.keys(created)).toEqual(KEYS);
  return created;
}

describe("the first start", () => {
  let badge: { path: string; authorization: string };

  it("is healthy, keeps its secrets private, and prints a curl line that really issues a badge", async () => {
    const product = await start();
    const health = await fetch(`${product.origin}/healthz`);
    expect(health.status).toBe(200);
    expect(product.log()).toMatch(/password\s+\S+/);
    for (const line of product.output().trim().split("\n"))
      expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number), time: expect.any(Number) });
    for (const file of ["secrets.json", "postgres-credentials.json"]) {
      expect((await stat(join(dataDir, file))).mode & 0o777, file).toBe(0o600);
    }
    const [, credentials = "", url = "", body = ""] =
      /curl -u (\S+) (\S+) -H 'Content-Type: application\/json' -d '(.+)'/.exec(product.log()) ?? [];
    expect(url).toContain(product.origin);
    const authorization = `Basic ${Buffer.from(credentials).toString("base64")}`;
    const headers = { authorization, "content-type": "application/json" };
    const answer = await fetch(url, { method: "POST", headers, body });
    expect(answer.status).toBe(201);
    const { data } = (await answer.json()) as { data: { id: string } };
    badge = { path: `${new URL(url).pathname}/${data.id}`, authorization };
    await until("a mail is written", async () => (await readdir(mails()).catch(() => [])).some(isMail));
    expect(await openToOthers()).toEqual([]);
  });

  it.runIf(isLong)("that finds more permissive modes from an earlier version restricts them", async () => {
    const [mail = ""] = (await readdir(mails())).filter(isMail);
    const files = ["secrets.json", "postgres.log", join("mail", mail)].map((name) => join(dataDir, name));
    for (const file of files) await chmod(file, 0o644);
    for (const directory of [mails(), dataDir]) await chmod(directory, 0o755);
    expect(await openToOthers()).toHaveLength(5);
    await start();
    expect(await openToOthers()).toEqual([]);
  });

  it("is the only one that shows secrets; later ones lose nothing", async () => {
    const product = await start();
    expect(product.log()).not.toMatch(/password|curl/);
    const answer = await fetch(product.origin + badge.path, {
      headers: { authorization: badge.authorization },
    });
    expect(answer.status).toBe(200);
  });
});

describe("the operator's command line", () => {
  it("prints exactly the six keys for a stopped installation, and stops the database again", async () => {
    await expectSixKeys("Stopped");
    expect(await postgresPid()).toBeNull();
  });

  it("prints them next to a running one too, where the token works at once", async () => {
    const product = await start();
    const created = await expectSixKeys("Harbor");
    const path = `${product.origin}/v1/organizations/${created.organization_id}`;
    const authorization = `Basic ${Buffer.from(`${created.authorization_token}:`).toString("base64")}`;
    const answer = await fetch(path, { headers: { authorization } });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ data: { name: "Harbor", workforce_enabled: true } });
    expect((await fetch(`${product.origin}/healthz`)).status).toBe(200);
  });

  it("shows its help, and refuses unknown commands", async () => {
    const help = await runAdmin(dataDir, ["--help"]);
    expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining("organization create") as string });
    const wrong = await runAdmin(dataDir, [
      "organization",
      "create",
      "--name",
      "X",
      "--admin-email",
      "nobody",
    ]);
    expect(wrong).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("admin-email") as string,
    });
  });
});

describe("an invalid start", () => {
  it("is refused while another one runs on the same DATA_DIR, which continues", async () => {
    const product = await start();
    const second = await runProduct({ dataDir });
    expect(second.code).toBe(1);
    expect(second.stderr).toContain(`${dataDir} is already in use by process ${product.pid}`);
    expect(second.stderr).not.toMatch(/\n\s+at /);
    expect((await fetch(`${product.origin}/healthz`)).status).toBe(200);
  });

  it("is refused while another program listens on the port", async () => {
    const other = createServer().listen(0);
    await once(other, "listening");
    try {
      const { port } = other.address() as AddressInfo;
      const refused = await runProduct({ dataDir, env: { PORT: String(port) } });
      expect(refused).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(`PORT: ${port} is in use`) as string,
      });
      expect(refused.stderr).not.toMatch(/\n\s+at /);
      expect(await postgresPid()).toBeNull();
    } finally {
      other.close();
    }
  });

  it.each([
    [
      "no keys beside DATABASE_URL",
      { DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none" },
      ["ENCRYPTION_KEY", "SESSION_SECRET"],
    ],
    ["a key that is too short", { ENCRYPTION_KEY: "c2hvcnQ=" }, ["ENCRYPTION_KEY: must be 32 bytes"]],
    ["a port that is none", { PORT: "abc" }, ["PORT"]],
    ["a host that is no address", { HOST: "localhost" }, ["HOST: must be an IP address, or * for all"]],
    ["no server process at all", { WEB_CONCURRENCY: "0" }, ["WEB_CONCURRENCY"]],
    ["several wrong ones", { APP_URL: "example.org/x", SMTP_URL: "ftp://x" }, ["APP_URL", "SMTP_URL"]],
    ["Inngest without its event key", { INNGEST_SIGNING_KEY: "signkey-test-00" }, ["INNGEST_EVENT_KEY"]],
    [
      "Inngest's dev server beside a signing key",
      { INNGEST_DEV: "1", INNGEST_SIGNING_KEY: "signkey-test-00", INNGEST_EVENT_KEY: "key" },
      ["INNGEST_DEV"],
    ],
  ])("names the variable: %s", async (_what, env, names) => {
    const directory = await createDataDir();
    try {
      const refused = await runProduct({ dataDir: directory, env });
      expect(refused.code).toBe(1);
      for (const name of names) expect(refused.stderr).toContain(name);
      expect(refused.stderr).not.toMatch(/\n\s+at /);
      expect(await readFile(join(directory, "postgres", "PG_VERSION"), "utf8").catch(() => null)).toBeNull();
    } finally {
      await removeDataDir(directory);
    }
  });
});

describe("SIGTERM", () => {
  it("completes open requests, and ends everything in order, including the database", async () => {
    const product = await start({ servers: 2 });
    const issuer = await createIssuer(product, "http://127.0.0.1:9/nobody");
    const pids = [
      product.pid,
      (await product.runner()).pid,
      ...(await product.servers()).map(({ pid }) => pid),
    ];
    const database = await postgresPid();
    const results: { began: number; outcome: string; badgeId?: string }[] = [];
    let isOver = false;
    const lane = async (number: number): Promise<void> => {
      for (let count = 0; !isOver; count += 1) {
        const began = performance.now();
        const request = buildBadgeRequest(issuer, `${number}-${count}@example.org`);
        const response = await callApi(product.origin, issuer, request).catch((error: Error) => error);
        if (response instanceof Error) {
          results.push({
            began,
            outcome: String(response.cause instanceof Error ? response.cause : response),
          });
          return;
        }
        const { data } = (await response.json()) as { data: { id: string } };
        results.push({ began, outcome: String(response.status), badgeId: data.id });
      }
    };
    const lanes = Promise.all(Array.from({ length: 16 }, (_, number) => lane(number)));
    await until("there is load", () => results.length > 50);
    const stopRequestedAt = performance.now();
    const ending = await product.stop();
    isOver = true;
    await lanes;

    expect(ending).toEqual({ code: 0, signal: null });
    expect(results.filter(({ began, outcome }) => began < stopRequestedAt && outcome !== "201")).toEqual([]);
    // A later request fails: nothing listens, or its idle connection was closed (the error depends on which is first).
    // A response that has begun is complete, else json() throws.
    const later = results.filter(({ outcome }) => outcome !== "201").map(({ outcome }) => outcome);
    for (const outcome of later) expect(outcome).toMatch(/ECONNREFUSED|ECONNRESET|other side closed/);
    for (const pid of pids) expect(await isAlive(pid)).toBe(false);
    expect(database && (await isAlive(database))).toBe(false);
    expect(await postgresPid()).toBeNull();

    const again = await start();
    const rows = await withClient(await again.databaseUrl(), async (client) => {
      const text = "SELECT id FROM issued_badges WHERE organization_id = $1";
      return (await client.query<{ id: string }>(text, [issuer.organization_id])).rows;
    });
    const acknowledged = results.flatMap(({ badgeId }) => badgeId ?? []);
    expect(rows.map(({ id }) => id).toSorted()).toEqual(acknowledged.toSorted());
  });

  it.runIf(isLong)("in the middle of a start ends that too", async () => {
    const running = runProduct({ dataDir });
    const pid = await until("the database begins to run", postgresPid, PROCESS_MS);
    const supervisor = await until("the supervisor holds the directory", async () => {
      const text = await readFile(join(dataDir, "supervisor.json"), "utf8").catch(() => null);
      return text === null ? null : (JSON.parse(text) as { pid: number }).pid;
    });
    signal(supervisor, "SIGTERM");
    expect(await running).toMatchObject({ code: 0, signal: null });
    expect(await isAlive(pid)).toBe(false);
    expect(await postgresPid()).toBeNull();
  });

  it.runIf(isLong)(
    "does not wait for a receiver that hangs: the delivery is released and made after the next start",
    async () => {
      const receiver = await startReceiver();
      try {
        const product = await start();
        // From the first one: the event of the template may be delivered before the response to its request arrives here.
        receiver.answer("silence");
        const issuer = await createIssuer(product, receiver.url());
        await callApi(product.origin, issuer, buildBadgeRequest(issuer, "late@example.org"));
        const hanging = await receiver.wait(
          "two deliveries are under way",
          (all) => distinctIds(all).length > 1,
        );
        const ids = distinctIds(hanging);
        expect(await product.stop()).toEqual({ code: 0, signal: null });
        const held = await withDatabase(
          "SELECT subject_id AS id, leased_until, attempts FROM outbox_messages WHERE kind = 'webhook' AND state = 'due'",
        );
        expect(held.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
        for (const row of held) expect(row).toMatchObject({ leased_until: null });
        receiver.answer(200);
        const before = receiver.received.length;
        await start();
        // The event of the mail, if it was slow, is delivered only now.
        const again = (all: Received[]) => distinctIds(all.slice(before)).filter((id) => ids.includes(id));
        await receiver.wait("they are made again", (all) => again(all).length >= ids.length);
        expect(again(receiver.received).toSorted()).toEqual(ids.toSorted());
      } finally {
        await receiver.close();
      }
    },
  );
});

describe("SIGKILL", () => {
  it.runIf(isLong)(
    "of the supervisor alone ends its processes, and the next start uses the same data",
    async () => {
      const product = await start({ servers: 2 });
      const created = await expectSixKeys("Survivor");
      const database = await postgresPid();
      await product.killSupervisor();
      expect(database && (await isAlive(database)), "the database is left running").toBe(true);
      const next = await start();
      expect(next.log()).toContain("earlier run left behind");
      expect(database && (await isAlive(database))).toBe(false);
      const authorization = `Basic ${Buffer.from(`${created.authorization_token}:`).toString("base64")}`;
      const path = `${next.origin}/v1/organizations/${created.organization_id}`;
      expect((await fetch(path, { headers: { authorization } })).status).toBe(200);
    },
  );

  it("of the job process or of a server is followed by its restart", async () => {
    const product = await start();
    for (const find of [product.runner, async () => (await product.servers())[0]]) {
      const victim = await until("it runs", find);
      signal(victim.pid, "SIGKILL");
      const isReplaced = async () => {
        const next = await find();
        return next && next.pid !== victim.pid;
      };
      await until("another one runs", isReplaced, PROCESS_MS);
    }
    const isServed = async () => {
      const answer = await fetch(`${product.origin}/healthz`).catch(() => null);
      return answer?.status === 200;
    };
    await until("requests are served", isServed, PROCESS_MS);
  });
});
