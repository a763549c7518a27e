/**
 * Lets requests side by side share a read of the same thing. Who asks while such a read is under way waits for the next
 * one, which begins after that: so an answer is never older than the question, and whoever wrote something before
 * asking finds it. However many ask, two reads of a key are under way or waiting at most.
 *
 * Not for a read inside a transaction, which must see what that transaction wrote: ask `isInTransaction` first.
 */
export function sharedRead<Value>(): (key: string, read: () => Promise<Value>) => Promise<Value> {
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
    // Whether the one under way fails is the affair of those who wait for it.
    const following = current.then(
      () => start(key, read),
      () => start(key, read),
    );
    waiting.set(key, following);
    return following;
  };
}
