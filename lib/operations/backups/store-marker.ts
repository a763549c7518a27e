import { randomUUID } from "node:crypto";
import type pg from "pg";
import { z } from "zod";
import {
  dropReservation,
  findKnownStore,
  findStoreByAddress,
  rememberStore,
  reserveStore,
} from "./known-stores";
import { listBackups, readManifest } from "./manifest";
import { BackupError, StoreUnavailableError } from "./object-cipher";
import type { BackupStore } from "./store";

// The first backup writes the object `store`, which names the store and the key, unencrypted. The database remembers the
// stores that it has made backups in. So a disk that is not mounted, another key and another installation are noticed
// before anything is written.

const NAME = "store";
const FORMAT = 1;

const Marker = z.object({ format: z.number().int(), store: z.uuid(), key: z.string() });
type Marker = z.infer<typeof Marker>;

/** The store has no backup of this installation yet. */
export class StoreNotReadyError extends BackupError {}

/** The object that names the store was changed, or is another program's. The backups beside it may be whole. */
class DamagedMarkerError extends BackupError {
  constructor(address: string) {
    super(
      `The object "${NAME}" in ${address} is damaged, so it does not say whose backups these are. Nothing is written there. ` +
        "Check that BACKUP_TO is right and that no other program writes there. Then copy the object from a copy of the store, " +
        `or remove it and run "admin backup create", which writes it again. The backups need no repair: "admin backup verify" checks them.`,
    );
  }
}

async function readMarker({ unencrypted, address }: BackupStore): Promise<Marker | null> {
  const content = await unencrypted.get(NAME);
  if (content === null) return null;
  try {
    return Marker.parse(JSON.parse(content.toString("utf8")));
  } catch {
    throw new DamagedMarkerError(address);
  }
}

function requireFittingMarker({ address, keyFingerprint }: BackupStore, { format, key }: Marker): void {
  if (format !== FORMAT)
    throw new BackupError(`${address} is from a later version of the service, which this one cannot use.`);
  if (key !== keyFingerprint)
    throw new BackupError(
      `BACKUP_KEY is not the key it was written with: ${address} has the key with the fingerprint ${key}, and BACKUP_KEY ` +
        `has ${keyFingerprint}. Set the key of this store, or another BACKUP_TO for a new key.`,
    );
}

/**
 * Before a store is read: throws `BackupError` if it was written with another key. Warns of a damaged marker, because backups
 * are read without it, and a restore must not fail for it.
 */
export async function requireReadableStore(
  store: BackupStore,
  warn: (message: string) => void,
): Promise<void> {
  try {
    const marker = await readMarker(store);
    if (marker !== null) requireFittingMarker(store, marker);
  } catch (error) {
    if (!(error instanceof DamagedMarkerError)) throw error;
    warn(`Warning: ${error.message}`);
  }
}

const notMounted = (address: string): StoreUnavailableError =>
  new StoreUnavailableError(
    `${address} is empty or not mounted: this installation has made backups there, but the object "${NAME}" is missing. ` +
      "Mount it, and try again. To begin a new store, set BACKUP_TO to another folder or prefix.",
  );

const otherInstallation = (address: string): BackupError =>
  new BackupError(
    `${address} has the backups of another installation, or of a database that was not restored from them. Set BACKUP_TO ` +
      "to a folder or prefix that no other installation uses.",
  );

/** For a store without backups: throws `StoreUnavailableError` if it lacks the marker, but `isKnown` to have had backups. */
export async function requireMounted(store: BackupStore, isKnown: () => Promise<boolean>): Promise<void> {
  if ((await store.unencrypted.get(NAME)) === null && (await isKnown())) throw notMounted(store.address);
}

/** Whether the database remembers backups in the store of this address. */
export const isKnownAddress = async (client: pg.Client, { address }: BackupStore): Promise<boolean> =>
  (await findStoreByAddress(client, address))?.isConfirmed ?? false;

/** Before the archive is written: throws unless the store is one of this installation. */
export async function requireOwnStore(client: pg.Client, store: BackupStore): Promise<void> {
  const marker = await readMarker(store);
  if (marker === null) {
    // Of an earlier version, whose archive goes on.
    if (await hasReadableBackup(store)) return claimStore(client, store);
    if (await isKnownAddress(client, store)) throw notMounted(store.address);
    throw new StoreNotReadyError(
      `There is no backup in ${store.address} yet. Create the first one with "admin backup create". The archive of an embedded ` +
        "database begins with it.",
    );
  }
  requireFittingMarker(store, marker);
  if (!(await findKnownStore(client, marker.store))) throw otherInstallation(store.address);
}

/** Whether the store has backups, and the key reads them. Throws `BackupError` for another key. */
async function hasReadableBackup(store: BackupStore): Promise<boolean> {
  const newest = (await listBackups(store)).findLast(({ isComplete }) => isComplete);
  if (newest === undefined) return false;
  await readManifest(store, newest.id);
  return true;
}

/** After the marker was written: remembers the store. Another process may have been first, also one of this installation. */
async function confirmStore(client: pg.Client, store: BackupStore, reserved: string): Promise<void> {
  const first = (await readMarker(store))?.store;
  if (first !== reserved) await dropReservation(client, reserved);
  if (first === undefined || !(await findKnownStore(client, first))) throw otherInstallation(store.address);
  await rememberStore(client, first, store.address);
}

/**
 * Before a backup is created: writes the marker of a new store, or one that earlier versions wrote to, and remembers it.
 * Throws `BackupError` when the store is not mounted, or has another key or another installation's backups.
 */
export async function claimStore(client: pg.Client, store: BackupStore): Promise<void> {
  const marker = await readMarker(store);
  if (marker !== null) {
    requireFittingMarker(store, marker);
    if (!(await findKnownStore(client, marker.store))) throw otherInstallation(store.address);
    return rememberStore(client, marker.store, store.address);
  }
  const known = await findStoreByAddress(client, store.address);
  if (!(await hasReadableBackup(store)) && known?.isConfirmed) throw notMounted(store.address);
  const id = known?.id ?? randomUUID();
  // Before the marker: a process that is killed after it must know the store as its own.
  await reserveStore(client, id, store.address);
  const created: Marker = { format: FORMAT, store: id, key: store.keyFingerprint };
  await store.unencrypted.create(NAME, Buffer.from(`${JSON.stringify(created)}\n`));
  await confirmStore(client, store, id);
}

/** After a restore: remembers the store that it was restored from, which older backups do not know. */
export async function rememberRestoredStore(client: pg.Client, store: BackupStore): Promise<void> {
  // With a damaged marker, of which the restore has warned, the store is not known until the marker is written again.
  const marker = await readMarker(store).catch((error: unknown) => {
    if (error instanceof DamagedMarkerError) return null;
    throw error;
  });
  if (marker !== null) await rememberStore(client, marker.store, store.address);
}
