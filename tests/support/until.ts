import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 25;

/**
 * Waits until `look` returns a value other than null, undefined or false. After `limitMs`, throws an error with `name`.
 */
export async function until<Found>(
  name: string,
  attempt: () => Promise<Found | null | undefined | false> | Found | null | undefined | false,
  limitMs = 60_000,
): Promise<Found> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const found = await attempt();
    if (found !== null && found !== undefined && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`Waited ${limitMs} ms in vain for ${name}.`);
    await sleep(POLL_MS);
  }
}
