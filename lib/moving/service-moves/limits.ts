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
  /** Of all downloads of a host. Those that no process works on make room for others. */
  hostBytes: 6 * 1024 * MEBIBYTE,
  /** What a download leaves free on the disk: the database may use the same one. */
  freeBytes: 1024 * MEBIBYTE,
  /** How long the other service may fail to serve anything that the download can store. */
  silentMs: 3_600_000,
  drawnInTurn: 100,
  turnMs: 30_000,
  runMs: 24 * 3_600_000,
};

/** The space that a download takes. Each function throws `MoveError` when it is too much. */
export type Space = {
  /** Counts bytes that were received. */
  receive: (bytes: number) => Promise<void>;
  measure: () => Promise<void>;
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
