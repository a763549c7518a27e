import { setTimeout as sleep } from "node:timers/promises";
import { type Cluster, type RunningServer, startCluster } from "@/lib/platform/postgres/cluster";
import { keepRotating } from "@/lib/platform/postgres/server-log";
import type { ProgramLog } from "@/lib/kernel/program-log";

const RESTART_WINDOW_MS = 60_000;
const MAX_RESTARTS = 3;
const RESTART_PAUSE_MS = 500;

/** Whether a server that ended unexpectedly is restarted: at most three times in a minute. */
export const canRestart = (restarts: number[], now: number): boolean =>
  restarts.filter((restartedAt) => now - restartedAt < RESTART_WINDOW_MS).length < MAX_RESTARTS;

/**
 * Starts the server of a cluster and restarts it, on the same port, when it ends unexpectedly. `ended` resolves when it
 * was stopped, has ended too often, or could not be restarted.
 */
export async function startSupervisedCluster(cluster: Cluster, log: ProgramLog): Promise<RunningServer> {
  let server = await startCluster(cluster, {}, log);
  const { port, pid } = server;
  const endRotation = keepRotating(cluster.logFile);
  const restarts: number[] = [];
  let stopping = false;

  /** Restarts the server. Returns null when it is stopping or may not be restarted any more. */
  const restart = async (): Promise<RunningServer | null> => {
    while (!stopping && canRestart(restarts, Date.now())) {
      restarts.push(Date.now());
      log("The embedded database stopped unexpectedly. Starting it again.", "error");
      try {
        return await startCluster(cluster, {}, log, port);
      } catch (error) {
        log(error instanceof Error ? error.message : String(error), "error");
        await sleep(RESTART_PAUSE_MS);
      }
    }
    return null;
  };

  const supervise = async (): Promise<void> => {
    for (;;) {
      await server.ended;
      const next = stopping ? null : await restart();
      if (next === null) return;
      server = next;
      // `stop` was called while the new server was starting.
      if (stopping) await server.stop();
    }
  };
  const ended = supervise();
  const stop = async (): Promise<void> => {
    stopping = true;
    await server.stop();
    await ended;
    endRotation();
  };
  return { port, pid, ended, stop };
}
