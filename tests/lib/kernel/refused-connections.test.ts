import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { encodeError } from "@/lib/http/endpoints/responses";
import { setProcessKind } from "@/lib/kernel/application-name";
import { waitForConnections } from "@/lib/kernel/connection-wait";
import { markErrorsOf } from "@/lib/kernel/database-origin";
import { db, disconnect, transaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { type Cluster, createCluster, prepareCluster, startCluster } from "@/lib/platform/postgres/cluster";
import { ensureApplicationDatabase, withClient } from "@/lib/platform/postgres/database";
import { until } from "../../support/until";

// Read when the log is imported.
vi.hoisted(() => (process.env.LOG_LEVEL ??= "silent"));

const PASSWORDS = { superuser: "only-for-this-test", application: "only-for-this-test" };
const POOL = 4;
/** Longer than any of these tests takes. */
const WAIT_MS = 60_000;

const query = (): Promise<unknown> => db().$queryRaw`SELECT 1 AS one`;
const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe("a database server that refuses connections for now", () => {
  let directory = "";
  let url = "";
  let cluster: Cluster;
  let port: number | undefined;
  let server: Awaited<ReturnType<typeof startCluster>>;
  const holders: pg.Client[] = [];

  const start = async (settings: Record<string, string> = {}): Promise<void> => {
    server = await startCluster(
      cluster,
      { fsync: "off", max_connections: "8", ...settings },
      undefined,
      port,
    );
    port = server.port;
  };

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "badges-server-"));
    // The server may run as another account.
    await chmod(directory, 0o777);
    cluster = await prepareCluster(join(directory, "postgres"));
    await createCluster(cluster, PASSWORDS.superuser, ["--no-sync"]);
    await start();
    url = await ensureApplicationDatabase(server.port, PASSWORDS);
    setProcessKind("web");
    Object.assign(process.env, {
      DATABASE_URL: url,
      DATABASE_POOL: String(POOL),
      DATABASE_WAIT_MS: String(WAIT_MS),
      ENCRYPTION_KEY: Buffer.alloc(32).toString("base64"),
      SESSION_SECRET: "-".repeat(32),
    });
  });
  afterEach(async () => {
    await disconnect();
    for (const holder of holders.splice(0)) await holder.end();
  });
  afterAll(async () => {
    await server?.stop();
    await rm(directory, { recursive: true, force: true });
  });

  /** Connects once; the SQLSTATE of the refusal, or null when it is connected. */
  const connectOnce = async (): Promise<string | null> => {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => undefined);
    try {
      await client.connect();
      holders.push(client);
      return null;
    } catch (error) {
      await client.end();
      return String((error as { code?: string }).code);
    }
  };

  /** A pool of its own, that waits for at most `waitMs` when the server refuses. */
  const openPool = (connectionString: string, waitMs: number): pg.Pool => {
    const pool = new pg.Pool({ connectionString, max: POOL });
    // `end` resolves before the connections are closed: the server may still end them.
    pool.on("error", () => undefined);
    waitForConnections(pool, waitMs);
    return pool;
  };

  /** Takes every connection, until the server says that no more are left. */
  const takeAll = () => until("no connection is left", async () => (await connectOnce()) === "53300");

  it("lets requests, transactions and commands wait until there is a place", async () => {
    await takeAll();
    let settled = 0;
    const transact = () => transaction(query);
    const command = () => withClient(url, (client) => client.query("SELECT 1"));
    const pending = [query, transact, command].map((work) => work().finally(() => (settled += 1)));
    // The server has refused all three before it refuses this one.
    expect(await connectOnce()).toBe("53300");
    expect(await connectOnce()).toBe("53300");
    expect(settled).toBe(0);
    for (const holder of holders.splice(0)) await holder.end();
    expect((await Promise.all(pending)).slice(0, 2)).toEqual([[{ one: 1 }], [{ one: 1 }]]);
  });

  it("serves all that wait through the one place that is left", async () => {
    await takeAll();
    await holders.pop()?.end();
    const all = await Promise.all(Array.from({ length: 40 }, query));
    expect(all).toEqual(Array.from({ length: 40 }, () => [{ one: 1 }]));
  });

  it("503 for those who waited in vain, with the time to retry; the pool is whole afterwards", async () => {
    await takeAll();
    const pool = openPool(url, 300);
    markErrorsOf(pool, "connect");
    const refused = await Promise.all(
      Array.from({ length: 3 * POOL }, () => failure(pool.query("SELECT 1"))),
    );
    for (const error of refused) {
      const { status, headers } = encodeError(error, "request");
      expect([status, headers["Retry-After"]]).toEqual([503, "5"]);
    }
    for (const holder of holders.splice(0)) await holder.end();
    // Each needs a connection of its own until all have one, so none was lost.
    const clients = await Promise.all(Array.from({ length: POOL }, () => pool.connect()));
    for (const client of clients) client.release();
    await pool.end();
  });

  it("waits while the server starts", async () => {
    await disconnect();
    await server.stop();
    // A standby that accepts no connections refuses them with 57P03, as a server that starts, until it is promoted.
    await writeFile(join(cluster.directory, "standby.signal"), "");
    const starting = start({ hot_standby: "off" });
    await until("it refuses", async () => (await connectOnce()) === "57P03");
    let isSettled = false;
    const pending = query().finally(() => (isSettled = true));
    expect(await connectOnce()).toBe("57P03");
    expect(isSettled).toBe(false);
    const pid = (await readFile(join(cluster.directory, "postmaster.pid"), "utf8")).split("\n")[0];
    await writeFile(join(cluster.directory, "promote"), "");
    process.kill(Number(pid), "SIGUSR1");
    expect(await pending).toEqual([{ one: 1 }]);
    await starting;
  });

  it("503 at once for all who wait when the server that refused them has ended", async () => {
    let attempts = 0;
    // As a server that stops answers: an ErrorResponse (PostgreSQL, "Message Formats") with 57P03.
    const fields = Buffer.from("SFATAL\0C57P03\0Mthe database system is shutting down\0\0");
    const head = Buffer.from([0x45, 0, 0, 0, fields.length + 4]);
    const stopping = createServer((socket) => {
      socket.once("data", () => socket.end(Buffer.concat([head, fields])));
      socket.once("close", () => (attempts += 1));
    });
    await new Promise<void>((resolve) => stopping.listen(0, "127.0.0.1", resolve));
    const target = new URL(url);
    target.port = String((stopping.address() as AddressInfo).port);
    const pool = openPool(target.href, 3_600_000);
    const errors: unknown[] = [];
    const waiting = Array.from({ length: 20 }, () =>
      failure(pool.connect()).then((error) => errors.push(error)),
    );
    await until("all have been refused, and one asks again", () => attempts > waiting.length);
    expect(errors).toEqual([]);
    await new Promise((resolve) => stopping.close(resolve));
    await Promise.race(waiting);
    await new Promise((resolve) => setImmediate(resolve));
    expect(errors).toHaveLength(waiting.length);
    for (const error of errors) expect(error).toMatchObject({ code: "ECONNREFUSED" });
    await pool.end();
  });

  it("503 at once when the port refuses, or breaks off a connection that begins", async () => {
    let attempts = 0;
    const breaking = createServer((socket) => {
      attempts += 1;
      socket.once("data", () => socket.resetAndDestroy());
    });
    await new Promise<void>((resolve) => breaking.listen(0, "127.0.0.1", resolve));
    const target = new URL(url);
    target.port = String((breaking.address() as AddressInfo).port);
    const connect = () => failure(withClient(target.href, () => Promise.resolve()));
    const errors = [await connect()];
    await new Promise((resolve) => breaking.close(resolve));
    errors.push(await connect());
    expect(attempts).toBe(1);
    expect(errors).toMatchObject([{ code: "ECONNRESET" }, { code: "ECONNREFUSED" }]);
    for (const error of errors) expect(encodeError(error, "request").status).toBe(503);
  });

  it("503 when the server ends a connection in the packet that says that it is ready", async () => {
    // AuthenticationOk, ReadyForQuery and an ErrorResponse (PostgreSQL, "Message Formats").
    const ready = Buffer.from("R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I", "latin1");
    const fields = Buffer.from("SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0");
    const head = Buffer.from([0x45, 0, 0, 0, fields.length + 4]);
    const ending = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () => socket.end(Buffer.concat([ready, head, fields])));
    });
    await new Promise<void>((resolve) => ending.listen(0, "127.0.0.1", resolve));
    const target = new URL(url);
    target.port = String((ending.address() as AddressInfo).port);
    await disconnect();
    env().DATABASE_URL = target.href;
    const errors = await Promise.all([failure(query()), failure(transaction(query))]);
    for (const error of errors) expect(encodeError(error, "request").status).toBe(503);
    await disconnect();
    env().DATABASE_URL = url;
    await new Promise((resolve) => ending.close(resolve));
  });

  it("sees what kind of process has a connection, unless the address says another name", async () => {
    const name = async (address: string): Promise<unknown> =>
      withClient(address, async (client) => {
        const { rows } = await client.query<{ name: string }>(
          "SELECT application_name AS name FROM pg_stat_activity WHERE pid = pg_backend_pid()",
        );
        return rows[0]?.name;
      });
    expect(await db().$queryRaw`SELECT current_setting('application_name') AS name`).toEqual([
      { name: "badges web" },
    ]);
    expect(await name(url)).toBe("badges web");
    expect(await name(`${url}?application_name=school`)).toBe("school");
  });
});
