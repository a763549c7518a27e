import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { isRefusedForNow } from "./database-errors";

/** How often a process asks a server that refuses connections for one, however many requests wait. */
const RETRY_MS = 100;

/** How long the start and the operator's commands wait for a connection that is refused for now. Requests: DATABASE_WAIT_MS. */
export const REFUSED_WAIT_MS = 8_000;

/**
 * Opens a connection of its own. While the server refuses it for now (`isRefusedForNow`), tries again for at most `waitMs`, then throws the
 * server's error. `connect` must only connect: a statement that may have run is never repeated.
 */
export async function connectWhenPossible<Connection>(
  connect: () => Promise<Connection>,
  waitMs: number,
): Promise<Connection> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    try {
      return await connect();
    } catch (error) {
      if (!isRefusedForNow(error) || performance.now() >= deadline) throw error;
      await sleep(Math.min(RETRY_MS, deadline - performance.now()));
    }
  }
}

/** Resolves when a connection may be free: one was returned to the pool, or it is time to ask the server again. */
async function waitForChance(pool: pg.Pool): Promise<void> {
  const nextTry = performance.now() + RETRY_MS;
  while (pool.idleCount === 0 && performance.now() < nextTry)
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        pool.off("release", end);
        // The pool has the connection only after this event.
        setImmediate(resolve);
      };
      const timer = setTimeout(end, nextTry - performance.now());
      pool.on("release", end);
    });
}

/** A request that waits. `end` rejects it with an error. */
type Wait = { isOver: boolean; end: (error: unknown) => void };

type Connect = () => Promise<pg.PoolClient>;
type Callback = (error: unknown, client?: pg.PoolClient, release?: (error?: unknown) => void) => void;

/**
 * Lets requests wait when the server refuses a connection for now, as they wait while the pool is in use: in order, for at
 * most `waitMs`, for a connection of the pool or a new one. Only the first of them asks the server. After `waitMs` the server's error is thrown.
 * When the server fails in another way, because it has ended for example, all of them end at once with that error.
 */
export function waitForConnections(pool: pg.Pool, waitMs: number): void {
  const connect = pool.connect.bind(pool) as Connect;
  const waits = new Set<Wait>();
  let turn: Promise<unknown> = Promise.resolve();
  let refusal: unknown;

  /** Ends all waits, because the server does not refuse any more: it is gone, or failed in another way. */
  function endWaits(error: unknown): void {
    for (const wait of waits) wait.end(error);
  }

  async function connectInTurn(wait: Wait): Promise<pg.PoolClient> {
    while (!wait.isOver) {
      await waitForChance(pool);
      if (wait.isOver) break;
      try {
        const client = await connect();
        if (!wait.isOver) return client;
        client.release();
      } catch (error) {
        if (!isRefusedForNow(error)) endWaits(error);
        refusal = error;
      }
    }
    throw refusal;
  }

  async function waitInQueue(): Promise<pg.PoolClient> {
    let reject: (error: unknown) => void = () => undefined;
    const ended = new Promise<never>((_resolve, refuse) => (reject = refuse));
    const wait: Wait = {
      isOver: false,
      end: (error) => {
        wait.isOver = true;
        reject(error);
      },
    };
    waits.add(wait);
    const connected = turn.then(() => connectInTurn(wait));
    turn = connected.catch(() => undefined);
    const timer = setTimeout(() => wait.end(refusal), waitMs);
    try {
      return await Promise.race([connected, ended]);
    } finally {
      clearTimeout(timer);
      waits.delete(wait);
    }
  }

  async function connectOrWait(): Promise<pg.PoolClient> {
    // Those who came first get the next connection.
    if (waits.size > 0) return waitInQueue();
    try {
      return await connect();
    } catch (error) {
      if (!isRefusedForNow(error)) throw error;
      refusal = error;
      return waitInQueue();
    }
  }

  pool.connect = ((callback?: Callback) => {
    const pending = connectOrWait();
    if (!callback) return pending;
    void pending.then(
      (client) => callback(undefined, client, (error) => client.release(error as Error)),
      (error: unknown) => callback(error),
    );
    return undefined;
  }) as typeof pool.connect;
}
