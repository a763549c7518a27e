import { listBackups, readManifest } from "./manifest";
import { BackupError, DamagedObjectError, StoreUnavailableError } from "./object-cipher";
import { formatPosition } from "./positions";
import type { BackupStore } from "./store";
import {
  endName,
  listChunks,
  type Mark,
  readChunk,
  readMark,
  selectContinuous,
  type WalChunk,
} from "./wal-chunks";
import { describeMissingRun, isOfRun, readRuns, type Runs } from "./wal-runs";

// What of an archive counts and continues a backup.

/** A run whose object is missing or damaged, so that what it stored does not count. `end` is how far it stored. */
export type LostRun = { number: number; end: bigint; reason: string };

/** What of an archive counts, and which run was lost. */
export type ArchiveLog = { runs: Runs; chunks: WalChunk[]; mark: Mark | null; lost: LostRun | null };

type Stored = { run: number; end: bigint };

/** Describes the last run if its object was lost. `later` is what it stored, which proves that. */
function findLostRun(archive: string, { latest, damaged }: Runs, later: Stored[]): LostRun | null {
  const number = Math.max(damaged?.number ?? 0, ...later.map(({ run }) => run));
  if (number <= (latest?.number ?? 0)) return null;
  const end = later.reduce((last, stored) => (stored.end > last ? stored.end : last), 0n);
  return { number, end, reason: damaged?.reason ?? describeMissingRun(archive, number) };
}

/**
 * Reads what counts of an archive: not what a process stored after another one had claimed the archive. A run writes its
 * object before anything else, so a chunk or a mark of a later run than the last one proves that its object was lost. The
 * first chunk of that run is where the run before it ended.
 */
export async function readArchive(store: BackupStore, archive: string): Promise<ArchiveLog> {
  const runs = await readRuns(store, archive);
  // The mark first: what it says was stored before it, so the list has it, also while the service archives.
  const stored = await readMark(store, archive).catch((error: unknown) => {
    if (error instanceof DamagedObjectError) return null; // the chunks say until when they are complete, too
    throw error;
  });
  const mark = stored === null ? [] : [{ ...stored, end: stored.position }];
  const listed = await listChunks(store, archive);
  const isLater = ({ run }: Stored): boolean => run > (runs.latest?.number ?? 0);
  const later = listed.filter(isLater);
  const lostStart = later[0]?.start; // they are in the order of their start
  return {
    runs,
    chunks: listed.filter(
      ({ run, end }) => isOfRun(runs, run, end) && (lostStart === undefined || end <= lostStart),
    ),
    mark: mark.find(({ run, end }) => isOfRun(runs, run, end)) ?? null,
    lost: findLostRun(archive, runs, [...later, ...mark.filter(isLater)]),
  };
}

/** Lists the chunks that count. */
export const listValidChunks = async (store: BackupStore, archive: string): Promise<WalChunk[]> =>
  (await readArchive(store, archive)).chunks;

/** Reads why an archive is not continued; null if nothing was recorded. */
async function findEnd(store: BackupStore, archive: string): Promise<string | null> {
  try {
    return (await store.find(endName(archive)))?.toString("utf8") ?? null;
  } catch (error) {
    if (!(error instanceof DamagedObjectError)) throw error;
    return `The reason cannot be read: ${error.message}`;
  }
}

/** What the archive lacks although it has a later part of the log: it is missing, or damaged for a reason. */
export type Gap = { archive: string; from: bigint; to: bigint; reason: string | null };

/**
 * The chunks that continue a backup without a gap, the time until which they are complete, the gap behind them, if there
 * is one, and why the archive ended, if it did.
 */
export type Continuation = {
  chunks: WalChunk[];
  until: string | null;
  gap: Gap | null;
  ended: string | null;
};

export const describeGap = ({ archive, from, to, reason }: Gap): string =>
  `The archived log wal/${archive} lacks the part from ${formatPosition(from)} to ${formatPosition(to)}.` +
  (reason === null ? "" : ` ${reason}`);

/** Describes why an archive is not continued. */
export const describeEnd = ({ until, ended }: Continuation): string =>
  `Its archive ends ${until === null ? "with it" : `at ${until}`}. ${ended ?? ""}`.trim();

/** Finds until when the chunks are complete. Leaves out the last ones if they are damaged. */
async function cutAtDamage(
  store: BackupStore,
  archive: string,
  chunks: WalChunk[],
): Promise<Pick<Continuation, "chunks" | "until" | "gap">> {
  let [end, gap]: [number, Gap | null] = [chunks.length, null];
  for (const [index, chunk] of [...chunks.entries()].toReversed()) {
    try {
      const { until } = await readChunk(store, chunk);
      if (until !== null) return { chunks: chunks.slice(0, end), until, gap };
    } catch (error) {
      if (!(error instanceof DamagedObjectError)) throw error;
      end = index;
      gap = { archive, from: chunk.start, to: chunk.end, reason: error.message };
    }
  }
  return { chunks: chunks.slice(0, end), until: null, gap };
}

/** Finds what an archive lacks behind a position although it has later parts. */
function findGap(archive: string, end: bigint, { chunks, mark, lost }: ArchiveLog): Gap | null {
  const beyond = chunks.find(({ start }) => start > end)?.start ?? mark?.position ?? 0n;
  if (beyond > end) return { archive, from: end, to: beyond, reason: null };
  return lost !== null && lost.end > end ? { archive, from: end, to: lost.end, reason: lost.reason } : null;
}

async function readContinuation(
  store: BackupStore,
  archive: string,
  backupEnd: bigint,
): Promise<Continuation> {
  const log = await readArchive(store, archive);
  const { chunks, end } = selectContinuous(log.chunks, backupEnd);
  const gap = findGap(archive, end, log);
  const ended = await findEnd(store, archive);
  if (log.mark?.position === end) return { chunks, until: log.mark.until, gap, ended };
  const readable = await cutAtDamage(store, archive, chunks);
  return { ...readable, gap: readable.gap ?? gap, ended };
}

/** Finds what the archive has after the end of a backup. */
export async function findContinuation(
  store: BackupStore,
  archive: string,
  backupEnd: bigint,
): Promise<Continuation> {
  const found = await readContinuation(store, archive, backupEnd);
  // A folder that is written to while it is listed may show a later file without an earlier one.
  return found.gap === null ? found : readContinuation(store, archive, backupEnd);
}

/** Finds out whether an archive continues a backup, without which nothing can be restored from it. */
export class BackupSearch {
  private archive = "";
  private isFound = false;
  private readonly others = new Set<string>();

  constructor(private readonly store: BackupStore) {}

  /** Whether it continues a backup, which holds from then on. Reads each manifest once. */
  async isContinued(archive: string): Promise<boolean> {
    if (archive !== this.archive) {
      this.archive = archive;
      this.isFound = false;
      this.others.clear();
    }
    this.isFound ||= await this.findBackup();
    return this.isFound;
  }

  private async findBackup(): Promise<boolean> {
    for (const { id, isComplete } of (await listBackups(this.store)).toReversed()) {
      if (!isComplete || this.others.has(id)) continue;
      const manifest = await readManifest(this.store, id).catch((error: unknown) => {
        if (!(error instanceof BackupError) || error instanceof StoreUnavailableError) throw error;
        return null; // damaged, or removed meanwhile
      });
      if (manifest?.content.kind === "files" && manifest.content.archive === this.archive) return true;
      this.others.add(id);
    }
    return false;
  }
}
