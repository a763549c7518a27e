import { claimDueOf, type Share } from "./claim";
import { noteResting, noteWorking, WORKING_MS } from "./wakes";
import { Worker, type Job } from "./worker";

type Underway = { isEnding: boolean; workers: Map<Worker, Promise<unknown>> };

// On the process, not the module: Next bundles its own copy of this file, and the server's end concerns both.
const shared = globalThis as typeof globalThis & { badgesWork?: Underway };
const underWay = (): Underway => (shared.badgesWork ??= { isEnding: false, workers: new Map() });

/** Messages of one organization (null: of the installation itself), as many as its share allows beside those in work. */
const claimFor = (job: Job, organizationId: string | null) => (share: Share) => {
  const inWork = organizationId ? (share.inWork?.get(organizationId) ?? 0) : 0;
  const limit = Math.min(share.limit, share.perOrganization - inWork);
  return limit > 0 ? claimDueOf(job.kind, organizationId, { ...share, limit }) : Promise.resolve([]);
};

/**
 * Works for some seconds on what is due of one kind for one organization, side by side and under the same leases as the
 * embedded runner: what an outside scheduler calls, turn by turn, until it returns false (nothing more is due).
 */
export async function workDue(job: Job, organizationId: string | null, turn: number): Promise<boolean> {
  const { isEnding, workers } = underWay();
  // Another process goes on.
  if (isEnding) return true;
  const owner = { kind: job.kind, organizationId };
  await noteWorking(owner, turn === 1);
  const worker = new Worker(job, claimFor(job, organizationId));
  const running = worker.runFor(WORKING_MS, () => noteResting(owner));
  workers.set(worker, running);
  try {
    return await running;
  } finally {
    workers.delete(worker);
  }
}

/** The process ends: takes nothing more, and resolves when the attempts in hand are over and their outcomes stored. */
export async function endWork(): Promise<void> {
  const current = underWay();
  current.isEnding = true;
  await Promise.allSettled([...current.workers].map(([worker, running]) => worker.stop(running)));
}
