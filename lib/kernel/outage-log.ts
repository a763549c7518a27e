import { isDatabaseUnavailable } from "./database-errors";
import { log } from "./log";

const REPEAT_MS = 60_000;

/** Returns the fields of a log line about an error: one line of text while the database is away, otherwise the stack too. */
export const describeFailure = (error: unknown): { err: unknown } | { reason: string } =>
  isDatabaseUnavailable(error)
    ? { reason: (error instanceof Error ? error.message : String(error)).replace(/\s+/g, " ").trim() }
    : { err: error };

/** What the log says: while the database is away, about other failures, and when everything works again. */
type Texts = { away: string; failed: string; again: string };

/**
 * Logs the failures of work that is repeated every few moments: the first one, then one a minute, also when it succeeds in
 * between; and after a logged one once that all of it works again. While the database is away, all work has one line together.
 */
export class OutageLog {
  private readonly failing = new Set<string>();
  private readonly loggedAt = new Map<string, number>();
  private failures = 0;
  private hasLogged = false;

  constructor(private readonly texts: Texts) {}

  /** Records that the work with this name failed. */
  recordFailure(work: string, error: unknown): void {
    this.failing.add(work);
    this.failures += 1;
    const isAway = isDatabaseUnavailable(error);
    const subject = isAway ? "" : work;
    const now = performance.now();
    if (now - (this.loggedAt.get(subject) ?? -Infinity) < REPEAT_MS) return;
    this.loggedAt.set(subject, now);
    this.hasLogged = true;
    const { away, failed } = this.texts;
    const fields = { ...describeFailure(error), failures: this.failures };
    log.warn(isAway ? fields : { ...fields, work }, isAway ? away : failed);
  }

  /** Records that the work with this name succeeded. */
  recordSuccess(work: string): void {
    if (!this.failing.delete(work) || this.failing.size > 0) return;
    if (!this.hasLogged) return;
    log.info({ failures: this.failures }, this.texts.again);
    this.hasLogged = false;
    this.failures = 0;
  }
}

/** The failures of the background jobs of this process to find work. */
export const jobOutages = new OutageLog({
  away: "the database is away: background jobs wait for it",
  failed: "a background job cannot read its work; trying again",
  again: "background jobs work again",
});
