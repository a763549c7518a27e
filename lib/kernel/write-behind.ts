import { log } from "./log";
import { describeFailure } from "./outage-log";

/** Items that are collected in memory and stored together within some seconds, so that a request needs no write. */
export type WriteBehind<Item> = {
  /** Adds an item. It only changes the memory. */
  add: (item: Item) => void;
  /**
   * Stores what was added so far, and resolves when nothing is being stored any more. A server calls it when it stops.
   * What could not be stored is kept for the next time.
   */
  flush: () => Promise<void>;
};

type Settings<Item> = {
  /** Names the items in the log. */
  name: string;
  /** How long after the first item all of them are stored. */
  delayMs: number;
  /** Items of one key are combined. Without it, each item is kept by itself. */
  combining?: { key: (item: Item) => string; combine: (earlier: Item, later: Item) => Item };
  /**
   * An item that cannot be combined is lost when so many others wait, which happens while the database is away: the
   * memory must stay bounded.
   */
  maxWaiting: (item: Item) => number;
  store: (items: Item[]) => Promise<void>;
  /** How many items `store` gets at a time. All of them without it. */
  batchSize?: number;
  /** Whether a batch that failed with this error is kept and tried again. Always without it. */
  isTemporary?: (error: unknown) => boolean;
};

/** Creates a buffer. An item is lost only when too many wait, or the process is killed before they are stored. */
export function createWriteBehind<Item>(settings: Settings<Item>): WriteBehind<Item> {
  const { name, delayMs, combining, maxWaiting, store, batchSize = Infinity } = settings;
  const { isTemporary = () => true } = settings;
  let waiting = new Map<string | symbol, Item>();
  let lost = 0;
  let storing = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  function keep(item: Item): void {
    const key = combining?.key(item) ?? Symbol(name);
    const earlier = waiting.get(key);
    if (combining && earlier !== undefined) waiting.set(key, combining.combine(earlier, item));
    else if (waiting.size < maxWaiting(item)) waiting.set(key, item);
    else lost += 1;
  }

  /** Stores a batch; false when it is to be tried again. */
  async function storeBatch(batch: Item[]): Promise<boolean> {
    try {
      await store(batch);
      return true;
    } catch (error) {
      const isKept = isTemporary(error);
      log.warn(
        { ...describeFailure(error), items: batch.length },
        `${name} not stored${isKept ? " yet" : ""}`,
      );
      return !isKept;
    }
  }

  function takeWaiting(): Item[] {
    const items = [...waiting.values()];
    waiting = new Map();
    if (lost > 0) log.warn({ lost }, `${name} lost, because too many wait to be stored`);
    lost = 0;
    return items;
  }

  async function storeWaiting(): Promise<void> {
    const items = takeWaiting();
    for (let at = 0; at < items.length; at += batchSize) {
      if (await storeBatch(items.slice(at, at + batchSize))) continue;
      const later = [...waiting.values()];
      waiting = new Map();
      for (const item of [...items.slice(at), ...later]) keep(item);
      schedule();
      return;
    }
  }

  // One after the other, so that a server that stops also waits for items that are being stored.
  const flush = (): Promise<void> => (storing = storing.then(storeWaiting));

  function schedule(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      void flush();
    }, delayMs).unref();
  }

  const add = (item: Item): void => {
    keep(item);
    schedule();
  };

  return { add, flush };
}
