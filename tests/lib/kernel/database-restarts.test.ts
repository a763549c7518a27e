import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { encodeError } from "@/lib/http/endpoints/responses";
import { db, disconnect } from "@/lib/kernel/db";
import { type Cluster, createCluster, prepareCluster, startCluster } from "@/lib/platform/postgres/cluster";
import { withClient } from "@/lib/platform/postgres/database";
import { canRestart } from "@/lib/platform/postgres/supervised-cluster";
import { until } from "../../support/until";

// Read when the log is imported.
vi.hoisted(() => (process.env.LOG_LEVEL ??= "silent"));

const PASSWORD = "only-for-this-test";

describe("the operator's database server", { timeout: 120_000 }, () => {
  let directory = "";
  let cluster: Cluster;
  let port: number;
  let server: Awaited<ReturnType<typeof startCluster>>;

  // It also listens on a socket file, like a server of the system.
  const start = async (): Promise<void> => {
    const settings = { unix_socket_directories: directory, fsync: "off" };
    server = await startCluster(cluster, settings, () => undefined, port);
    port = server.port;
  };

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "badges-server-"));
    // The server may run as another account.
    await chmod(directory, 0o777);
    cluster = await prepareCluster(join(directory, "postgres"));
    await createCluster(cluster, PASSWORD, ["--no-sync"]);
    await start();
    Object.assign(process.env, {
      DATABASE_URL: `postgresql://postgres:${PASSWORD}@localhost/postgres?host=${directory}&port=${port}`,
      ENCRYPTION_KEY: Buffer.alloc(32).toString("base64"),
      SESSION_SECRET: "-".repeat(32),
    });
  }, 120_000);
  afterAll(async () => {
    await disconnect();
    await server?.stop();
    await rm(directory, { recursive: true, force: true });
  });

  const queryDatabase = (): Promise<unknown> => db().$queryRaw`SELECT 1 AS one`;
  const refusal = async (): Promise<unknown[]> => {
    const error: unknown = await queryDatabase().then(
      () => null,
      (thrown: unknown) => thrown,
    );
    const { status, headers } = encodeError(error, "request");
    return [status, headers["Retry-After"]];
  };

  it("that is stopped, or lost its socket file, results in 503; the pool recovers when it is back", async () => {
    expect(await queryDatabase()).toEqual([{ one: 1 }]);
    await server.stop();
    expect(await refusal()).toEqual([503, "5"]);
    await start();
    expect(await queryDatabase()).toEqual([{ one: 1 }]);

    await rm(join(directory, `.s.PGSQL.${port}`));
    await withClient(`postgresql://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`, (client) =>
      client.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
      ),
    );
    expect(await refusal()).toEqual([503, "5"]);
    await server.stop();
    await start();
    await until("it is served again", () => queryDatabase().catch(() => null));
  });
});

describe("the embedded server", () => {
  it("is restarted three times in a minute, and then no more", () => {
    expect(canRestart([], 100_000)).toBe(true);
    expect(canRestart([90_000, 95_000], 100_000)).toBe(true);
    expect(canRestart([90_000, 95_000, 99_000], 100_000)).toBe(false);
    expect(canRestart([40_000, 95_000, 99_000], 100_000)).toBe(true);
  });
});
