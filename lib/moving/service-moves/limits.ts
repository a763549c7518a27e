import { readdir, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { clock } from "@/lib/kernel/clock";
import { hasTooManyValues } from "@/lib/kernel/json-values";
import { MoveError } from "@/lib/moving/imports/schema";
import type { DownloadLimits } from "@/lib/moving/downloads/limits";
import type { SourceTools } from "@/lib/moving/downloads/client";
import type { OutboundSender } from "@/lib/platform/outbound/send";

const MEBIBYTE = 1024 * 1024;

/** What a move of an organization may take of another service (docs/operating/moving-in.md). Tests set smaller values. */
export const MOVE_LIMITS = {
  inspectionBytes: MEBIBYTE,
  inspectionMs: 20_000,
  pageBytes: 8 * MEBIBYTE,
  pictureBytes: 5 * MEBIBYTE,
  pageItems: 1_000,
  /** Values of JSON in a page: small ones take much more memory than bytes. */
  pageValues: 400_000,
  /** Characters of an item, as JSON. */
  itemLength: 256 * 1024,
  pagesAtOnce: 2,
  /** Characters that stay in memory: templates, recommendations, groups, and what was lost. */
  keptLength: 64 * 1024 * 1024,
  templates: 10_000,
  badges: 250_000,
  employees: 200_000,
  /** Of every other list. */
  others: 10_000,
  pictures: 10_000,
  /** Of the download in its folder. */
  storedBytes: 4 * 1024 * MEBIBYTE,
  /** What a download leaves free on the disk: the database may use the same one. */
  freeBytes: 1024 * MEBIBYTE,
  /** How long the other service may fail to serve anything that the download can store. */
  silentMs: 3_600_000,
  drawnInTurn: 100,
  turnMs: 30_000,
  runMs: 24 * 3_600_000,
};

const REQUEST_MS = 30_000;

const isPicture = (headers: Record<string, string> = {}): boolean => headers.accept === "image/*";

/** Throws `MoveError` for a page that would take too much memory when it is parsed. */
function requireFewValues(body: Buffer): void {
  if (hasTooManyValues(body.toString(), MOVE_LIMITS.pageValues))
    throw new MoveError(
      `A page of the other service has too many values. At most ${MOVE_LIMITS.pageValues} are read.`,
    );
}

/** Sends requests that read at most a page or a picture. */
export const limitSender =
  (send: OutboundSender, space: Space, before: () => Promise<void>): OutboundSender =>
  async (input) => {
    await before();
    const max = isPicture(input.headers) ? MOVE_LIMITS.pictureBytes : MOVE_LIMITS.pageBytes;
    const result = await send({
      ...input,
      timeoutMs: Math.min(input.timeoutMs, REQUEST_MS),
      maxResponseBytes: Math.min(input.maxResponseBytes, max),
      onOverflow: "fail",
    });
    if (result.kind !== "response") return result;
    await space.receive(result.body.length);
    if (!isPicture(input.headers)) requireFewValues(result.body);
    return result;
  };

/** Sends the requests of an inspection, which ends after some seconds and waits for nothing. */
export function createInspectionTools(send: OutboundSender): SourceTools {
  const end = performance.now() + MOVE_LIMITS.inspectionMs;
  return {
    send: (input) =>
      send({
        ...input,
        timeoutMs: Math.min(input.timeoutMs, end - performance.now()),
        maxResponseBytes: MOVE_LIMITS.inspectionBytes,
        onOverflow: "fail",
      }),
    sleep: () => Promise.reject(new MoveError("The other service does not respond. Try again later.")),
  };
}

/** Returns the most items that a part of the download may have. */
function maxItems(part: string): number {
  if (part === "badge_templates" || part === "missing_templates") return MOVE_LIMITS.templates;
  // Each template stands once beside its badges.
  if (part === "badges") return MOVE_LIMITS.badges + MOVE_LIMITS.templates;
  if (part.endsWith("_badges")) return MOVE_LIMITS.badges;
  return part.startsWith("employee") ? MOVE_LIMITS.employees : MOVE_LIMITS.others;
}

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
export async function requireRecentProgress(folder: string, startedAt: Date): Promise<void> {
  const { writtenMs } = await measureFolder(folder);
  if (clock.now().getTime() - Math.max(writtenMs, startedAt.getTime()) <= MOVE_LIMITS.silentMs) return;
  const minutes = MOVE_LIMITS.silentMs / 60_000;
  throw new MoveError(`The other service has failed for ${minutes} minutes. Move again when it responds.`);
}

/** The space that a download takes. Each function throws `MoveError` when it is too much. */
type Space = {
  /** Counts bytes that were received. */
  receive: (bytes: number) => Promise<void>;
  measure: () => Promise<void>;
};

/** Measures the folder every few seconds, and whenever what was received since could be too much. */
const MEASURE_MS = 2_000;

export function createSpace(folder: string): Space {
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

/** How a turn of a run is checked on the way. Each may throw. */
export type Checks = {
  /** The run was not stopped and has time left. */
  mayContinue: () => Promise<void>;
  /** The turn has time left, too. Called when everything that was read is stored. */
  mayReadOn: () => Promise<void>;
  endTurn: () => never;
};

/** Counts characters that stay in memory. */
function createKeep(): (characters: number) => void {
  let kept = 0;
  return (characters) => {
    kept += characters;
    if (kept > MOVE_LIMITS.keptLength)
      throw new MoveError(
        "The other service has more text in its templates and groups than a move can hold.",
      );
  };
}

/** Builds the limits of a download from the checks of its turn. */
export const buildDownloadLimits = (space: Space, checks: Checks): DownloadLimits => ({
  afterPage: async () => {
    await space.measure();
    await checks.mayReadOn();
  },
  // A folder with many pictures is measured now and then.
  afterPicture: checks.mayReadOn,
  duringWork: async () => {
    await space.measure();
    await checks.mayContinue();
  },
  maxItems,
  maxPictures: MOVE_LIMITS.pictures,
  maxPageItems: MOVE_LIMITS.pageItems,
  maxItemLength: MOVE_LIMITS.itemLength,
  pagesAtOnce: MOVE_LIMITS.pagesAtOnce,
  keep: createKeep(),
  afterDrawing: async (count) => {
    await space.measure();
    await checks.mayContinue();
    if (count >= MOVE_LIMITS.drawnInTurn) checks.endTurn();
  },
});
