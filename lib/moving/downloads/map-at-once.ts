/** Requests that are sent at once: a service that is in use has to serve others too. */
const AT_ONCE = 4;

/** Does the work for each item, a few at once, and returns the results in the order of the items. */
export async function mapAtOnce<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = [...items.entries()];
  const drain = async (): Promise<void> => {
    try {
      for (let one = queue.shift(); one !== undefined; one = queue.shift())
        results[one[0]] = await work(one[1]);
    } catch (error) {
      queue.length = 0;
      throw error;
    }
  };
  const running = Array.from({ length: AT_ONCE }, drain);
  try {
    await Promise.all(running);
  } finally {
    // After an error, so that nothing goes on when the caller sees it.
    await Promise.allSettled(running);
  }
  return results;
}
