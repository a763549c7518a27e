import { busy } from "@/lib/kernel/errors";
import { requireNoTransaction } from "@/lib/kernel/waits";

/**
 * Runs at most `maxRunning` calls at a time and the rest in order, for work that uses the processor for long, which
 * requests need too. Throws 503 when `maxWaiting` calls already wait, and an error inside a transaction, in which `what`
 * names the work.
 */
export function limitConcurrency(what: string, maxRunning: number, maxWaiting: number) {
  let running = 0;
  const queue: (() => void)[] = [];
  const enter = async (): Promise<void> => {
    if (running < maxRunning) {
      running += 1;
      return;
    }
    if (queue.length >= maxWaiting) throw busy();
    // A call that ends passes its place to this one.
    await new Promise<void>((resolve) => queue.push(resolve));
  };
  const leave = (): void => {
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  };
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    requireNoTransaction(what);
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
