import { DamagedObjectError, decryptObject, encryptObject, fingerprintKey } from "./object-cipher";

export type StoredObject = { name: string; size: number };

/** Where backups are stored: a folder or a bucket. Names consist of segments that "/" separates. */
export type ObjectStore = {
  /** The address, as messages show it. */
  address: string;
  /** Stores an object whole or not at all, and overwrites one with the same name. */
  put: (name: string, content: Buffer) => Promise<void>;
  /** Stores an object unless there is one with its name. Returns whether it was stored. */
  create: (name: string, content: Buffer) => Promise<boolean>;
  /** Reads an object; null if it does not exist. */
  get: (name: string) => Promise<Buffer | null>;
  /** Lists the objects whose names begin with `prefix`, in the order of their names. */
  list: (prefix: string) => Promise<StoredObject[]>;
  remove: (name: string) => Promise<void>;
  /** Removes what was left of objects before this time by processes that were killed. Missing where nothing can be left. */
  removeDrafts?: (before: Date) => Promise<void>;
  /** Reads the free space and the size in bytes. Missing where there is no limit. */
  readSpace?: () => Promise<{ free: number; size: number }>;
};

/** A store that encrypts what is written to it. */
export type BackupStore = Omit<ObjectStore, "get"> & {
  /** Tells keys apart without saying anything about them. */
  keyFingerprint: string;
  /** The store without encryption. */
  unencrypted: ObjectStore;
  find: (name: string) => Promise<Buffer | null>;
  /** Reads an object. Throws `BackupError` if it is missing or was changed. */
  read: (name: string) => Promise<Buffer>;
};

/** Adds encryption to a store. */
export function createBackupStore(objects: ObjectStore, key: Buffer): BackupStore {
  const find = async (name: string): Promise<Buffer | null> => {
    const sealed = await objects.get(name);
    return sealed === null ? null : decryptObject(key, name, sealed);
  };
  return {
    address: objects.address,
    list: objects.list,
    remove: objects.remove,
    ...(objects.removeDrafts && { removeDrafts: objects.removeDrafts }),
    ...(objects.readSpace && { readSpace: objects.readSpace }),
    keyFingerprint: fingerprintKey(key),
    unencrypted: objects,
    put: (name, content) => objects.put(name, encryptObject(key, name, content)),
    create: (name, content) => objects.create(name, encryptObject(key, name, content)),
    find,
    read: async (name) => {
      const content = await find(name);
      if (content === null) throw new DamagedObjectError(`${name} is missing in ${objects.address}.`);
      return content;
    },
  };
}

const SIDE_BY_SIDE = 16;

/** Removes objects, several at a time. */
export async function removeObjects(store: BackupStore, names: string[]): Promise<void> {
  for (let at = 0; at < names.length; at += SIDE_BY_SIDE)
    await Promise.all(names.slice(at, at + SIDE_BY_SIDE).map((name) => store.remove(name)));
}
