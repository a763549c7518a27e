import { claimDue, hasDue } from "./claim";
import { processWide } from "../process-wide";
import { recordWorkDone, recordWorkActive, WORK_SLICE_MS } from "./wake-ups";
import { Worker, type Job } from "./worker";

type RunningWork = { isStopping: boolean; workers: Map<Worker, Promise<unknown>> };

const getRunningWork = (): RunningWork =>
  processWide("running-work", () => ({ isStopping: false, workers: new Map() }));

/**
 * The share of an organization's places that work for all organizations uses, so that slow receivers of a few do not
 * occupy it. An organization with a large backlog gets all its places from work of its own.
 */
const SHARED_PLACES = 1 / 4;

/**
 * Processes due messages of one kind for some seconds, in parallel with other workers and under the same leases: of one
 * organization, or of all in turn (null). An external scheduler calls it repeatedly until it returns false (nothing more
 * is due).
 */
export async function processDue(job: Job, organizationId: string | null, turn: number): Promise<boolean> {
  const current = getRunningWork();
  // Another process continues.
  if (current.isStopping) return true;
  const { kind } = job;
  const owner = { kind, organizationId };
  await recordWorkActive(owner, turn === 1);
  const scope = organizationId
    ? { organizationId }
    : { perOrganization: Math.ceil(job.perOrganization * SHARED_PLACES) };
  const worker = new Worker(job, (limits) => claimDue(kind, { ...limits, ...scope }));
  const running = worker.runFor(
    WORK_SLICE_MS,
    () => recordWorkDone(owner),
    () => hasDue(kind, scope.organizationId),
  );
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
