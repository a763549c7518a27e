import { randomBytes } from "node:crypto";
import { z } from "zod";
import { DamagedObjectError } from "./object-cipher";
import { padPosition } from "./positions";
import type { BackupStore } from "./store";

// Who writes an archive. Each start of the service claims it with an object wal/<archive>/run-<number>, which only one
// can create. A chunk has the number of its run in its name, and counts only in the part of the log that its run wrote, so
// two copies of one database cannot mix their logs (decision 0120).

const NAME = /\/run-(\d{6})$/;

const RunObject = z.object({
  id: z.string(),
  from: z.string(),
  /** The runs before it, as far as the archive still has chunks of them. */
  earlier: z.array(z.object({ number: z.number().int(), from: z.string() })),
});

/** Where the part of the log begins that a run writes. It ends where the next one begins. */
export type RunStart = { number: number; from: bigint };
/**
 * The last run of an archive whose object can be read, and where each run begins, in their order. `damaged` is the first
 * run after it whose object is there but cannot be read.
 */
export type Runs = {
  latest: { number: number; id: string } | null;
  starts: RunStart[];
  damaged: { number: number; reason: string } | null;
};

/** A run that can be written again: its number, its id, and the content of its object. */
export type OwnRun = { number: number; id: string; object?: string | undefined };

const runName = (archive: string, number: number): string =>
  `wal/${archive}/run-${String(number).padStart(6, "0")}`;

const readPosition = (text: string): bigint => BigInt(`0x${text}`);

async function findRun(store: BackupStore, archive: string, number: number) {
  const content = await store.find(runName(archive, number));
  return content === null ? null : RunObject.parse(JSON.parse(content.toString("utf8")));
}

const listNumbers = async (store: BackupStore, archive: string): Promise<number[]> =>
  (await store.list(`wal/${archive}/run-`)).flatMap(({ name }) => {
    const number = NAME.exec(name)?.[1];
    return number === undefined ? [] : [Number(number)];
  });

/**
 * Reads who wrote which part of an archive. Archives of earlier versions have no runs. Leaves out the last runs if their
 * objects are damaged.
 */
export async function readRuns(store: BackupStore, archive: string): Promise<Runs> {
  let damaged: Runs["damaged"] = null;
  for (const number of (await listNumbers(store, archive)).toReversed()) {
    try {
      const run = await findRun(store, archive, number);
      if (run === null) continue;
      const starts = [...run.earlier, { number, from: run.from }].map((start) => ({
        number: start.number,
        from: readPosition(start.from),
      }));
      return { latest: { number, id: run.id }, starts, damaged };
    } catch (error) {
      if (!(error instanceof DamagedObjectError)) throw error;
      damaged = { number, reason: error.message };
    }
  }
  return { latest: null, starts: [], damaged };
}

/** Describes that the object of a run is missing, although the archive has what the run stored. */
export const describeMissingRun = (archive: string, number: number): string =>
  `${runName(archive, number)} is missing.`;

/** Whether a run wrote the log up to a position. Runs before the first that is known ended where that begins. */
export function isOfRun({ starts }: Runs, number: number, end: bigint): boolean {
  const next = starts.find((start) => start.number > number);
  const isKnown = next !== undefined || (starts.at(-1)?.number ?? 0) === number;
  return isKnown && (next === undefined || end <= next.from);
}

export const createRunId = (): string => randomBytes(12).toString("hex");

/**
 * Claims an archive from a position on. Returns the new run; null if another process claimed it first.
 * `firstStart` is where the log begins that the archive still has.
 */
export async function claimRun(
  store: BackupStore,
  archive: string,
  { runs, id, from, firstStart }: { runs: Runs; id: string; from: bigint; firstStart: bigint },
): Promise<OwnRun | null> {
  const number = (runs.latest?.number ?? 0) + 1;
  const all = [...runs.starts, { number, from }];
  const earlier = runs.starts.filter((start, index) => {
    const end = all[index + 1]?.from ?? from;
    return end > firstStart && end > start.from;
  });
  const content = {
    id,
    from: padPosition(from),
    earlier: earlier.map((start) => ({ number: start.number, from: padPosition(start.from) })),
  };
  const object = JSON.stringify(content);
  const isCreated = await store.create(runName(archive, number), Buffer.from(object));
  // The answer to an earlier try may have been lost, and a store may not know the condition.
  const stored = await findRun(store, archive, number);
  if (stored?.id !== id) return null;
  // They do no harm, so a key that may not delete is enough.
  if (isCreated) await removeEarlierRuns(store, archive, number).catch(() => undefined);
  return { number, id, object };
}

/** Creates the object of a run again, which the store has lost. */
export async function restoreRun(
  store: BackupStore,
  archive: string,
  { number, object }: OwnRun,
): Promise<void> {
  if (object !== undefined) await store.create(runName(archive, number), Buffer.from(object));
}

/** Removes the objects of runs whose start the later ones contain. A process that still is one notices that it ended. */
async function removeEarlierRuns(store: BackupStore, archive: string, number: number): Promise<void> {
  for (const earlier of await listNumbers(store, archive))
    if (earlier < number - 1) await store.remove(runName(archive, earlier));
}

/** How the claim of a run stands: it is the last, another process claimed the archive, or the store has lost it. */
export type RunState = "current" | "taken" | "missing";

const isThere = (store: BackupStore, archive: string, number: number): Promise<boolean> =>
  findRun(store, archive, number).then(
    (run) => run !== null,
    (error: unknown) => {
      if (error instanceof DamagedObjectError) return true;
      throw error;
    },
  );

/** Finds out whether a run is still the last of its archive. */
export async function checkRun(
  store: BackupStore,
  archive: string,
  { number, id }: { number: number; id: string },
): Promise<RunState> {
  if (await isThere(store, archive, number + 1)) return "taken";
  const own = await findRun(store, archive, number);
  if (own === null) {
    const { latest, damaged } = await readRuns(store, archive);
    return (damaged ?? latest ?? { number: 0 }).number < number ? "missing" : "taken";
  }
  return own.id === id ? "current" : "taken";
}
