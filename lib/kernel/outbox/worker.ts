import { clock } from "../clock";
import { isDatabaseUnavailable } from "../database-errors";
import { log } from "../log";
import { describeFailure, jobOutages } from "../outage-log";
import { claimDue, type ClaimedMessage, type ClaimLimits } from "./claim";
import { endMessageSpan, inBatchSpan, inMessageSpan, startMessageSpans } from "./message-spans";
import type { AttemptResult, Outcome } from "./outcomes";
import { storeOutcomes, type OutcomeStore } from "./store-outcomes";

/** A finished attempt, with the details that its job stores beside the outcome. */
export type DetailedResult<Detail = unknown> = AttemptResult & { detail: Detail };

/**
 * One kind of work. `attempt` starts the work of a batch of claimed messages (so that it can read their data in one
 * query) and returns a promise for each. The promise never rejects for external failures: those are outcomes.
 */
export type Job = OutcomeStore<DetailedResult> & {
  /** The largest number of messages that one worker has in progress at once. */
  concurrency: number;
  /** The same for one organization, of all workers together. */
  perOrganization: number;
  /** Longer than any attempt takes: after it the worker is considered dead, and another one may claim the message. */
  leaseMs: number;
  attempt: (messages: ClaimedMessage[]) => Promise<Promise<DetailedResult>[]>;
};

const IDLE_MS = 250;
/** How many organizations a worker remembers, so that it serves others first. */
const MAX_SERVED = 1_000;
const INTERNAL_ERROR_PAUSE_MS = 15_000;
const MAX_PAUSE_MS = 3_600_000;
const INTERNAL_ERROR_WINDOW_MS = 25 * 24 * 3_600_000;

/** The database usually comes back soon. Any other internal error lasts until a person fixes it, so its pauses grow. */
const pauseAfterError = (error: unknown, ageMs: number): number =>
  isDatabaseUnavailable(error)
    ? INTERNAL_ERROR_PAUSE_MS
    : Math.min(MAX_PAUSE_MS, Math.max(INTERNAL_ERROR_PAUSE_MS, ageMs / 2));

/**
 * The result of an internal error (database not available, a bug): the message is retried, and this does not count as
 * an attempt. After the longest retry window of any receiver the message fails, which the metrics show, so that no
 * message is retried forever.
 */
const internalErrorResult = (message: ClaimedMessage, error: unknown): DetailedResult => {
  const now = clock.now().getTime();
  const ageMs = now - message.begunAt.getTime();
  const isExpired = ageMs > INTERNAL_ERROR_WINDOW_MS;
  const logFields = { ...describeFailure(error), messageId: message.id, kind: message.kind };
  log.error(logFields, isExpired ? "work failed on our side too long: given up" : "work failed on our side");
  const outcome: Outcome = isExpired
    ? { state: "failed", reason: "internal" }
    : {
        state: "due",
        nextAttemptAt: new Date(now + pauseAfterError(error, ageMs)),
        reason: "internal",
        countsAsAttempt: false,
      };
  return { message, outcome, detail: undefined };
};

const reportInternalError = (message: ClaimedMessage, error: unknown): DetailedResult =>
  inMessageSpan(message, () => internalErrorResult(message, error));

async function startAttempts(job: Job, messages: ClaimedMessage[]): Promise<Promise<DetailedResult>[]> {
  try {
    const started = await inBatchSpan(messages, () => job.attempt(messages));
    return started.map((promise, index) => {
      const message = messages[index];
      return message ? promise.catch((error: unknown) => reportInternalError(message, error)) : promise;
    });
  } catch (error) {
    if (messages.length === 1 || isDatabaseUnavailable(error))
      return messages.map((message) => Promise.resolve(reportInternalError(message, error)));
    return startOneByOne(job, messages);
  }
}

/**
 * When a batch cannot be started, one of its messages may be the reason: start them one by one, so that the others
 * succeed.
 */
async function startOneByOne(job: Job, messages: ClaimedMessage[]): Promise<Promise<DetailedResult>[]> {
  const started: Promise<DetailedResult>[] = [];
  for (const message of messages) started.push(...(await startAttempts(job, [message])));
  return started;
}

/** A message that was claimed more often without any outcome probably crashes the process. */
const MAX_CLAIMS = 12;

/** Fails messages that were claimed too often, and starts the others. */
async function startBatch(job: Job, messages: ClaimedMessage[]): Promise<Promise<DetailedResult>[]> {
  const exhausted = messages.filter(({ claims }) => claims > MAX_CLAIMS);
  const ended = exhausted.map((message): Promise<DetailedResult> => {
    log.error({ messageId: message.id, kind: message.kind }, "no outcome was ever stored: given up");
    const outcome: Outcome = { state: "failed", reason: "outcome_not_stored" };
    return Promise.resolve({ message, outcome, detail: undefined });
  });
  const others = messages.filter(({ claims }) => claims <= MAX_CLAIMS);
  return [...ended, ...(others.length > 0 ? await startAttempts(job, others) : [])];
}

/**
 * Claims messages, runs them and stores their outcomes for one job until it is stopped. Outcomes that arrive together
 * are stored together.
 */
export class Worker {
  private readonly inProgress = new Set<string>();
  /** Organizations of the last claims, the latest at the end. */
  private readonly served = new Set<string>();
  private readonly finished: DetailedResult[] = [];
  private isStopping = false;
  private wake: () => void = () => undefined;

  /** `claim` selects the messages of the job; by default those of all organizations in turn. */
  constructor(
    private readonly job: Job,
    private readonly claim: (limits: ClaimLimits) => Promise<ClaimedMessage[]> = (limits) =>
      claimDue(job.kind, limits),
  ) {}

  /** Runs until `stop`. */
  async run(): Promise<void> {
    while (!this.isStopping) {
      const isBusy = await this.runOnce().then(
        (hasWorked) => {
          jobOutages.recordSuccess(this.job.kind);
          return hasWorked;
        },
        (error: unknown) => {
          jobOutages.recordFailure(this.job.kind, error);
          return false;
        },
      );
      if (!isBusy && !this.isStopping) await this.pause();
    }
    await this.finish();
  }

  /**
   * Claims messages until none is due, or for `ms`, and finishes them. `hasDue` says whether messages are due that could
   * not be claimed, because other workers have all places of their organization. Calls `onTaken` when another worker would
   * help: after the last claim, which may be long before the work is finished, and once when slow work takes all places of
   * this worker. Returns whether more may be due. Throws when the queue cannot be read.
   */
  async runFor(
    ms: number,
    onTaken: () => Promise<void>,
    hasDue: () => Promise<boolean> = () => Promise.resolve(false),
  ): Promise<boolean> {
    const end = performance.now() + ms;
    let hasMore = true;
    let hasAsked = false;
    try {
      while (hasMore && !this.isStopping && performance.now() < end) {
        if (await this.runOnce()) continue;
        hasMore = this.inProgress.size > 0 || (await hasDue());
        if (hasMore) await this.pause();
        if (hasAsked || !this.isOccupied()) continue;
        hasAsked = true;
        await onTaken();
      }
      await onTaken();
    } finally {
      await this.finish();
    }
    return hasMore;
  }

  private async finish(): Promise<void> {
    while (this.inProgress.size > 0 || this.finished.length > 0) {
      if (!(await this.writeFinished())) await this.pause();
    }
  }

  /**
   * Stops claiming, and resolves when current attempts have ended, which takes as long as the longest one. Claimed
   * messages are not released: they may have been sent already, and another worker would send them again.
   */
  async stop(running: Promise<unknown>): Promise<void> {
    this.isStopping = true;
    this.wake();
    await running;
  }

  /** Whether enough places are free for a claim to be worth its query. */
  private canClaim(): boolean {
    const { concurrency } = this.job;
    return concurrency - this.inProgress.size >= Math.min(8, concurrency);
  }

  /** Whether slow work takes all places: nothing has ended, and nothing more can be claimed. */
  private isOccupied(): boolean {
    return this.finished.length === 0 && !this.canClaim();
  }

  /** Runs one claim and one write; false when there was neither. */
  private async runOnce(): Promise<boolean> {
    const hasWritten = await this.writeFinished();
    if (!this.canClaim()) return hasWritten;
    const free = this.job.concurrency - this.inProgress.size;
    const { leaseMs, perOrganization } = this.job;
    const messages = await this.claim({ limit: free, leaseMs, perOrganization, served: [...this.served] });
    for (const { id } of messages) this.inProgress.add(id);
    this.recordServed(messages);
    startMessageSpans(messages);
    for (const attempt of await startBatch(this.job, messages)) {
      void attempt.then((attempted) => {
        this.finished.push(attempted);
        this.wake();
      });
    }
    return hasWritten || messages.length > 0;
  }

  private recordServed(messages: ClaimedMessage[]): void {
    for (const { organizationId } of messages) {
      if (!organizationId) continue;
      this.served.delete(organizationId);
      this.served.add(organizationId);
    }
    for (const id of this.served) {
      if (this.served.size <= MAX_SERVED) break;
      this.served.delete(id);
    }
  }

  private async writeFinished(): Promise<boolean> {
    const batch = this.finished.splice(0);
    if (batch.length === 0) return false;
    try {
      const messages = batch.map(({ message }) => message);
      await inBatchSpan(messages, () => storeOutcomes(this.job, batch));
    } catch (error) {
      // The rows stay leased and become due again when the lease ends: at least once, never lost.
      log.error(
        { ...describeFailure(error), kind: this.job.kind, count: batch.length },
        "outcomes not written",
      );
    }
    for (const { message, outcome } of batch) {
      this.inProgress.delete(message.id);
      endMessageSpan(message, outcome);
    }
    return true;
  }

  /** Waits until an attempt has ended, or for a moment. One that ended during the last claim has found nobody to wake. */
  private pause(): Promise<void> {
    if (this.finished.length > 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, IDLE_MS);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
