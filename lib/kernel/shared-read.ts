/**
 * Lets concurrent requests share a read of the same data. A caller that arrives during a read waits for the next one,
 * which starts after the call: so the data is never older than the call, and a caller sees its own earlier writes. At
 * most two reads of a key are running or waiting at a time.
 *
 * Do not use it inside a transaction, which must see its own writes: check `isInTransaction` first.
 */
export function createSharedRead<Value>(): (key: string, read: () => Promise<Value>) => Promise<Value> {
  const running = new Map<string, Promise<Value>>();
  const waiting = new Map<string, Promise<Value>>();

  const start = (key: string, read: () => Promise<Value>): Promise<Value> => {
    waiting.delete(key);
    const reading = read().finally(() => running.delete(key));
    running.set(key, reading);
    return reading;
  };

  return (key, read) => {
    const next = waiting.get(key);
    if (next) return next;
    const current = running.get(key);
    if (!current) return start(key, read);
    // Only callers of the current read see its failure.
    const following = current.then(
      () => start(key, read),
      () => start(key, read),
    );
    waiting.set(key, following);
    return following;
  };
}

/**
 * Lets concurrent requests share one query for different keys, under the rules of `createSharedRead`: keys that arrive
 * during a query are read together by the next one. Returns null for a key that `readMany` did not find.
 */
export function createBatchedRead<Value>(
  readMany: (keys: string[]) => Promise<Map<string, Value>>,
): (key: string) => Promise<Value | null> {
  const sharedRead = createSharedRead<Map<string, Value>>();
  let next = new Set<string>();
  const readNext = (): Promise<Map<string, Value>> => {
    const keys = [...next];
    next = new Set();
    return readMany(keys);
  };
  return async (key) => {
    next.add(key);
    return (await sharedRead("", readNext)).get(key) ?? null;
  };
}
