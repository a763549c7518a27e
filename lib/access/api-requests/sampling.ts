/** How many requests of each kind an organization gets stored completely in one minute, by each server process. */
const FULL_PER_MINUTE = 60;
/** Beyond that, one of so many is stored, up to twice the number. */
const ONE_OF = 20;
const MOST_PER_MINUTE = 2 * FULL_PER_MINUTE;

const MINUTE_MS = 60_000;

type Counts = { seen: number; kept: number };

/** Decides which requests are stored. */
export type Sampler = { keeps: (organizationId: string, isError: boolean, at: Date) => boolean };

/**
 * Creates a sampler. Errors are counted apart from other requests, so that many successful ones hide no error. What it
 * remembers is of the current minute only.
 */
export function createSampler(): Sampler {
  let minute = 0;
  const counts = new Map<string, Counts>();
  return {
    keeps: (organizationId, isError, at) => {
      const current = Math.floor(at.getTime() / MINUTE_MS);
      if (current !== minute) counts.clear();
      minute = current;
      const key = `${organizationId} ${isError}`;
      const count = counts.get(key) ?? { seen: 0, kept: 0 };
      counts.set(key, count);
      count.seen += 1;
      const isKept =
        count.kept < FULL_PER_MINUTE || (count.kept < MOST_PER_MINUTE && count.seen % ONE_OF === 0);
      if (isKept) count.kept += 1;
      return isKept;
    },
  };
}
