import { chown, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PRIVATE_FILE } from "@/lib/kernel/private-files";
import { type Cluster, startCluster } from "@/lib/platform/postgres/cluster";
import { rotateServerLog } from "@/lib/platform/postgres/server-log";
import { BackupError } from "./object-cipher";
import { formatPosition, parsePosition, SEGMENT_BYTES } from "./positions";
import type { BackupStore } from "./store";
import { readChunks, type WalChunk } from "./wal-chunks";
import type { ProgramLog } from "@/lib/kernel/program-log";

const READY_TIMEOUT_MS = 7 * 86_400_000;
const TARGET_NOT_REACHED = /recovery ended before configured recovery target was reached/;

/** Formats a moment for a setting of the server, which knows no Z for UTC when it reads it. */
const formatMoment = (moment: string): string => moment.replace("T", " ").replace(/Z$/, "+00");

/** Lets PostgreSQL replay the log, and become an ordinary server. Returns whether it stopped at the moment. */
async function runReplay(cluster: Cluster, moment: string | null): Promise<boolean> {
  const signal = join(cluster.directory, "recovery.signal");
  await writeFile(signal, "", { mode: PRIVATE_FILE });
  const { owner } = cluster.account;
  if (owner !== undefined) await chown(signal, owner.uid, owner.gid);
  const settings = {
    // The log is in its place already, so there is no archive to ask.
    restore_command: "false",
    recovery_target_timeline: "current",
    // So that it counts as ready only after the last of the log.
    hot_standby: "off",
  };
  const target = { recovery_target_time: formatMoment(moment ?? ""), recovery_target_action: "promote" };
  const patient = { ...cluster, readyTimeoutMs: READY_TIMEOUT_MS };
  try {
    const server = await startCluster(patient, moment === null ? settings : { ...settings, ...target });
    await server.stop();
    return moment !== null;
  } catch (error) {
    // The archive is complete until the moment, but nothing was committed after it, at which PostgreSQL could stop.
    if (moment === null || !TARGET_NOT_REACHED.test(String(error))) throw error;
    const server = await startCluster(patient, settings);
    await server.stop();
    return false;
  }
}

/** Reads where the replay ended, from the history that PostgreSQL writes when it begins a new timeline. */
async function readReplayEnd({ directory }: Cluster, timeline: number): Promise<bigint> {
  const folder = join(directory, "pg_wal");
  const ends: bigint[] = [];
  for (const name of await readdir(folder)) {
    if (!name.endsWith(".history")) continue;
    const lines = (await readFile(join(folder, name), "utf8")).split("\n").filter((line) => /^\d/.test(line));
    const [number, end] = lines.at(-1)?.split(/\s+/) ?? [];
    if (Number(number) === timeline && end !== undefined) ends.push(parsePosition(end));
  }
  const [end] = ends;
  if (end === undefined || ends.length > 1)
    throw new BackupError("PostgreSQL did not record where the replay of the log ended.");
  return end;
}

const PAGE_BYTES = 8192n;
const PAGE_HEADER_BYTES = 24n;
const FIRST_PAGE_HEADER_BYTES = 40n; // of a file of the log
const RECORD_HEADER_BYTES = 24;
const MAX_RECORD_BYTES = 1n << 30n;

const headerAt = (position: bigint): bigint => {
  if (position % SEGMENT_BYTES === 0n) return FIRST_PAGE_HEADER_BYTES;
  return position % PAGE_BYTES === 0n ? PAGE_HEADER_BYTES : 0n;
};

/** The end of a record, which continues after the header of each page. */
function findRecordEnd(start: bigint, length: bigint): bigint {
  let [position, rest] = [start, length];
  for (;;) {
    const space = PAGE_BYTES - (position % PAGE_BYTES);
    if (rest <= space) return position + rest;
    rest -= space;
    position += space;
    position += headerAt(position);
  }
}

async function readLog(
  store: BackupStore,
  chunks: WalChunk[],
  from: bigint,
  length: number,
): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const to = from + BigInt(length);
  const touched = chunks.filter(({ start, end }) => start < to && end > from);
  for await (const { start, content } of readChunks(store, touched)) {
    const skipped = start < from ? Number(from - start) : 0;
    content.copy(bytes, start > from ? Number(start - from) : 0, skipped);
  }
  return bytes;
}

/**
 * Whether the log ends within the record at a position (PostgreSQL's src/include/access/xlogrecord.h: 4 bytes length,
 * 4 bytes transaction, 8 bytes position of the record before). Such a record was never acknowledged.
 */
async function endsWithinRecord(
  store: BackupStore,
  chunks: WalChunk[],
  position: bigint,
  end: bigint,
): Promise<boolean> {
  const start = position + headerAt(position);
  if (start + BigInt(RECORD_HEADER_BYTES) > end) return true;
  const header = await readLog(store, chunks, start, RECORD_HEADER_BYTES);
  const length = BigInt(header.readUInt32LE(0));
  // Records begin at multiples of 8 bytes, so the length is on one page. The rest may be behind the header of the next one.
  const isOnOnePage = PAGE_BYTES - (start % PAGE_BYTES) >= 16n;
  const before = isOnOnePage ? header.readBigUInt64LE(8) : position - 1n;
  const isRecord =
    length >= RECORD_HEADER_BYTES &&
    length <= MAX_RECORD_BYTES &&
    before < position &&
    before + MAX_RECORD_BYTES > position;
  return isRecord && findRecordEnd(start, length) > end;
}

const LAST_TRANSACTION = /last completed transaction was at log time (\S+ \S+) UTC/g;

async function readLastTransaction({ logFile }: Cluster, logStart: number): Promise<string | null> {
  const text = (await readFile(logFile).catch(() => Buffer.alloc(0))).subarray(logStart).toString("utf8");
  const time = [...text.matchAll(LAST_TRANSACTION)].at(-1)?.[1];
  return time === undefined ? null : `${time.replace(" ", "T")}Z`;
}

type Replay = {
  store: BackupStore;
  /** The timeline and the end of the backup itself. */
  timeline: number;
  backupEnd: bigint;
  chunks: WalChunk[];
  /** For each chunk, the time before which everything acknowledged is in it or in those before it; null if unknown. */
  times: (string | null)[];
  /** With a time zone; null for everything. */
  moment: string | null;
  /** Accept that the log can be replayed only in part. */
  isPartAccepted: boolean;
  log: ProgramLog;
};

/** Where the replay has to end at least, and why it did not. */
type Target = { end: bigint; reason: string };

/**
 * Finds how far the log was certainly written before a moment. A chunk with a time ends a turn of the archive, and the
 * next such time is read when the next turn begins. If that is not later than the moment, the chunk was written before it.
 */
export function findWrittenBefore(
  chunks: WalChunk[],
  times: (string | null)[],
  moment: string,
): bigint | null {
  const turns = chunks.flatMap(({ end }, index) => {
    const time = times[index];
    return typeof time === "string" ? [{ end, time: Date.parse(time) }] : [];
  });
  const last = turns.findLastIndex(({ time }) => time <= Date.parse(moment));
  return turns[last - 1]?.end ?? null;
}

function findTarget({ chunks, times, backupEnd }: Replay, stoppedAt: string | null): Target | null {
  if (stoppedAt === null) return { end: chunks.at(-1)?.end ?? backupEnd, reason: "a record is damaged." };
  const end = findWrittenBefore(chunks, times, stoppedAt);
  if (end === null) return null;
  const reason =
    "the clock of the database was set back, and a change before that has a later time than the moment. " +
    "A restore without --moment has all changes.";
  return { end, reason };
}

/**
 * Replays the log, all of it or to the moment. Throws `BackupError` when PostgreSQL ends too early, because a record is
 * damaged or because the clock was set back, unless that is accepted. Returns the time of the last transaction then;
 * otherwise null.
 */
export async function replayLog(cluster: Cluster, replay: Replay): Promise<string | null> {
  const { store, chunks, timeline, log } = replay;
  // Before the position is read: the start of the server would rotate it otherwise.
  await rotateServerLog(cluster.logFile);
  const logStart = await stat(cluster.logFile).then(
    ({ size }) => size,
    () => 0,
  );
  const isStopped = await runReplay(cluster, replay.moment);
  const target = findTarget(replay, isStopped ? replay.moment : null);
  if (target === null) return null;
  const reached = await readReplayEnd(cluster, timeline);
  if (reached >= target.end || (await endsWithinRecord(store, chunks, reached, target.end))) return null;
  const last = await readLastTransaction(cluster, logStart);
  const until = last ?? "the end of the backup";
  const message =
    `The log could be replayed to ${formatPosition(reached)} only, although it reaches ${formatPosition(target.end)}` +
    `${isStopped ? " before the moment" : ""}: ${target.reason} The last change that was replayed is of ${until}.`;
  if (replay.isPartAccepted) {
    log(message, "warn");
    return until;
  }
  throw new BackupError(
    `${message} Nothing was put in place. Add --until-gap to restore what was replayed, or restore an earlier moment or another backup.`,
  );
}
