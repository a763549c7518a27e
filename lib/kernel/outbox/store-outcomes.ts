import type { OutboxKind } from "@/prisma/generated/client";
import { isDatabaseBusy, isDatabaseUnavailable } from "../database-errors";
import { log } from "../log";
import { describeFailure } from "../outage-log";
import { writeOutcomes, type AttemptResult, type Outcome } from "./outcomes";

/** How the outcomes of one kind of job are stored. */
export type OutcomeStore<Result extends AttemptResult> = {
  kind: OutboxKind;
  /** Writes outcomes and their effects in one transaction. */
  writeBatch: (batch: Result[]) => Promise<void>;
  /**
   * Splits an attempt that covers several messages into one result for each. Omit it when an attempt covers one
   * message.
   */
  splitResult?: (one: Result) => Result[];
};

/**
 * The outcome that is stored when the database rejects the real one. Finished work must not be repeated, so it is
 * stored as failed, where the operator sees it. Work to retry is retried, within the window of its kind.
 */
const fallbackOutcome = (outcome: Outcome): Outcome =>
  outcome.state === "due"
    ? { ...outcome, reason: "internal" }
    : { state: "failed", reason: "outcome_not_stored" };

/** Stores one outcome, without its effects if the database rejects them; null when it could not be stored at all. */
async function storeOutcome<Result extends AttemptResult>(
  store: OutcomeStore<Result>,
  one: Result,
): Promise<AttemptResult | null> {
  const { kind } = store;
  const { id: messageId } = one.message;
  try {
    await store.writeBatch([one]);
    return one;
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    if (isDatabaseBusy(error)) {
      log.warn({ ...describeFailure(error), kind, messageId }, "outcome not written; the message comes back");
      return null;
    }
    const outcome = fallbackOutcome(one.outcome);
    log.error({ err: error, kind, messageId, outcome: one.outcome.state }, "outcome cannot be written");
    const plain: AttemptResult = { ...one, outcome };
    await writeOutcomes([plain]);
    return plain;
  }
}

/**
 * Stores the outcomes of a batch together. If the database rejects the batch, stores them one by one, so that one bad
 * outcome does not affect the others. Returns the stored results; the other messages become due again when their lease
 * ends. Throws when the database is not available.
 */
export async function storeOutcomes<Result extends AttemptResult>(
  store: OutcomeStore<Result>,
  batch: Result[],
): Promise<AttemptResult[]> {
  try {
    await store.writeBatch(batch);
    return batch;
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    log.warn(
      { ...describeFailure(error), kind: store.kind, count: batch.length },
      "outcomes not written together",
    );
  }
  const stored: AttemptResult[] = [];
  for (const one of batch.flatMap((each) => store.splitResult?.(each) ?? [each])) {
    const ended = await storeOutcome(store, one);
    if (ended) stored.push(ended);
  }
  return stored;
}
