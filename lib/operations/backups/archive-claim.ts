import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { type ArchiveState, readState, removeDrafts, writeState } from "./archive-state";
import { BackupError } from "./object-cipher";
import { formatPosition, parsePosition } from "./positions";
import { createSlot, dropSlot, ensureSlot, findSlot, type Slot } from "./slots";
import type { BackupStore } from "./store";
import { type LostRun, readArchive } from "./continuation";
import { putEnd } from "./wal-chunks";
import { claimRun, createRunId, type OwnRun, restoreRun, type Runs } from "./wal-runs";
import type { ProgramLog } from "@/lib/kernel/program-log";

/** The archive was continued by another copy of this database, so this one must not write there. */
export class OtherHistoryError extends BackupError {
  constructor(archive: string, reason: string) {
    super(
      `The archive wal/${archive} is not continued: ${reason} Either an older copy of DATA_DIR was put back, or a copy of ` +
        "it runs with the same BACKUP_TO. Nothing is stored there until a new archive begins. Create a backup for that, " +
        'with "admin backup create". The backups so far stay, and can be restored up to the end of their archive. If this is ' +
        "a copy for trying out, start it without BACKUP_TO instead.",
    );
  }
}

export const OTHER_RUN = "another copy of this database has written to it.";

/** Why an archive cannot go on, although it is that of this database: a part of the log is in neither of them. */
type Ending = "database" | "store" | "run";
const ENDINGS: Record<Ending, string> = {
  database:
    "The database has removed log that was not stored yet, because it keeps at most 10 GB (max_slot_wal_keep_size).",
  store: "The store does not have its end: BACKUP_TO was changed, or the store has lost it.",
  run: "The object that says which process writes the archive is missing or damaged.",
};

/** What the store and the database say of the archive. */
type Inspected =
  | { kind: "own"; runs: Runs; state: ArchiveState | null; end: bigint; firstStart: bigint }
  | { kind: "ended"; ending: Ending }
  | { kind: "other"; reason: string };

/** Whether the last run of the archive is one of this database. */
const isOwnRun = ({ latest }: Runs, states: (ArchiveState | null)[]): boolean =>
  latest === null ||
  states.some((state) => state !== null && [state.run?.id, state.claiming].includes(latest.id));

type Server = {
  client: pg.Client;
  /** The folder of the database; left out where the role of the connection may ask for it. */
  directory?: string;
};

async function readPlace({ client, directory }: Server): Promise<{ directory: string; flushed: bigint }> {
  const known = directory === undefined ? "current_setting('data_directory')" : "NULL";
  const { rows } = await client.query<{ directory: string | null; flushed: string }>(
    `SELECT ${known} AS directory, pg_current_wal_flush_lsn()::text AS flushed`,
  );
  return {
    directory: directory ?? rows[0]?.directory ?? "",
    flushed: parsePosition(rows[0]?.flushed ?? "0/0"),
  };
}

type Compared = {
  slot: Slot;
  runs: Runs;
  lost: LostRun | null;
  /** What the database knew of the archive before the store was read, and after it. The service may write meanwhile. */
  before: ArchiveState | null;
  state: ArchiveState | null;
  /** The end of the database's log. */
  flushed: bigint;
  /** The end of the archive. */
  end: bigint;
};

const isAfterLatest = ({ latest }: Runs, run: OwnRun): boolean => run.number > (latest?.number ?? 0);

/** Whether the store has lost the object of a run that this database wrote: it has only earlier ones. */
function isOwnRunLost({ runs, before, lost }: Compared): boolean {
  const run = before?.run ?? null;
  return run !== null && isAfterLatest(runs, run) && run.number >= (lost?.number ?? 0);
}

/** Returns why the archive is one of another copy of the database; null if it is not. */
function findOtherHistory(compared: Compared): string | null {
  const { runs, lost, before, state, flushed, end } = compared;
  const isOwn = isOwnRunLost(compared) || (lost === null && isOwnRun(runs, [before, state]));
  if (!isOwn) return OTHER_RUN;
  const known = state === null || state.storing > flushed ? flushed : state.storing;
  return end > known
    ? `it reaches ${formatPosition(end)}, but this database only ${formatPosition(known)}.`
    : null;
}

/** Returns why the archive cannot go on; null if it can. */
function findEnding(compared: Compared): Ending | null {
  const { slot, before, end } = compared;
  if (slot.isLost) return "database";
  if (isOwnRunLost(compared)) return compared.lost === null ? "store" : "run";
  const stored = before?.stored ?? slot.position;
  // The server keeps the log from the slot on, so what the store has lost before it is gone.
  return end < stored || end < slot.position ? "store" : null;
}

/** Without chunks, `--keep` has removed them, or nothing was stored yet. The slot is where the server was told it ends. */
const findEndWithoutChunks = (slot: Slot, state: ArchiveState | null): bigint =>
  state !== null && state.stored > slot.position ? state.stored : slot.position;

/** Compares the archive with the database. */
async function inspectOnce(server: Server, store: BackupStore, slot: Slot): Promise<Inspected> {
  const { directory } = await readPlace(server);
  const before = await readState(directory, slot.name);
  const { runs, chunks, lost } = await readArchive(store, slot.name);
  const state = await readState(directory, slot.name);
  const { flushed } = await readPlace(server);
  const end = chunks.at(-1)?.end ?? findEndWithoutChunks(slot, before);
  const compared = { slot, runs, lost, before, state, flushed, end };
  const reason = findOtherHistory(compared);
  if (reason !== null) return { kind: "other", reason };
  const ending = findEnding(compared);
  if (ending !== null) return { kind: "ended", ending };
  return { kind: "own", runs, state, end, firstStart: chunks[0]?.start ?? end };
}

const TRIES = 4;
const RETRY_MS = 500;

/** Compares again if it looks wrong, because the service may write meanwhile. */
async function inspect(server: Server, store: BackupStore, slot: Slot): Promise<Inspected> {
  for (let attempt = 1; ; attempt += 1) {
    const inspected = await inspectOnce(server, store, slot);
    if (inspected.kind === "own" || attempt === TRIES) return inspected;
    await sleep(RETRY_MS);
  }
}

/** Begins a new archive, and says in the old one why it ended. */
async function beginArchive(
  client: pg.Client,
  store: BackupStore,
  old: Slot,
  ending: Ending | null,
): Promise<Slot> {
  if (ending !== null) await putEnd(store, old.name, ENDINGS[ending]);
  await dropSlot(client, old.name);
  return createSlot(client);
}

/**
 * Throws `OtherHistoryError` when the archive of this database is that of another copy. Returns the name of the archive
 * that this database continues; null if there is none, or a part of its log is lost.
 */
export async function findOwnArchive(server: Server, store: BackupStore): Promise<string | null> {
  const slot = await findSlot(server.client);
  if (slot === null) return null;
  const inspected = await inspect(server, store, slot);
  if (inspected.kind === "other") throw new OtherHistoryError(slot.name, inspected.reason);
  return inspected.kind === "own" ? slot.name : null;
}

/** Before a backup: begins a new archive if the service archives, but cannot continue the present one. */
export async function renewArchive(client: pg.Client, store: BackupStore, log: ProgramLog): Promise<void> {
  const slot = await findSlot(client);
  if (slot === null) return;
  const inspected = await inspect({ client }, store, slot);
  if (inspected.kind === "own") return;
  const reason =
    inspected.kind === "ended" ? ENDINGS[inspected.ending] : `It is not continued: ${inspected.reason}`;
  log(`A new archive begins, instead of wal/${slot.name}. ${reason}`, "warn");
  await beginArchive(client, store, slot, inspected.kind === "ended" ? inspected.ending : null);
}

/** The claim of a process on an archive. */
export type Claim = {
  slot: Slot;
  run: OwnRun;
  state: ArchiveState;
  directory: string;
};

/**
 * Creates the object of the last run again if the store has lost it alone: everything that this database stored is still
 * there, and no other process has claimed the archive since.
 */
async function restoreOwnRun(directory: string, store: BackupStore, archive: string): Promise<void> {
  const state = await readState(directory, archive);
  if (!state?.run) return;
  const { run } = state;
  const { runs, lost, chunks } = await readArchive(store, archive);
  if (runs.damaged !== null || !isAfterLatest(runs, run)) return;
  const rest = lost ?? { number: run.number, end: chunks.at(-1)?.end };
  if (rest.number !== run.number || rest.end === undefined || rest.end < state.stored) return;
  await restoreRun(store, archive, run);
}

/**
 * Claims the archive for this process, which goes on with `held` if it claimed it before. Begins a new archive at first,
 * and when a part of the log is lost. Throws `OtherHistoryError` when another copy of the database wrote to it.
 */
export async function claimArchive(
  client: pg.Client,
  store: BackupStore,
  { held, log }: { held: Claim["run"] | null; log: ProgramLog },
): Promise<Claim> {
  const slot = await ensureSlot(client);
  const { directory } = await readPlace({ client });
  await removeDrafts(directory);
  await restoreOwnRun(directory, store, slot.name);
  const inspected = await inspect({ client, directory }, store, slot);
  if (inspected.kind === "other") throw new OtherHistoryError(slot.name, inspected.reason);
  if (inspected.kind === "ended") {
    log(
      `${ENDINGS[inspected.ending]} The archive of the database's log has a gap, so a new one begins. Create a backup now: ` +
        "earlier backups cannot be restored to a moment after this one.",
      "error",
    );
    await beginArchive(client, store, slot, inspected.ending);
    return claimArchive(client, store, { held, log });
  }
  const { runs, state, end, firstStart } = inspected;
  const storing = state !== null && state.storing > end ? state.storing : end;
  const known = { archive: slot.name, stored: end, storing };
  const { latest } = runs;
  if (held !== null && latest?.id === held.id)
    return {
      slot: { ...slot, position: end },
      run: held,
      directory,
      state: { ...known, run: held, claiming: null },
    };
  const id = createRunId();
  // Before the claim: a process that is killed after it must know it as its own.
  await writeState(directory, { ...known, run: latest, claiming: id });
  const run = await claimRun(store, slot.name, { runs, id, from: end, firstStart });
  if (run === null) throw new OtherHistoryError(slot.name, OTHER_RUN);
  const claimed: ArchiveState = { ...known, run, claiming: null };
  await writeState(directory, claimed);
  return { slot: { ...slot, position: end }, run, directory, state: claimed };
}
