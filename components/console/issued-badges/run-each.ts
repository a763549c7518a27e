import { ApiFailure } from "@/components/api";

/** The result for one id. `failure` is the error message, or null on success. */
export type ItemResult = { id: string; failure: string | null };

const CONCURRENCY = 4;

const failureMessage = (error: unknown): string =>
  error instanceof ApiFailure ? error.message : "Something went wrong. Try again.";

/**
 * Runs an action for each id, a few at a time. A failure does not stop the others. Calls `onProgress` with the number of
 * finished ids.
 */
export async function runEach(
  ids: readonly string[],
  action: (id: string) => Promise<unknown>,
  onProgress: (count: number) => void,
): Promise<ItemResult[]> {
  const results: ItemResult[] = [];
  const pendingIds = [...ids];
  const runWorker = async (): Promise<void> => {
    for (let id = pendingIds.shift(); id !== undefined; id = pendingIds.shift()) {
      const itemId = id;
      const failure = await action(itemId).then(
        () => null,
        (error: unknown) => failureMessage(error),
      );
      results.push({ id: itemId, failure });
      onProgress(results.length);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, runWorker));
  return ids.flatMap((id) => results.find((result) => result.id === id) ?? []);
}
