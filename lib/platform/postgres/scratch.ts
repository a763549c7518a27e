import { spawn } from "node:child_process";
import { chmod, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCluster, prepareCluster, startCluster } from "@/lib/platform/postgres/cluster";
import { ensureApplicationDatabase, generateCredentials } from "@/lib/platform/postgres/database";
import { acquireInstanceLock, findInstanceHolder } from "@/lib/platform/postgres/instance-lock";
import { stopPreviousServer } from "@/lib/platform/postgres/postmaster";

const DIRECTORY_PREFIX = "badges-scratch-";
const CREATION_GRACE_MS = 60_000;

// The data is temporary, so no write has to reach the disk.
const FAST_UNSAFE_SETTINGS = {
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_connections: "200",
};

async function removeIfAbandoned(directory: string): Promise<void> {
  const age = Date.now() - (await stat(directory)).mtimeMs;
  if (age < CREATION_GRACE_MS || (await findInstanceHolder(directory)) !== null) return;
  await stopPreviousServer(join(directory, "postgres"), () => undefined);
  await rm(directory, { recursive: true, force: true });
}

/** Removes the directories of runs that were killed together with their cleanup shell, or when the machine stopped. */
async function removeAbandonedDirectories(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(DIRECTORY_PREFIX));
  // Failures are ignored: a directory may belong to another user, or another run may be removing it.
  await Promise.allSettled(names.map((name) => removeIfAbandoned(join(tmpdir(), name))));
}

const CLEANUP_SCRIPT = `
read -r word && [ "$word" = released ] && exit 0
kill -INT "$1" 2>/dev/null
while [ -e "$2/postgres/postmaster.pid" ] && kill -0 "$1" 2>/dev/null; do sleep 0.1; done
rm -rf -- "$2"
`;

/**
 * Starts a shell that stops the server and removes the directory when its input ends, which happens when this process
 * ends in any way (Ctrl-C, SIGKILL). Returns a function that ends the shell without that.
 */
function startCleanupShell(pid: number, directory: string): () => void {
  const cleanupShell = spawn("/bin/sh", ["-c", CLEANUP_SCRIPT, "sh", String(pid), directory], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true, // Ctrl-C in the terminal must not end it
    cwd: "/",
  });
  cleanupShell.on("error", () => undefined);
  cleanupShell.stdin.on("error", () => undefined);
  cleanupShell.unref();
  return () => cleanupShell.stdin.end("released\n");
}

/** A temporary database server, for tests and for comparing migrations with the schema. */
export interface ScratchPostgres {
  /** Connection string of an empty database and of a role that may create databases but is no superuser. */
  url: string;
  stop(): Promise<void>;
}

/** Starts a server in a temporary directory. Both are removed by `stop`, or when this process ends in any way. */
export async function startScratchPostgres(): Promise<ScratchPostgres> {
  await removeAbandonedDirectories();
  const directory = await mkdtemp(join(tmpdir(), DIRECTORY_PREFIX));
  await chmod(directory, 0o755); // the server may run as another account; the cluster itself is not readable for others
  const lock = await acquireInstanceLock(directory);
  const removeDirectory = async () => {
    await rm(directory, { recursive: true, force: true });
    await lock.release();
  };
  try {
    const cluster = await prepareCluster(join(directory, "postgres"));
    const credentials = generateCredentials();
    await createCluster(cluster, credentials.superuser, ["--no-sync"]);
    const server = await startCluster(cluster, FAST_UNSAFE_SETTINGS);
    const endCleanupShell = startCleanupShell(server.pid, directory);
    const stop = async () => {
      await server.stop();
      endCleanupShell();
      await removeDirectory();
    };
    const url = await ensureApplicationDatabase(server.port, credentials);
    return { url, stop };
  } catch (error) {
    await removeDirectory();
    throw error;
  }
}
