import { filterPublishedImages } from "@/lib/credentials/public-pages/listing";
import { isUuid } from "@/lib/kernel/ids";
import { BEFORE_ALL_IDS } from "@/lib/kernel/list/id-batch";
import { digest } from "@/lib/kernel/secrets";
import { ExportFailure, UnavailableFailure } from "./files";
import type { ExportFolder } from "./folder";
import { KINDS, type ExportItem, type ExportKind } from "./kinds";
import { ASSETS, createLinkedFiles, IMAGES } from "./linked-files";
import type { ReadPublic } from "./reading";
import { removeOutdated, writeRecord, type RecordWriter } from "./records";
import type { ExportSummary } from "./schema";

const BATCH = 200;
const CONCURRENCY = 4;
const PROGRESS_MS = 2_000;
const REPORTED_FAILURES = 10;
/** Then the product does not work. What one record says never stops the others. */
const MAX_UNAVAILABLE_IN_A_ROW = 20;

export type ExportOptions = {
  folder: ExportFolder;
  /** The public origin of the installation. */
  origin: string;
  /** The id of the build. */
  build: string;
  isFull: boolean;
  read: ReadPublic;
  /** Gets a line about the progress. */
  report: (line: string) => void;
};

type Run = { writer: RecordWriter; summary: ExportSummary; report: (kind: string, isDone: boolean) => void };

function createReport(summary: ExportSummary, print: (line: string) => void): Run["report"] {
  let printedAt = Date.now();
  return (kind, isDone) => {
    if (!isDone && Date.now() - printedAt < PROGRESS_MS) return;
    printedAt = Date.now();
    const { items_updated: updated, items_unchanged: unchanged, failures } = summary;
    const failed = failures > 0 ? `, ${failures} failed` : "";
    print(`${kind}${isDone ? "" : " …"}: ${updated} updated, ${unchanged} unchanged${failed} so far`);
  };
}

function startRun(options: ExportOptions): Run {
  const { folder, origin, isFull, read } = options;
  const summary: ExportSummary = {
    directory: folder.directory,
    items_updated: 0,
    items_unchanged: 0,
    items_removed: 0,
    files_written: 0,
    files_removed: 0,
    failures: 0,
    failed: [],
  };
  const edition = digest(`${options.build}\n${origin}`).toString("hex").slice(0, 16);
  const countWritten = (files: number): void => void (summary.files_written += files);
  const countRemoved = (files: number): void => void (summary.files_removed += files);
  const writeLinked = createLinkedFiles({ folder, origin, edition, read }, countWritten);
  return {
    writer: { folder, origin, edition, isFull, read, writeLinked, countWritten, countRemoved },
    summary,
    report: createReport(summary, options.report),
  };
}

/** Returns the records with these keys that are public now. Keys that are no ids are of nothing. */
async function findItems(kind: ExportKind, keys: string[]): Promise<Map<string, ExportItem>> {
  const { items } = await kind.list({ ids: keys.filter(isUuid) });
  return new Map(items.map((item) => [item.key, item]));
}

/**
 * Throws when the database knows none of the organizations in the folder: it is another installation, or was not restored
 * yet, and the run would remove everything.
 */
async function checkDatabase({ writer }: Run): Promise<void> {
  const kind = KINDS.find(({ name }) => name === "organizations");
  for await (const keys of writer.folder.listKeys("organizations", BATCH)) {
    if (!kind || (await findItems(kind, keys)).size > 0) return;
    throw new Error(
      `The database has none of the organizations in ${writer.folder.directory}. Check DATABASE_URL and DATA_DIR, or ` +
        "choose a new folder.",
    );
  }
}

async function removeRecord({ writer, summary }: Run, kind: string, key: string, item: ExportItem | null) {
  if (await removeOutdated(writer, { kind, key, item })) summary.items_removed += 1;
}

/** Removes the files of records that are not public any more, and those that a record does not have any more. */
async function removeUnlisted(run: Run): Promise<void> {
  const { folder } = run.writer;
  for (const kind of KINDS)
    for await (const keys of folder.listKeys(kind.name, BATCH)) {
      const items = await findItems(kind, keys);
      for (const key of keys) await removeRecord(run, kind.name, key, items.get(key) ?? null);
    }
  for await (const keys of folder.listKeys(IMAGES, BATCH)) {
    const published = await filterPublishedImages(keys.filter(isUuid));
    for (const key of keys) if (!published.has(key)) await removeRecord(run, IMAGES, key, null);
  }
}

/** Counts a failure and throws when the product was not available too often in a row. */
function countFailure({ summary }: Run, error: ExportFailure, unavailableInARow: number): void {
  summary.failures += 1;
  if (summary.failed.length < REPORTED_FAILURES) summary.failed.push(error.message);
  if (unavailableInARow >= MAX_UNAVAILABLE_IN_A_ROW)
    throw new Error(`Stopped after ${unavailableInARow} failures in a row: ${error.message}.`);
}

/** Waits until all have ended, also when one fails, so that nothing is written after the folder is unlocked. */
async function waitForAll(running: Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(running);
  for (const result of results) if (result.status === "rejected") throw result.reason;
}

async function writeKind(run: Run, kind: ExportKind): Promise<void> {
  const { writer, summary } = run;
  let unavailableInARow = 0;
  const write = async (item: ExportItem): Promise<void> => {
    try {
      if (await writeRecord(writer, kind.name, item)) summary.items_updated += 1;
      else summary.items_unchanged += 1;
      unavailableInARow = 0;
    } catch (error) {
      if (!(error instanceof ExportFailure)) throw error;
      unavailableInARow = error instanceof UnavailableFailure ? unavailableInARow + 1 : 0;
      countFailure(run, error, unavailableInARow);
    }
    run.report(kind.name, false);
  };
  let after: string | null = BEFORE_ALL_IDS;
  while (after !== null) {
    const { items, last } = await kind.list({ after, limit: BATCH });
    const queue = items.values();
    const work = async (): Promise<void> => {
      for (const item of queue) await write(item);
    };
    await waitForAll(Array.from({ length: CONCURRENCY }, work));
    after = last;
  }
  run.report(kind.name, true);
}

/** Removes styles and fonts of earlier builds, which no page names any more. */
async function removeEarlierAssets({ writer }: Run): Promise<void> {
  const { folder, edition, countRemoved } = writer;
  const current = (await folder.readState(ASSETS, edition))?.files ?? [];
  for await (const keys of folder.listKeys(ASSETS, BATCH))
    for (const key of keys.filter((one) => one !== edition)) {
      const files = (await folder.readState(ASSETS, key))?.files ?? [];
      for (const file of files) if (!current.includes(file) && (await folder.remove(file))) countRemoved(1);
      await folder.removeState(ASSETS, key);
    }
}

/**
 * Writes what anyone can read of the service into a folder, as files that a web server serves at the same addresses
 * (decision 0102), or brings an earlier export up to date. What is not public any more is removed first. A record that
 * cannot be read is counted, and tried again by the next run. Throws when a file cannot be written.
 */
export async function exportPublicFiles(options: ExportOptions): Promise<ExportSummary> {
  const run = startRun(options);
  await checkDatabase(run);
  await removeUnlisted(run);
  for (const kind of KINDS) await writeKind(run, kind);
  if (run.summary.failures === 0) await removeEarlierAssets(run);
  return run.summary;
}
