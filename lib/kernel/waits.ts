import { AsyncLocalStorage } from "node:async_hooks";
import { isInTransaction, leaveTransaction } from "./db";

const changing = new AsyncLocalStorage<true>();
const permitted = new AsyncLocalStorage<true>();

/**
 * Runs the part of a request that changes data. Nothing in it may wait for anything but the database, whether a
 * transaction is open around it (with an `Idempotency-Key`) or not: what is forgotten shows without a key, too.
 */
export const withoutWaits = <Result>(work: () => Promise<Result>): Promise<Result> =>
  changing.run(true, work);

/**
 * Throws when a transaction is open, or inside `withoutWaits`. Everything that takes long without the database calls it
 * first: a transaction occupies one of few connections, so a few slow pictures would block every other request.
 * `what` names the work in the error.
 */
export function requireNoTransaction(what: string): void {
  if (permitted.getStore() || (!isInTransaction() && !changing.getStore())) return;
  throw new Error(`${what} must not run in a transaction: do it before, in "prepare" of an endpoint.`);
}

/**
 * Runs work that may wait although a transaction is open around it. Only for the first start: it creates a demonstration
 * in one transaction, before the process serves any request.
 */
export const permitWaits = <Result>(work: () => Promise<Result>): Promise<Result> =>
  permitted.run(true, work);

/**
 * Runs work that the transaction around it must neither contain nor undo, such as the record of a failure. Do not wait
 * for it inside a transaction: it needs a connection of its own.
 */
export const runOutsideTransaction = <Result>(work: () => Promise<Result>): Promise<Result> =>
  changing.exit(() => leaveTransaction(work));
