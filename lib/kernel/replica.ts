import { hasReplica, isInTransaction, queryTextRows, withConnections } from "./db";
import { isReplicaFailure } from "./database-errors";
import { env } from "./env";
import { log } from "./log";
import { processWide } from "./process-wide";
import { commandRedis } from "./redis";
import { Prisma } from "@/prisma/generated/client";

// A replica of the database, which answers reads that may be a moment old (decision 0094). PostgreSQL's positions in its
// log tell how far it is: a position of the primary that the replica has replayed means that it has every change before.

/** How often a process compares the two servers while it uses the replica. */
const POLL_MS = 500;
/** Longer than a replica may be behind, so that what a credential wrote is forgotten only when every replica has it. */
const WRITE_MARGIN_MS = 10_000;

type Sample = { at: number; position: bigint };
type ReplicaState = {
  /** Positions of the primary that the replica has not been seen to reach yet, oldest first. */
  samples: Sample[];
  /** The replica has every change that was committed before this moment. */
  freshAt: number;
  /** The position that the replica has replayed at least. */
  replayed: bigint;
  wasUsable: boolean;
  isPolling: boolean;
};

const parsePosition = (text: string | null | undefined): bigint => {
  const [high = "0", low = "0"] = (text ?? "").split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
};

/** The end of what the primary has written to its log, including every commit that it has acknowledged. */
async function readPrimaryPosition(): Promise<bigint> {
  const sql = Prisma.sql`SELECT pg_current_wal_insert_lsn()`;
  const [row] = await withConnections("request", () => queryTextRows(sql));
  return parsePosition(row?.[0]);
}

/** Returns what the replica has replayed. Throws for a server that is no standby: it may have another history. */
async function readReplayedPosition(): Promise<bigint> {
  const sql = Prisma.sql`SELECT pg_last_wal_replay_lsn() WHERE pg_is_in_recovery()`;
  const [row] = await withConnections("replica", () => queryTextRows(sql));
  if (!row) throw new Error("READ_DATABASE_URL leads to a server that is no standby.");
  return parsePosition(row[0]);
}

const isUsable = ({ freshAt }: ReplicaState): boolean =>
  performance.now() - freshAt <= env().READ_DATABASE_LAG_MS;

async function compareServers(state: ReplicaState): Promise<void> {
  const at = performance.now();
  state.samples.push({ at, position: await readPrimaryPosition() });
  state.replayed = await readReplayedPosition();
  for (const { at: sampledAt, position } of state.samples)
    if (position <= state.replayed) state.freshAt = Math.max(state.freshAt, sampledAt);
  // A replica that reaches an older sample only now is too far behind anyway.
  state.samples = state.samples.filter(
    (sample) => sample.position > state.replayed && at - sample.at <= env().READ_DATABASE_LAG_MS,
  );
}

function logChange(state: ReplicaState): void {
  const isUsableNow = isUsable(state);
  if (isUsableNow === state.wasUsable) return;
  state.wasUsable = isUsableNow;
  if (isUsableNow) log.info("the replica of the database is used for reads");
  else log.warn("the replica of the database is behind or cannot be reached: the primary answers its reads");
}

async function poll(state: ReplicaState): Promise<void> {
  if (state.isPolling) return;
  state.isPolling = true;
  try {
    await compareServers(state);
  } catch (error) {
    log.debug({ err: error }, "the replica of the database could not be compared with the primary");
  } finally {
    state.isPolling = false;
    logChange(state);
  }
}

function startPolling(): ReplicaState {
  const state: ReplicaState = {
    samples: [],
    freshAt: -Infinity,
    replayed: 0n,
    wasUsable: false,
    isPolling: false,
  };
  setInterval(() => void poll(state), POLL_MS).unref();
  void poll(state);
  return state;
}

/** Returns the state of the replica, which is observed from the first call on. */
const getState = (): ReplicaState => processWide("replica", startPolling);

const writtenKey = (credential: string): string => `writes:${credential}`;

// Numbers of Redis are too small for positions. Texts of the same length are compared like numbers.
const encodePosition = (position: bigint): string => position.toString(16).padStart(16, "0");

const KEEP_GREATER = `
local known = redis.call('GET', KEYS[1])
local position = ARGV[1]
if known and known > position then position = known end
redis.call('SET', KEYS[1], position, 'PX', ARGV[2])`;

/**
 * Remembers, for all machines, that a credential has changed something. Its next reads come from a server that has the
 * change. Call it after the commit and before the response.
 */
export async function recordWrite(credential: string): Promise<void> {
  if (!hasReplica()) return;
  try {
    const position = encodePosition(await readPrimaryPosition());
    const keptMs = env().READ_DATABASE_LAG_MS + WRITE_MARGIN_MS;
    await commandRedis((redis) => redis.eval(KEEP_GREATER, 1, writtenKey(credential), position, keptMs));
  } catch (error) {
    log.warn({ err: error }, "a write was not remembered: reads of its credential may miss it for a moment");
  }
}

/** Whether the replica has what this credential wrote. False when that is not known. */
async function hasOwnWrites(credential: string, { replayed }: ReplicaState): Promise<boolean> {
  try {
    const written = await commandRedis((redis) => redis.get(writtenKey(credential)));
    return written === null || BigInt(`0x${written}`) <= replayed;
  } catch {
    return false;
  }
}

async function mayUseReplica(credential: string | null): Promise<boolean> {
  if (!hasReplica() || isInTransaction()) return false;
  const state = getState();
  return isUsable(state) && (credential === null || (await hasOwnWrites(credential, state)));
}

/**
 * Runs reads on the replica if there is one, it is at most `READ_DATABASE_LAG_MS` behind, and it has everything that
 * this credential wrote (null: a reader without one). Otherwise, and when the replica fails, runs them on the primary.
 * `read` must change nothing. Inside a transaction it always reads from the primary.
 */
export async function readFromReplica<Result>(
  credential: string | null,
  read: () => Promise<Result>,
): Promise<Result> {
  if (!(await mayUseReplica(credential))) return read();
  try {
    return await withConnections("replica", read);
  } catch (error) {
    if (!isReplicaFailure(error)) throw error;
    log.warn({ err: error }, "a read failed on the replica of the database: the primary answers it");
    getState().freshAt = -Infinity;
    return read();
  }
}

/** How old an answer of `readFromReplica` may be, in milliseconds: 0 without a replica. */
export const maxReplicaLagMs = (): number => (hasReplica() ? env().READ_DATABASE_LAG_MS : 0);
