import {
  type BackupEntry,
  listBackups as listEntries,
  type Manifest,
  readManifest,
} from "@/lib/operations/backups/manifest";
import { BackupError } from "@/lib/operations/backups/object-cipher";
import { parsePosition } from "@/lib/operations/backups/positions";
import type { BackupStore } from "@/lib/operations/backups/store";
import { requireReadableStore } from "@/lib/operations/backups/store-marker";
import { NO_CONTINUATION } from "@/lib/operations/backups/verify-log";
import {
  type Continuation,
  describeEnd,
  describeGap,
  findContinuation,
} from "@/lib/operations/backups/continuation";
import { openBackupStore } from "./backup-store";
import type { ListResult } from "./list-result";

const printProgress = (line: string): void => void process.stderr.write(`${line}\n`);

/** Finds what the archive has after the end of a backup. */
async function readContinuation(store: BackupStore, { content }: Manifest): Promise<Continuation> {
  if (content.kind !== "files" || content.archive === null) return NO_CONTINUATION;
  return findContinuation(store, content.archive, parsePosition(content.end_position));
}

type ListItem = {
  backup: string;
  state: "complete" | "unfinished" | "unreadable";
  kind: string | null;
  bytes: number;
  contains_until: string | null;
  any_moment_from: string | null;
  any_moment_until: string | null;
  /** The archive that continues the backup. */
  archive: string | null;
};

async function describeEntry(store: BackupStore, { id, isComplete, size }: BackupEntry): Promise<ListItem> {
  const describe = (state: ListItem["state"], known: Partial<ListItem> = {}): ListItem => ({
    backup: id,
    state,
    kind: null,
    bytes: size,
    contains_until: null,
    any_moment_from: null,
    any_moment_until: null,
    archive: null,
    ...known,
  });
  if (!isComplete) return describe("unfinished");
  try {
    const manifest = await readManifest(store, id);
    const continuation = await readContinuation(store, manifest);
    const { until, gap, ended } = continuation;
    if (gap !== null) printProgress(`Backup ${id}: ${describeGap(gap)}`);
    if (ended !== null) printProgress(`Backup ${id}: ${describeEnd(continuation)}`);
    const hasMoments = until !== null && until > manifest.finished_at;
    return describe("complete", {
      kind: manifest.content.kind,
      contains_until: manifest.contains_until,
      any_moment_from: hasMoments ? manifest.finished_at : null,
      any_moment_until: hasMoments ? until : null,
      archive: manifest.content.kind === "files" ? manifest.content.archive : null,
    });
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    printProgress(error.message);
    return describe("unreadable");
  }
}

/** Lists each prefix once: all backups of one archive have its list. */
function withKeptLists(store: BackupStore): BackupStore {
  const lists = new Map<string, ReturnType<BackupStore["list"]>>();
  const list: BackupStore["list"] = (prefix) => {
    const known = lists.get(prefix) ?? store.list(prefix);
    lists.set(prefix, known);
    return known;
  };
  return { ...store, list };
}

/** Lists the backups of the store, oldest first, and the moments that can be restored. */
export async function listBackups(): Promise<ListResult<ListItem>> {
  const store = withKeptLists(openBackupStore());
  await requireReadableStore(store, (line) => void process.stderr.write(`${line}\n`));
  const items: ListItem[] = [];
  for (const entry of await listEntries(store)) items.push(await describeEntry(store, entry));
  return { items, page: 1, total_pages: 1, total_count: items.length };
}
