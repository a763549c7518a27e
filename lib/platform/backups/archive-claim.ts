import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { type ArchiveState, readState, writeState } from "./archive-state";
import { BackupError } from "./object-cipher";
import { formatPosition, parsePosition } from "./positions";
import { createSlot, dropSlot, ensureSlot, findSlot, type Slot } from "./slots";
import type { BackupStore } from "./store";
import { listValidChunks, putEnd } from "./wal-chunks";
import { claimRun, createRunId, readRuns, type Runs } from "./wal-runs";

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
type Ending = "database" | "store";
const ENDINGS: Record<Ending, string> = {
  database:
    "The database has removed log that was not stored yet, because it keeps at most 10 GB (max_slot_wal_keep_size).",
  store: "The store has lost the end of the archive.",
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
  /** What the database knew of the archive before the store was read, and after it. The service may write meanwhile. */
  before: ArchiveState | null;
  state: ArchiveState | null;
  /** The end of the database's log. */
  flushed: bigint;
  /** The end of the archive. */
  end: bigint;
};

/** Returns why the archive is one of another copy of the database; null if it is not. */
function findOtherHistory({ runs, before, state, flushed, end }: Compared): string | null {
  if (!isOwnRun(runs, [before, state])) return OTHER_RUN;
  const known = state === null || state.storing > flushed ? flushed : state.storing;
  return end > known
    ? `it reaches ${formatPosition(end)}, but this database only ${formatPosition(known)}.`
    : null;
}

/** Returns why the archive cannot go on; null if it can. */
function findEnding({ slot, runs, before, end }: Compared): Ending | null {
  if (slot.isLost) return "database";
  const isWithoutRuns = runs.latest === null && before !== null && before.run !== null;
  const stored = before?.stored ?? slot.position;
  // The server keeps the log from the slot on, so what the store has lost before it is gone.
  return isWithoutRuns || end < stored || end < slot.position ? "store" : null;
}

/** Without chunks, `--keep` has removed them, or nothing was stored yet. The slot is where the server was told it ends. */
const findEndWithoutChunks = (slot: Slot, state: ArchiveState | null): bigint =>
  state !== null && state.stored > slot.position ? state.stored : slot.position;

/** Compares the archive with the database. */
async function inspectOnce(server: Server, store: BackupStore, slot: Slot): Promise<Inspected> {
  const { directory } = await readPlace(server);
  const before = await readState(directory, slot.name);
  const runs = await readRuns(store, slot.name);
  const chunks = await listValidChunks(store, slot.name, runs);
  const state = await readState(directory, slot.name);
  const { flushed } = await readPlace(server);
  const end = chunks.at(-1)?.end ?? findEndWithoutChunks(slot, before);
  const compared = { slot, runs, before, state, flushed, end };
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
export async function renewArchive(
  client: pg.Client,
  store: BackupStore,
  log: (message: string) => void,
): Promise<void> {
  const slot = await findSlot(client);
  if (slot === null) return;
  const inspected = await inspect({ client }, store, slot);
  if (inspected.kind === "own") return;
  const reason =
    inspected.kind === "ended" ? ENDINGS[inspected.ending] : `It is not continued: ${inspected.reason}`;
  log(`A new archive begins, instead of wal/${slot.name}. ${reason}`);
  await beginArchive(client, store, slot, inspected.kind === "ended" ? inspected.ending : null);
}

/** The claim of a process on an archive. */
export type Claim = {
  slot: Slot;
  run: { number: number; id: string };
  state: ArchiveState;
  directory: string;
};

/**
 * Claims the archive for this process, which goes on with `held` if it claimed it before. Begins a new archive at first,
 * and when a part of the log is lost. Throws `OtherHistoryError` when another copy of the database wrote to it.
 */
export async function claimArchive(
  client: pg.Client,
  store: BackupStore,
  { held, log }: { held: Claim["run"] | null; log: (message: string) => void },
): Promise<Claim> {
  const slot = await ensureSlot(client);
  const inspected = await inspect({ client }, store, slot);
  if (inspected.kind === "other") throw new OtherHistoryError(slot.name, inspected.reason);
  if (inspected.kind === "ended") {
    log(
      `${ENDINGS[inspected.ending]} The archive of the database's log has a gap, so a new one begins. Create a backup now: ` +
        "earlier backups cannot be restored to a moment after this one.",
    );
    await beginArchive(client, store, slot, inspected.ending);
    return claimArchive(client, store, { held, log });
  }
  const { directory } = await readPlace({ client });
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
  const number = await claimRun(store, slot.name, { runs, id, from: end, firstStart });
  if (number === null) throw new OtherHistoryError(slot.name, OTHER_RUN);
  const run = { number, id };
  const claimed: ArchiveState = { ...known, run, claiming: null };
  await writeState(directory, claimed);
  return { slot: { ...slot, position: end }, run, directory, state: claimed };
}
