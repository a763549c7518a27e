import { Counter, Gauge, type MetricObjectWithValues, type MetricValue, Registry } from "prom-client";

type Families = MetricObjectWithValues<MetricValue<string>>[];

/** The archive of the log of the embedded database, as the supervisor that writes it knows it. */
export type ArchiveStatus = {
  failures: number;
  /** In milliseconds; null if it never failed since the start. */
  lastFailureAt: number | null;
  isFailing: boolean;
  /** The time before which everything acknowledged is archived; null until something was, and without a backup. */
  completeUntil: number | null;
  /** Whether the log is archived, but no backup continues with this archive, so that nothing can be restored from it. */
  isWithoutBackup: boolean;
  /** Bytes of the log that the database keeps because the archive does not have them; null if unknown. */
  pendingBytes: number | null;
};

/** The store of backups. What could not be read at the last attempt is as it was before. */
export type StoreStatus = {
  isReachable: boolean;
  backups: number | null;
  /** When the newest complete backup was finished, in milliseconds. */
  newestAt: number | null;
  /** Of a folder; null for a bucket. */
  space: { free: number; size: number } | null;
  verification: { at: number; isPassed: boolean } | null;
};

/** What the metrics show of backups: null for what this installation does not have. */
export type BackupStatus = { archive: ArchiveStatus | null; store: StoreStatus | null };

type AddGauge = (name: string, help: string, value: number | null) => void;

function addArchive(add: AddGauge, registry: Registry, archive: ArchiveStatus): void {
  const failures = new Counter({
    name: "wal_archive_failures_total",
    help: "Failed attempts to archive the log of the embedded database since the start.",
    registers: [registry],
  });
  failures.inc(archive.failures);
  const { lastFailureAt, completeUntil } = archive;
  add(
    "wal_archive_failing",
    "1 while the log of the embedded database cannot be archived.",
    Number(archive.isFailing),
  );
  add("wal_archive_last_failure_timestamp_seconds", "When archiving last failed.", toSeconds(lastFailureAt));
  add(
    "wal_archive_complete_timestamp_seconds",
    "The time until which the archive is complete.",
    toSeconds(completeUntil),
  );
  add(
    "wal_archive_without_backup",
    "1 while no backup continues with the present archive.",
    Number(archive.isWithoutBackup),
  );
  add(
    "wal_archive_pending_bytes",
    "Log that the database keeps because it is not archived.",
    archive.pendingBytes,
  );
}

const toSeconds = (ms: number | null): number | null => (ms === null ? null : ms / 1_000);

function addStore(add: AddGauge, { isReachable, backups, newestAt, space, verification }: StoreStatus): void {
  add(
    "backup_store_reachable",
    "1 if the store of backups could be read at the last attempt.",
    Number(isReachable),
  );
  add("backups_stored", "Complete backups in the store.", backups);
  add(
    "backup_newest_timestamp_seconds",
    "When the newest complete backup was finished.",
    toSeconds(newestAt),
  );
  add("backup_store_free_bytes", "Free space of the folder for backups.", space?.free ?? null);
  add("backup_store_size_bytes", "Size of the file system of the folder for backups.", space?.size ?? null);
  add(
    "backup_verification_timestamp_seconds",
    "When a backup was last verified.",
    toSeconds(verification?.at ?? null),
  );
  add(
    "backup_verification_passed",
    "1 if the last verified backup was complete and unchanged.",
    verification === null ? null : Number(verification.isPassed),
  );
}

/** Describes the backups of the installation as metrics. A number that is not known is absent. */
export async function describeBackups({ archive, store }: BackupStatus): Promise<Families> {
  const registry = new Registry();
  const add: AddGauge = (name, help, value) => {
    if (value !== null) new Gauge({ name, help, registers: [registry] }).set(value);
  };
  if (archive !== null) addArchive(add, registry, archive);
  if (store !== null) addStore(add, store);
  return (await registry.getMetricsAsJSON()) as Families;
}
