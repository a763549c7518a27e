import { spawn } from "node:child_process";
import { chmod, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCluster, prepareCluster, startCluster } from "@/lib/platform/postgres/cluster";
import { ensureApplicationDatabase, newCredentials } from "@/lib/platform/postgres/database";
import { acquireInstanceLock, instanceHolder } from "@/lib/platform/postgres/instance-lock";
import { endPreviousServer } from "@/lib/platform/postgres/postmaster";

const PREFIX = "badges-scratch-";
const CREATION_MS = 60_000;

// Nothing here is worth keeping, so nothing waits for the disk.
const FAST_AND_UNSAFE = {
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_connections: "200",
};

async function sweepOne(directory: string): Promise<void> {
  const age = Date.now() - (await stat(directory)).mtimeMs;
  if (age < CREATION_MS || (await instanceHolder(directory)) !== null) return;
  await endPreviousServer(join(directory, "postgres"), () => undefined);
  await rm(directory, { recursive: true, force: true });
}

/** Removes what a run left that was killed together with its guardian (or by the machine's end). */
async function sweep(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX));
  // Another user's, or just being removed by another run: none of our business.
  await Promise.allSettled(names.map((name) => sweepOne(join(tmpdir(), name))));
}

const GUARDIAN = `
read -r word && [ "$word" = released ] && exit 0
kill -INT "$1" 2>/dev/null
while [ -e "$2/postgres/postmaster.pid" ] && kill -0 "$1" 2>/dev/null; do sleep 0.1; done
rm -rf -- "$2"
`;

/**
 * A shell that waits for the end of its input, which comes when this process ends in whatever way (Ctrl-C,
 * SIGKILL): then it ends the server and removes the directory. Returns how to send it home.
 */
function startGuardian(pid: number, directory: string): () => void {
  const guardian = spawn("/bin/sh", ["-c", GUARDIAN, "sh", String(pid), directory], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true, // Ctrl-C in the terminal must not end it
    cwd: "/",
  });
  guardian.on("error", () => undefined);
  guardian.stdin.on("error", () => undefined);
  guardian.unref();
  return () => guardian.stdin.end("released\n");
}

/** A throw-away database server, for tests and for comparing migrations with the schema. */
export interface ScratchPostgres {
  /** Connection string of a role that may create databases (no superuser), to an empty database. */
  url: string;
  stop(): Promise<void>;
}

/** Starts a server in a temporary directory; both vanish with `stop` or with this process, however it ends. */
export async function startScratchPostgres(): Promise<ScratchPostgres> {
  await sweep();
  const directory = await mkdtemp(join(tmpdir(), PREFIX));
  await chmod(directory, 0o755); // the server may run as another account; the cluster itself is closed
  const lock = await acquireInstanceLock(directory);
  const remove = async () => {
    await rm(directory, { recursive: true, force: true });
    await lock.release();
  };
  try {
    const cluster = await prepareCluster(join(directory, "postgres"));
    const credentials = newCredentials();
    await createCluster(cluster, credentials.superuser, ["--no-sync"]);
    const server = await startCluster(cluster, FAST_AND_UNSAFE);
    const dismiss = startGuardian(server.pid, directory);
    const stop = async () => {
      await server.stop();
      dismiss();
      await remove();
    };
    const url = await ensureApplicationDatabase(server.port, credentials);
    return { url, stop };
  } catch (error) {
    await remove();
    throw error;
  }
}
