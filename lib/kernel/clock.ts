import { setTimeout } from "node:timers/promises";

/** The present, and waiting; the one place where tests may move or skip time. */
export const clock = {
  now: (): Date => new Date(),
  wait: (ms: number): Promise<void> => setTimeout(ms),
};
