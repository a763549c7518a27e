import { log } from "@/lib/kernel/log";
import { saveUses, type Use } from "./queries";

const FLUSH_MS = 5_000;
// On the process, not the module: Next bundles its own copy of this file, whose notes the server flushes at its end.
const shared = globalThis as typeof globalThis & { badgesTokenUses?: Map<string, Use> };
const waiting = (shared.badgesTokenUses ??= new Map<string, Use>());
let timer: NodeJS.Timeout | undefined;

/** Writes the uses noted so far; they are kept for the next time when the database does not answer. */
export async function flushUses(): Promise<void> {
  const uses = [...waiting.values()];
  waiting.clear();
  if (uses.length === 0) return;
  try {
    await saveUses(uses);
  } catch (error) {
    for (const use of uses) if (!waiting.has(use.id)) waiting.set(use.id, use);
    log.warn({ err: error }, "last uses of tokens not written yet");
  }
}

/** Notes a use, to be written with the others within five seconds: a request costs no write of its own. */
export function noteUse(id: string, usedAt: Date, succeeded: boolean): void {
  const succeededAt = succeeded ? usedAt : (waiting.get(id)?.succeededAt ?? null);
  waiting.set(id, { id, usedAt, succeededAt });
  timer ??= setTimeout(() => {
    timer = undefined;
    void flushUses();
  }, FLUSH_MS).unref();
}
