import type { OutboxKind } from "@/prisma/generated/client";
import { isBusy, isUnavailable } from "../database-errors";
import { log } from "../log";
import { settle, type Ended, type Outcome } from "./settle";

/** How the outcomes of one kind of work are stored. */
export type OutcomeStore<One extends Ended> = {
  kind: OutboxKind;
  /** Writes outcomes and what follows from them in one transaction. */
  settle: (batch: One[]) => Promise<void>;
  /** The outcomes that one attempt has for several messages, each by itself; an attempt is of one message without it. */
  parts?: (one: One) => One[];
};

/**
 * What is left of an outcome that the database refuses. What was done must not be done again, so it ends as failed,
 * where the operator sees it; what is to be tried again is, within the window of its kind.
 */
const plainOutcome = (outcome: Outcome): Outcome =>
  outcome.state === "due"
    ? { ...outcome, reason: "internal" }
    : { state: "failed", reason: "outcome_not_stored" };

/** Stores one outcome, without its effects when the database refuses these; null when it could not be stored at all. */
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
 * Stores the outcomes of a batch together. When the database refuses that, it stores them one by one, so that one
 * outcome that cannot be stored undoes no other one. Returns what was stored; the messages of the others come back when
 * their lease ends. Throws when the database is away.
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
