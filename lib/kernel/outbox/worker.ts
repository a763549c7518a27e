import { clock } from "../clock";
import { isUnavailable } from "../database-errors";
import { log } from "../log";
import { claimDue, type Claimed, type Share } from "./claim";
import type { Ended, Outcome } from "./settle";
import { storeOutcomes, type OutcomeStore } from "./store-outcomes";

/** A finished attempt, with the details that its job stores beside the outcome. */
export type Attempted<Detail = unknown> = Ended & { detail: Detail };

/**
 * One kind of work. `attempt` starts the work of a batch of claimed messages (so that it can read their data in one
 * query) and returns a promise for each. The promise never rejects for external failures: those are outcomes.
 */
export type Job = OutcomeStore<Attempted> & {
  /** The largest number of messages in progress at once, in all and for one organization. */
  concurrency: number;
  perOrganization: number;
  /** Longer than any attempt takes: after it the worker is considered dead, and another one may claim the message. */
  leaseMs: number;
  attempt: (messages: Claimed[]) => Promise<Promise<Attempted>[]>;
};

const IDLE_MS = 250;
const OUR_FAULT_MS = 15_000;
const LONGEST_PAUSE_MS = 3_600_000;
const HOPELESS_MS = 25 * 24 * 3_600_000;

/** The database usually comes back soon. Any other internal error lasts until a person fixes it, so its pauses grow. */
const pauseAfter = (error: unknown, ageMs: number): number =>
  isUnavailable(error) ? OUR_FAULT_MS : Math.min(LONGEST_PAUSE_MS, Math.max(OUR_FAULT_MS, ageMs / 2));

/**
 * The result of an internal error (database not available, a bug): the message is retried, and this does not count as
 * an attempt. After the longest retry window of any receiver the message fails, which the metrics show, so that no
 * message is retried forever.
 */
const ourFault = (message: Claimed, error: unknown): Attempted => {
  const now = clock.now().getTime();
  const ageMs = now - message.begunAt.getTime();
  const isHopeless = ageMs > HOPELESS_MS;
  const about = { err: error, messageId: message.id, kind: message.kind };
  log.error(about, isHopeless ? "work failed on our side too long: given up" : "work failed on our side");
  const outcome: Outcome = isHopeless
    ? { state: "failed", reason: "internal" }
    : {
        state: "due",
        nextAttemptAt: new Date(now + pauseAfter(error, ageMs)),
        reason: "internal",
        counts: false,
      };
  return { message, outcome, detail: undefined };
};

async function attempts(job: Job, messages: Claimed[]): Promise<Promise<Attempted>[]> {
  try {
    const started = await job.attempt(messages);
    return started.map((promise, index) => {
      const message = messages[index];
      return message ? promise.catch((error: unknown) => ourFault(message, error)) : promise;
    });
  } catch (error) {
    if (messages.length === 1 || isUnavailable(error))
      return messages.map((message) => Promise.resolve(ourFault(message, error)));
    return attemptsOneByOne(job, messages);
  }
}

/**
 * When a batch cannot be started, one of its messages may be the reason: start them one by one, so that the others
 * succeed.
 */
async function attemptsOneByOne(job: Job, messages: Claimed[]): Promise<Promise<Attempted>[]> {
  const begun: Promise<Attempted>[] = [];
  for (const message of messages) begun.push(...(await attempts(job, [message])));
  return begun;
}

/** A message that was claimed more often without any outcome probably crashes the process. */
const MOST_CLAIMS = 12;

/** Fails messages that were claimed too often, and starts the others. */
async function begin(job: Job, messages: Claimed[]): Promise<Promise<Attempted>[]> {
  const hopeless = messages.filter(({ claims }) => claims > MOST_CLAIMS);
  const ended = hopeless.map((message): Promise<Attempted> => {
    log.error({ messageId: message.id, kind: message.kind }, "no outcome was ever stored: given up");
    const outcome: Outcome = { state: "failed", reason: "outcome_not_stored" };
    return Promise.resolve({ message, outcome, detail: undefined });
  });
  const others = messages.filter(({ claims }) => claims <= MOST_CLAIMS);
  return [...ended, ...(others.length > 0 ? await attempts(job, others) : [])];
}

/**
 * Claims messages, runs them and stores their outcomes for one job until it is stopped. Outcomes that arrive together
 * are stored together.
 */
export class Worker {
  private readonly working = new Map<string, Claimed>();
  private readonly finished: Attempted[] = [];
  private stopping = false;
  private wake: () => void = () => undefined;

  /** `claim` selects the messages of the job; by default those of all organizations in turn. */
  constructor(
    private readonly job: Job,
    private readonly claim: (share: Share) => Promise<Claimed[]> = (share) => claimDue(job.kind, share),
  ) {}

  /** Runs until `stop`. */
  async run(): Promise<void> {
    while (!this.stopping) {
      const isBusy = await this.round().catch((error: unknown) => {
        log.warn({ err: error, kind: this.job.kind }, "the queue cannot be read; trying again");
        return false;
      });
      if (!isBusy && !this.stopping) await this.pause();
    }
    await this.finish();
  }

  /**
   * Claims messages until none is due, or for `ms`, and finishes them. Calls `onTaken` after the last claim, which may
   * be long before the work is finished. Returns whether more may be due. Throws when the queue cannot be read.
   */
  async runFor(ms: number, onTaken: () => Promise<void>): Promise<boolean> {
    const end = performance.now() + ms;
    let hasMore = true;
    try {
      while (hasMore && !this.stopping && performance.now() < end) {
        if (await this.round()) continue;
        if (this.working.size === 0) hasMore = false;
        else await this.pause();
      }
      await onTaken();
    } finally {
      await this.finish();
    }
    return hasMore;
  }

  private async finish(): Promise<void> {
    while (this.working.size > 0 || this.finished.length > 0) {
      if (!(await this.writeFinished())) await this.pause();
    }
  }

  /**
   * Stops claiming, and resolves when current attempts have ended, which takes as long as the longest one. Claimed
   * messages are not released: they may have been sent already, and another worker would send them again.
   */
  async stop(running: Promise<unknown>): Promise<void> {
    this.stopping = true;
    this.wake();
    await running;
  }

  private inWork(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { organizationId } of this.working.values()) {
      if (organizationId) counts.set(organizationId, (counts.get(organizationId) ?? 0) + 1);
    }
    return counts;
  }

  /** Runs one claim and one write; false when there was neither. */
  private async round(): Promise<boolean> {
    const hasWritten = await this.writeFinished();
    const free = this.job.concurrency - this.working.size;
    if (free < Math.min(8, this.job.concurrency)) return hasWritten;
    const { leaseMs, perOrganization } = this.job;
    const messages = await this.claim({ limit: free, leaseMs, perOrganization, inWork: this.inWork() });
    for (const message of messages) this.working.set(message.id, message);
    for (const attempt of await begin(this.job, messages)) {
      void attempt.then((attempted) => {
        this.finished.push(attempted);
        this.wake();
      });
    }
    return hasWritten || messages.length > 0;
  }

  private async writeFinished(): Promise<boolean> {
    const batch = this.finished.splice(0);
    if (batch.length === 0) return false;
    try {
      await storeOutcomes(this.job, batch);
    } catch (error) {
      // The rows stay leased and become due again when the lease ends: at least once, never lost.
      log.error({ err: error, kind: this.job.kind, count: batch.length }, "outcomes not written");
    }
    for (const { message } of batch) this.working.delete(message.id);
    return true;
  }

  private pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, IDLE_MS);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
