import { busy } from "@/lib/kernel/errors";

/**
 * Lets work that takes the processor for a while run `most` at a time, the rest in the order it came, because requests
 * need the processor too. When `waiting` wait already, more is refused with 503: nobody would wait that long.
 */
export function limitConcurrency(maxRunning: number, maxWaiting: number) {
  let running = 0;
  const queue: (() => void)[] = [];
  const enter = async (): Promise<void> => {
    if (running < maxRunning) {
      running += 1;
      return;
    }
    if (queue.length >= maxWaiting) throw busy();
    // Whoever leaves hands its place on.
    await new Promise<void>((resolve) => queue.push(resolve));
  };
  const leave = (): void => {
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  };
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
