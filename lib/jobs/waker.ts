import { log } from "@/lib/kernel/log";
import { wakeDue } from "./inngest";

const IDLE_MS = 1_000;

/** Asks Inngest, once a second, to wake what became due; the sweep covers the time when this does not run. */
export function startWaker(): { stop: () => Promise<void> } {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();
  const round = async (): Promise<void> => {
    try {
      while (!stopped && (await wakeDue()) > 0);
    } catch (error) {
      log.warn({ err: error }, "Inngest not reached; trying again");
    }
    if (!stopped) {
      timer = setTimeout(() => {
        turn = round();
      }, IDLE_MS);
    }
  };
  turn = round();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await turn;
    },
  };
}
