import { withAuditEntry } from "@/lib/access/audit/service";
import type { Actor, Author } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import { downloadOrganization } from "@/lib/moving/downloads/service";
import { MoveError, SourceLocked } from "@/lib/moving/imports/schema";
import { finishSteps, moveInSteps } from "@/lib/moving/imports/steps";
import { hasWorkforceAccess } from "@/lib/organizations/profile/service";
import { sendOutbound, type OutboundSender } from "@/lib/platform/outbound/send";
import {
  moveFolder,
  readComplete,
  readHostId,
  removeFolder,
  saveComplete,
  useFolder,
  type CompleteDownload,
  listFolders,
} from "./folder";
import { buildDownloadLimits, limitSender, MOVE_LIMITS, type Checks, type Space } from "./limits";
import {
  claimMove,
  findAnyMove,
  findOtherMoves,
  lockRun,
  lockRunInBatch,
  releaseRunner,
  renewRunner,
  saveMove,
  type Runner,
} from "./queries";
import { buildReport, toShown } from "./report";
import { serviceMoveTokens, type ServiceMoveRecord } from "./serializer";
import { LEFT_AS_THEY_ARE, takeRecord } from "./take";
import { readdir, stat, statfs } from "node:fs/promises";
import { join } from "node:path";

// The space that downloads take on the disk of a host.

/** Measures a folder with the folders in it: how many bytes, and when something in it was last written. */
async function measureFolder(folder: string): Promise<{ bytes: number; writtenMs: number }> {
  const names = await readdir(folder).catch((): string[] => []);
  let [bytes, writtenMs] = [0, 0];
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (!found) continue;
    const part = found.isDirectory()
      ? await measureFolder(path)
      : { bytes: found.size, writtenMs: found.mtimeMs };
    bytes += part.bytes;
    writtenMs = Math.max(writtenMs, part.writtenMs);
  }
  return { bytes, writtenMs };
}

/** Throws `MoveError` when the disk is nearly full. */
async function requireFreeSpace(folder: string): Promise<void> {
  const disk = await statfs(folder).catch(() => null);
  if (disk && disk.bavail * disk.bsize < MOVE_LIMITS.freeBytes)
    throw new MoveError("This service has too little free space on its disk. Tell its operator.");
}

/**
 * Throws `MoveError` when a download has stored nothing for too long since its run was started: a service that keeps failing
 * is not asked for a whole day.
 */
async function requireRecentProgress(folder: string, startedAt: Date): Promise<void> {
  const { writtenMs } = await measureFolder(folder);
  if (clock.now().getTime() - Math.max(writtenMs, startedAt.getTime()) <= MOVE_LIMITS.silentMs) return;
  const minutes = MOVE_LIMITS.silentMs / 60_000;
  throw new MoveError(`The other service has failed for ${minutes} minutes. Move again when it responds.`);
}

/** Measures the folder every few seconds, and whenever what was received since could be too much. */
const MEASURE_MS = 2_000;

function createSpace(folder: string): Space {
  let [stored, received, measuredAt] = [0, 0, -Infinity];
  const measure = async (): Promise<void> => {
    const { bytes } = await measureFolder(folder);
    [stored, received, measuredAt] = [bytes, 0, performance.now()];
    await requireFreeSpace(folder);
    if (stored > MOVE_LIMITS.storedBytes)
      throw new MoveError("The other service has more data than a move can store.");
  };
  return {
    receive: async (bytes) => {
      received += bytes;
      const isDue = performance.now() - measuredAt > MEASURE_MS;
      if (isDue || stored + received > MOVE_LIMITS.storedBytes) await measure();
    },
    measure,
  };
}

/** How long a download that no process works on was not used. */
const IDLE_MS = 600_000;

/**
 * Deletes downloads of other moves while those of this host take too much: the ones that were not written to for the longest
 * time, such as those of moves that were stopped. When such a move continues, it reads again.
 */
async function makeRoom(id: string): Promise<void> {
  const others: { id: string; bytes: number; usedMs: number }[] = [];
  for (const other of await listFolders()) {
    if (other === id) continue;
    const { bytes, writtenMs } = await measureFolder(moveFolder(other));
    const found = await stat(moveFolder(other)).catch(() => null);
    others.push({ id: other, bytes, usedMs: Math.max(writtenMs, found?.mtimeMs ?? 0) });
  }
  let bytes = others.reduce((sum, other) => sum + other.bytes, 0);
  const idle = others
    .filter(({ usedMs }) => clock.now().getTime() - usedMs > IDLE_MS)
    .toSorted((one, other) => one.usedMs - other.usedMs);
  for (const other of idle) {
    if (bytes <= MOVE_LIMITS.hostBytes) return;
    await removeFolder(other.id);
    bytes -= other.bytes;
  }
}

/** Whether the person who started a move may still do it. */
export type PermissionCheck = (author: Author) => Promise<boolean>;

/** Ends a turn. The next one continues after the pause. */
class TurnEnded extends Error {
  constructor(readonly pauseMs = 0) {
    super("The next turn continues.");
  }
}

/** The run was stopped, has ended, or belongs to another process. */
class RunLost extends Error {}

/** How a process works on a run. Tests replace how requests are sent. */
export const runTools: { send: OutboundSender; sleep: (ms: number) => Promise<unknown> } = {
  send: sendOutbound,
  sleep: clock.wait,
};

/** Another process may be working: look again after this time. */
const BUSY_PAUSE_MS = 10_000;
/** Longer pauses that the service asks for end the turn. */
const LONGEST_PAUSE_IN_TURN_MS = 20_000;

/** A turn of a run, with what it needs. */
type Turn = { row: ServiceMoveRecord; runner: Runner; token: string; phase: "reading" | "writing" };

const authorOf = ({ organizationId, startedByType, startedById }: ServiceMoveRecord): Author => ({
  organizationId,
  actor: { type: startedByType as Actor["type"], id: startedById, name: "" },
});

const systemAuthor = ({ organizationId }: ServiceMoveRecord): Author => ({
  organizationId,
  actor: { type: "System", id: "service_move", name: "Move from another service" },
});

/** Creates the checks of a turn, and how it stores its progress. */
function createChecks(turn: Turn): Checks & { report: (line: string) => void } {
  const end = performance.now() + MOVE_LIMITS.turnMs;
  let progress: string | null = null;
  const endTurn = (): never => {
    throw new TurnEnded();
  };
  const mayContinue = async (): Promise<void> => {
    if (!(await renewRunner(turn.runner, turn.phase, progress))) throw new RunLost();
    if (clock.now().getTime() - (turn.row.startedAt?.getTime() ?? 0) > MOVE_LIMITS.runMs)
      throw new MoveError("The move took too long.");
  };
  return {
    mayContinue,
    mayReadOn: async () => {
      await mayContinue();
      if (performance.now() > end) endTurn();
    },
    endTurn,
    report: (line) => {
      progress = toShown(line, turn.token);
    },
  };
}

/** Reads the other service, or what is left of it. */
async function download(turn: Turn, checks: ReturnType<typeof createChecks>): Promise<CompleteDownload> {
  const { row, token } = turn;
  await useFolder(row.id);
  const complete = await readComplete(row.id);
  if (complete) return complete;
  await makeRoom(row.id);
  const folder = moveFolder(row.id);
  const space = createSpace(folder);
  const { path, report } = await downloadOrganization({
    source: { baseUrl: row.baseUrl, token, allowInsecure: env().WEBHOOKS_ALLOW_INSECURE },
    sourceOrganization: row.sourceId,
    folder,
    report: checks.report,
    tools: {
      send: limitSender(runTools.send, space, checks.mayContinue),
      sleep: async (ms) => {
        if (ms > LONGEST_PAUSE_IN_TURN_MS) {
          await requireRecentProgress(folder, row.startedAt ?? row.createdAt);
          throw new TurnEnded(ms);
        }
        await runTools.sleep(ms);
      },
    },
    limits: buildDownloadLimits(space, checks),
  });
  await space.measure();
  await checks.mayContinue();
  await saveComplete(row.id, { path, report });
  return { path, report };
}

/** Does a turn. Throws `TurnEnded` when there is more to do. */
async function work(turn: Turn): Promise<void> {
  const { row, runner, token } = turn;
  const checks = createChecks(turn);
  const { path, report } = await download(turn, checks);
  turn.phase = "writing";
  const rules = { hasWorkforce: await hasWorkforceAccess(row) };
  const progress = await moveInSteps({
    path,
    organizationId: row.organizationId,
    notGiven: LEFT_AS_THEY_ARE,
    take: (record) => takeRecord(record, rules),
    beforeBatch: async (client) => {
      if (!(await lockRunInBatch(client, runner))) throw new RunLost();
    },
    afterBatch: async ({ position }) => {
      checks.report(`${position} lines written`);
      await checks.mayReadOn();
    },
  });
  await withAuditEntry(systemAuthor(row), "service_move.finish", row.id, async () => {
    if (!(await lockRun(runner))) throw new RunLost();
    await finishSteps(progress);
    await saveMove(row, {
      state: "done",
      token: null,
      report: buildReport(progress, report, token),
      finishedAt: clock.now(),
    });
  });
  await removeFolder(row.id);
}

/** Ends a run that cannot go on, and deletes its token and download. */
async function failRun({ row, runner, token }: Turn, reason: string): Promise<void> {
  await withAuditEntry(systemAuthor(row), "service_move.fail", row.id, async () => {
    if (!(await lockRun(runner))) throw new RunLost();
    await saveMove(row, {
      state: "failed",
      token: null,
      stopReason: toShown(reason, token),
      finishedAt: clock.now(),
    });
  });
  await removeFolder(row.id);
}

const after = (ms: number): Date => new Date(clock.now().getTime() + ms);

/** Returns when a run that this process cannot work on is due again: not at all when it has ended. */
async function nextOfOthers(id: string): Promise<Date | null> {
  const row = await findAnyMove(id);
  return row?.state === "running" ? after(BUSY_PAUSE_MS) : null;
}

async function handleEnd(turn: Turn, error: unknown): Promise<Date | null> {
  if (error instanceof TurnEnded) {
    await releaseRunner(turn.runner);
    return after(error.pauseMs);
  }
  if (error instanceof RunLost) return nextOfOthers(turn.row.id);
  // A run that was stopped ends its last request.
  if (error instanceof SourceLocked) return handleEnd(turn, new TurnEnded(BUSY_PAUSE_MS));
  if (error instanceof MoveError)
    return failRun(turn, error.message).then(
      () => null,
      (second: unknown) => handleEnd(turn, second),
    );
  await releaseRunner(turn.runner);
  throw error;
}

/** Deletes what this host has read for a move before, and for the other moves of the organization. */
async function removeDownloads({ organizationId, id }: ServiceMoveRecord): Promise<void> {
  await removeFolder(id);
  for (const other of await findOtherMoves(organizationId, id)) await removeFolder(other.id);
}

/**
 * Works on a move for some seconds: reads the other service, or writes what was read. One process works on a move at a time,
 * and the permission of the person who started it is checked in each turn. Returns when the next turn is due, or null.
 */
export async function runMoveTurn(id: string, mayStillMove: PermissionCheck): Promise<Date | null> {
  const row = await findAnyMove(id);
  if (row?.state !== "running" || row.runId === null || row.token === null) return null;
  const runner = { id, runId: row.runId, runnerId: newId(), hostId: await readHostId() };
  if (!(await claimMove(runner))) return nextOfOthers(id);
  const token = serviceMoveTokens.decrypt(row.token, id);
  const turn: Turn = { row, runner, token, phase: "reading" };
  try {
    if (!(await mayStillMove(authorOf(row))))
      throw new MoveError("The person or token that started it may no longer do this.");
    // A move of an organization has a download only while no later one was started.
    if (row.phase === null) await removeDownloads(row);
    await work(turn);
    return null;
  } catch (error) {
    return handleEnd(turn, error);
  }
}
