import { claimDueOf, type Share } from "./claim";
import { noteResting, noteWorking, WORKING_MS } from "./wakes";
import { Worker, type Job } from "./worker";

type Underway = { isEnding: boolean; workers: Map<Worker, Promise<unknown>> };

// On the global object, not in the module: Next bundles its own copy of this file, and stopping the server affects
// both.
const shared = globalThis as typeof globalThis & { badgesWork?: Underway };
const underWay = (): Underway => (shared.badgesWork ??= { isEnding: false, workers: new Map() });

/**
 * Claims messages of one organization (null: of the installation itself), up to its limit including those in progress.
 */
const claimFor = (job: Job, organizationId: string | null) => (share: Share) => {
  const inWork = organizationId ? (share.inWork?.get(organizationId) ?? 0) : 0;
  const limit = Math.min(share.limit, share.perOrganization - inWork);
  return limit > 0 ? claimDueOf(job.kind, organizationId, { ...share, limit }) : Promise.resolve([]);
};

/**
 * Processes due messages of one kind for one organization for some seconds, in parallel with the embedded runner and
 * under the same leases. An external scheduler calls it repeatedly until it returns false (nothing more is due).
 */
export async function workDue(job: Job, organizationId: string | null, turn: number): Promise<boolean> {
  const current = underWay();
  // Another process continues.
  if (current.isEnding) return true;
  const owner = { kind: job.kind, organizationId };
  await noteWorking(owner, turn === 1);
  const worker = new Worker(job, claimFor(job, organizationId));
  const running = worker.runFor(WORKING_MS, () => noteResting(owner));
  current.workers.set(worker, running);
  try {
    return await running;
  } finally {
    current.workers.delete(worker);
  }
}

/**
 * Stops processing: claims nothing more, and resolves when current attempts have ended and their outcomes are stored.
 */
export async function endWork(): Promise<void> {
  const current = underWay();
  current.isEnding = true;
  await Promise.allSettled([...current.workers].map(([worker, running]) => worker.stop(running)));
}
