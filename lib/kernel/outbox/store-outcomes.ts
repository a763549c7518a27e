import type { OutboxKind } from "@/prisma/generated/client";
import { isBusy, isUnavailable } from "../database-errors";
import { log } from "../log";
import { settle, type Ended, type Outcome } from "./settle";

/** How the outcomes of one kind of job are stored. */
export type OutcomeStore<One extends Ended> = {
  kind: OutboxKind;
  /** Writes outcomes and their effects in one transaction. */
  settle: (batch: One[]) => Promise<void>;
  /**
   * Splits an attempt that covers several messages into one result for each. Omit it when an attempt covers one
   * message.
   */
  parts?: (one: One) => One[];
};

/**
 * The outcome that is stored when the database rejects the real one. Finished work must not be repeated, so it is
 * stored as failed, where the operator sees it. Work to retry is retried, within the window of its kind.
 */
const plainOutcome = (outcome: Outcome): Outcome =>
  outcome.state === "due"
    ? { ...outcome, reason: "internal" }
    : { state: "failed", reason: "outcome_not_stored" };

/** Stores one outcome, without its effects if the database rejects them; null when it could not be stored at all. */
async function storeOne<One extends Ended>(store: OutcomeStore<One>, one: One): Promise<Ended | null> {
  const { kind } = store;
  const { id: messageId } = one.message;
  try {
    await store.settle([one]);
    return one;
  } catch (error) {
    if (isUnavailable(error)) throw error;
    if (isBusy(error)) {
      log.warn({ err: error, kind, messageId }, "outcome not written; the message comes back");
      return null;
    }
    const outcome = plainOutcome(one.outcome);
    log.error({ err: error, kind, messageId, outcome: one.outcome.state }, "outcome cannot be written");
    const plain: Ended = { ...one, outcome };
    await settle([plain]);
    return plain;
  }
}

/**
 * Stores the outcomes of a batch together. If the database rejects the batch, stores them one by one, so that one bad
 * outcome does not affect the others. Returns the stored results; the other messages become due again when their lease
 * ends. Throws when the database is not available.
 */
export async function storeOutcomes<One extends Ended>(
  store: OutcomeStore<One>,
  batch: One[],
): Promise<Ended[]> {
  try {
    await store.settle(batch);
    return batch;
  } catch (error) {
    if (isUnavailable(error)) throw error;
    log.warn({ err: error, kind: store.kind, count: batch.length }, "outcomes not written together");
  }
  const stored: Ended[] = [];
  for (const one of batch.flatMap((each) => store.parts?.(each) ?? [each])) {
    const ended = await storeOne(store, one);
    if (ended) stored.push(ended);
  }
  return stored;
}
