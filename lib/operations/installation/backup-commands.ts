import { z } from "zod";
import { line } from "@/lib/kernel/fields";
import { createBackup, restoreBackup, verifyBackup } from "./backups";
import { command, type Command, type ListResult } from "./command-line";
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
import { printProgress } from "@/lib/kernel/program-log";

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
    if (gap !== null) printProgress(`Backup ${id}: ${describeGap(gap)}`, "warn");
    if (ended !== null) printProgress(`Backup ${id}: ${describeEnd(continuation)}`, "warn");
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
    printProgress(error.message, "warn");
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
async function listBackups(): Promise<ListResult<ListItem>> {
  const store = withKeptLists(openBackupStore());
  await requireReadableStore(store, printProgress);
  const items: ListItem[] = [];
  for (const entry of await listEntries(store)) items.push(await describeEntry(store, entry));
  return { items, page: 1, total_pages: 1, total_count: items.length };
}

const backupOption = () => line().min(1, "can't be blank").optional();
const keepOption = () =>
  z.coerce.number({ error: "must be a whole number from 1" }).int().min(1).max(10_000).optional();
const momentOption = () =>
  z.iso
    .datetime({ offset: true, error: "must be a time with its zone such as 2026-12-31T23:59:59Z" })
    .optional();

const STORE = "Needs BACKUP_TO and BACKUP_KEY.";

/** The commands for backups. They open what they need by themselves. */
export const BACKUP_COMMANDS: Command[] = [
  command({
    name: "backup create",
    usage: "[--keep NUMBER]",
    help: `Stores an encrypted backup in BACKUP_TO while the service runs or is stopped: the files of the embedded database
with its secrets, or all rows of the database of DATABASE_URL. ${STORE} With --keep the newest NUMBER
backups are kept; older ones, and what only they needed of the archive, are deleted once the new one is complete.
Exit code 3 if the new backup is complete, but older ones could not be deleted: the next run tries it again.
Prints its progress to the error stream.`,
    given: { keep: keepOption() },
    run: createBackup,
    exitCode: ({ removal_failed: reason }) => (reason === null ? 0 : 3),
    isWithoutDatabase: true,
  }),
  command({
    name: "backup list",
    help: `Lists the backups, oldest first. With the embedded database any moment between the last two columns can be
restored, as far as the log was archived. ${STORE}`,
    given: {},
    run: listBackups,
    isWithoutDatabase: true,
  }),
  command({
    name: "backup verify",
    usage: "[--backup ID]",
    help: `Reads a whole backup and its archive, the newest by default, and checks that nothing is missing or was changed.
Exit code 1 if it cannot be restored. ${STORE}`,
    given: { backup: backupOption() },
    run: verifyBackup,
    isWithoutDatabase: true,
  }),
  command({
    name: "backup restore",
    usage: "[--backup ID] [--moment TIME] [--until-gap] [--replace]",
    help: `Restores a backup, the newest by default, into DATA_DIR or into the empty database of DATABASE_URL, and
prepares it for a start of the service. Stop the service first. Everything that was acknowledged before
--moment is restored, and nothing after it (embedded database only); without it, everything that was archived. Nothing
is written if anything of the backup is missing or was changed, or if there is data already. --replace keeps the
present data of DATA_DIR under other names. If a part of the archived log is missing, the restore is refused, unless --moment is
before the gap or --until-gap is given. Can be repeated after it was interrupted. ${STORE}`,
    given: {
      backup: backupOption(),
      moment: momentOption(),
      "until-gap": z.boolean().default(false),
      replace: z.boolean().default(false),
    },
    run: restoreBackup,
    isWithoutDatabase: true,
  }),
];
