import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createCluster,
  prepareCluster,
  startCluster,
  type Cluster,
  type RunningServer,
} from "@/lib/platform/postgres/cluster";
import {
  buildApplicationUrl,
  ensureApplicationDatabase,
  generateCredentials,
  SUPERUSER,
  withClient,
} from "@/lib/platform/postgres/database";
import { runCommand } from "@/lib/platform/postgres/binaries";

/** A PostgreSQL server with a streaming replica. */
export type ReplicatedPostgres = {
  /** The application's database on the primary, and on the replica. */
  url: string;
  replicaUrl: string;
  /** Runs a statement as superuser on the primary, in the application's database. */
  queryPrimary: (text: string) => Promise<unknown>;
  /** Runs a statement as superuser on the replica. */
  queryReplica: <Row extends Record<string, unknown>>(text: string) => Promise<Row[]>;
  /** Stops applying what the primary sends, until `resume`. */
  pause: () => Promise<void>;
  resume: () => Promise<void>;
  stopReplica: () => Promise<void>;
  /** Starts the stopped replica at the same address. */
  startReplica: () => Promise<void>;
  stop: () => Promise<void>;
};

// Temporary data, so no write has to reach the disk.
const SETTINGS = { fsync: "off", max_connections: "200", wal_level: "replica" };

/** Copies a stopped cluster with the owner of its files, and marks the copy as a standby. */
async function copyAsStandby(from: Cluster, to: Cluster): Promise<void> {
  const { code, output } = await runCommand("cp", ["-a", from.directory, to.directory]);
  if (code !== 0) throw new Error(output);
  await writeFile(join(to.directory, "standby.signal"), "");
}

const newDirectory = async (): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), "badges-replicated-"));
  await chmod(directory, 0o755);
  return directory;
};

/**
 * Starts a server and its replica in temporary directories. The replica is a copy that follows by streaming. `settings`:
 * of both servers, besides the usual ones.
 */
export async function startReplicatedPostgres(
  settings: Record<string, string> = {},
): Promise<ReplicatedPostgres> {
  const common = { ...SETTINGS, ...settings };
  const directories = [await newDirectory(), await newDirectory()];
  const [primary, standby] = await Promise.all(
    directories.map((directory) => prepareCluster(join(directory, "postgres"))),
  );
  if (!primary || !standby) throw new Error("There are no clusters.");
  const credentials = generateCredentials();
  const superuserUrl = (port: number): string =>
    `postgresql://${SUPERUSER}:${credentials.superuser}@127.0.0.1:${port}/postgres`;
  await createCluster(primary, credentials.superuser, ["--no-sync"]);
  const first = await startCluster(primary, common);
  await ensureApplicationDatabase(first.port, credentials);
  await first.stop();
  await copyAsStandby(primary, standby);

  const server = await startCluster(primary, common);
  const connection = `host=127.0.0.1 port=${server.port} user=${SUPERUSER} password=${credentials.superuser}`;
  let replica: RunningServer = await startCluster(standby, {
    ...common,
    primary_conninfo: connection,
  });
  const { port } = replica;
  const queryReplica = async <Row extends Record<string, unknown>>(text: string): Promise<Row[]> =>
    withClient(superuserUrl(port), async (client) => (await client.query<Row>(text)).rows);
  return {
    url: buildApplicationUrl(server.port, credentials),
    replicaUrl: buildApplicationUrl(port, credentials),
    queryPrimary: (text) => {
      const url = new URL(superuserUrl(server.port));
      url.pathname = new URL(buildApplicationUrl(server.port, credentials)).pathname;
      return withClient(url.href, (client) => client.query(text));
    },
    queryReplica,
    pause: async () => {
      await queryReplica("SELECT pg_wal_replay_pause()");
    },
    resume: async () => {
      await queryReplica("SELECT pg_wal_replay_resume()");
    },
    stopReplica: () => replica.stop(),
    startReplica: async () => {
      replica = await startCluster(standby, { ...common, primary_conninfo: connection }, undefined, port);
    },
    stop: async () => {
      await replica.stop();
      await server.stop();
      for (const directory of directories) await rm(directory, { recursive: true, force: true });
    },
  };
}
