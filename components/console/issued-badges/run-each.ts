import { ApiFailure } from "@/components/api";

/** The result for one id. `failure` is the error message, or null on success. */
export type EachResult = { id: string; failure: string | null };

const AT_ONCE = 4;

const reasonOf = (error: unknown): string =>
  error instanceof ApiFailure ? error.message : "Something went wrong.";

/**
 * Runs an action for each id, a few at a time. A failure does not stop the others. Calls `onDone` with the number of
 * finished ids.
 */
export async function runEach(
  ids: readonly string[],
  act: (id: string) => Promise<unknown>,
  onDone: (count: number) => void,
): Promise<EachResult[]> {
  const results: EachResult[] = [];
  const waiting = [...ids];
  const work = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const current = id;
      const failure = await act(current).then(
        () => null,
        (error: unknown) => reasonOf(error),
      );
      results.push({ id: current, failure });
      onDone(results.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return ids.flatMap((id) => results.find((result) => result.id === id) ?? []);
}
