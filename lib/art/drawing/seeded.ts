import { createHash } from "node:crypto";

/** A sequence of choices that is the same for the same seed on every machine. */
export interface Choices {
  /** Returns an integer from `low` to `high`, both included. */
  integer: (low: number, high: number) => number;
  pick: <T>(options: readonly [T, ...T[]]) => T;
}

/** Creates choices from SHA-256 in counter mode: seeds that differ by one letter give unrelated choices. */
export function createChoices(seed: string): Choices {
  let counter = 0;
  const next = (): number => {
    counter += 1;
    return createHash("sha256").update(`${counter}:${seed}`).digest().readUInt32BE(0);
  };
  return {
    integer: (low, high) => low + (next() % (high - low + 1)),
    pick: (options) => options[next() % options.length] ?? options[0],
  };
}
