import { claimDueForOrganization, type ClaimLimits } from "./claim";
import { processWide } from "../process-wide";
import { recordWorkDone, recordWorkActive, WORK_SLICE_MS } from "./wake-ups";
import { Worker, type Job } from "./worker";

type RunningWork = { isStopping: boolean; workers: Map<Worker, Promise<unknown>> };

const getRunningWork = (): RunningWork =>
  processWide("running-work", () => ({ isStopping: false, workers: new Map() }));

/**
 * Claims messages of one organization (null: of the installation itself), up to its limit including those in progress.
 */
const createClaim = (job: Job, organizationId: string | null) => (limits: ClaimLimits) => {
  const inProgress = organizationId ? (limits.inProgress?.get(organizationId) ?? 0) : 0;
  const limit = Math.min(limits.limit, limits.perOrganization - inProgress);
  return limit > 0
    ? claimDueForOrganization(job.kind, organizationId, { ...limits, limit })
    : Promise.resolve([]);
};

/**
 * Processes due messages of one kind for one organization for some seconds, in parallel with the embedded runner and
 * under the same leases. An external scheduler calls it repeatedly until it returns false (nothing more is due).
 */
export async function processDue(job: Job, organizationId: string | null, turn: number): Promise<boolean> {
  const current = getRunningWork();
  // Another process continues.
  if (current.isStopping) return true;
  const owner = { kind: job.kind, organizationId };
  await recordWorkActive(owner, turn === 1);
  const worker = new Worker(job, createClaim(job, organizationId));
  const running = worker.runFor(WORK_SLICE_MS, () => recordWorkDone(owner));
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
export async function stopProcessing(): Promise<void> {
  const current = getRunningWork();
  current.isStopping = true;
  await Promise.allSettled([...current.workers].map(([worker, running]) => worker.stop(running)));
}
