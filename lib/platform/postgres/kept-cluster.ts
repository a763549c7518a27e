import { setTimeout as sleep } from "node:timers/promises";
import { type Cluster, type RunningServer, startCluster } from "@/lib/platform/postgres/cluster";

const WINDOW_MS = 60_000;
const MOST_RESTARTS = 3;
const PAUSE_MS = 500;

/** Whether a server that ended by itself is started again: at most three times in a minute. */
export const mayRestart = (restarts: number[], now: number): boolean =>
  restarts.filter((at) => now - at < WINDOW_MS).length < MOST_RESTARTS;

/**
 * Starts the server of a cluster and starts it again, on the same port, when it ends by itself. `ended` settles when it
 * was stopped, or when it ended too often or could not be started any more.
 */
export async function keepCluster(cluster: Cluster, log: (message: string) => void): Promise<RunningServer> {
  let server = await startCluster(cluster, {}, log);
  const { port, pid } = server;
  const restarts: number[] = [];
  let stopping = false;

  /** Another server in place of one that ended; null when there is none any more. */
  const restarted = async (): Promise<RunningServer | null> => {
    while (!stopping && mayRestart(restarts, Date.now())) {
      restarts.push(Date.now());
      log("The embedded database ended by itself; starting it again.");
      try {
        return await startCluster(cluster, {}, log, port);
      } catch (error) {
        log(error instanceof Error ? error.message : String(error));
        await sleep(PAUSE_MS);
      }
    }
    return null;
  };

  const keep = async (): Promise<void> => {
    for (;;) {
      await server.ended;
      const next = stopping ? null : await restarted();
      if (next === null) return;
      server = next;
      // It was asked to stop while the next one was coming up.
      if (stopping) await server.stop();
    }
  };
  const ended = keep();
  const stop = async (): Promise<void> => {
    stopping = true;
    await server.stop();
    await ended;
  };
  return { port, pid, ended, stop };
}
