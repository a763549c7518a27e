import { jobOutages } from "@/lib/kernel/outage-log";
import { resetWakeUpPauses, msUntilDue } from "@/lib/kernel/outbox/wake-ups";
import { wakeDue } from "./inngest";

const IDLE_MS = 1_000;
const MIN_PAUSE_MS = 250;
const MAX_PAUSE_MS = 30_000;

/** Computes how long to wait: until the next message is due, at most a second; twice as long after each failure. */
async function computePause(failures: number): Promise<number> {
  if (failures > 0) return Math.min(IDLE_MS * 2 ** (failures - 1), MAX_PAUSE_MS);
  const dueMs = (await msUntilDue()) ?? IDLE_MS;
  return Math.min(IDLE_MS, Math.max(MIN_PAUSE_MS, dueMs));
}

/**
 * Requests work from Inngest at the moment when it becomes due. The sweep covers the time when this process does not
 * run. New messages are found within a second.
 */
export function startWaker(): { stop: () => Promise<void> } {
  let stopped = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();
  const wakeAll = async (): Promise<number> => {
    let woken: number | null = 1;
    while (!stopped && woken) woken = await wakeDue();
    failures = woken === null ? failures + 1 : 0;
    return computePause(failures);
  };
  const wakeAndSchedule = async (): Promise<void> => {
    const pause = await wakeAll().then(
      (ms) => {
        jobOutages.recordSuccess("wakes");
        return ms;
      },
      (error: unknown) => {
        jobOutages.recordFailure("wakes", error);
        return IDLE_MS;
      },
    );
    if (!stopped) {
      timer = setTimeout(() => {
        turn = wakeAndSchedule();
      }, pause);
    }
  };
  turn = resetWakeUpPauses()
    .catch(() => undefined)
    .then(wakeAndSchedule);
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await turn;
    },
  };
}
