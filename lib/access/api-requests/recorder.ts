import { isDatabaseBusy, isDatabaseUnavailable } from "@/lib/kernel/database-errors";
import { log } from "@/lib/kernel/log";
import { processWide } from "@/lib/kernel/process-wide";
import type { NewApiRequest } from "./serializer";

export type RequestRecorder = {
  /** Records a request in memory. It is stored with others within some seconds. */
  add: (request: NewApiRequest) => void;
  /** Stores what was recorded so far. It is kept for the next time when the database does not respond. */
  flush: () => Promise<void>;
};

const FLUSH_MS = 2_000;
const BATCH_SIZE = 250;
/** What is recorded beyond this while the database is away is lost, so that memory stays bounded (at most 20 MB). */
const MAX_PENDING = 2_000;
/** The places for errors alone. */
const ERROR_PLACES = 500;

type Pending = { requests: NewApiRequest[]; lost: number; storing: Promise<void> };

const isError = ({ status }: NewApiRequest): boolean => status >= 400;

function addTo(pending: Pending, request: NewApiRequest): void {
  const places = isError(request) ? MAX_PENDING : MAX_PENDING - ERROR_PLACES;
  if (pending.requests.length < places) pending.requests.push(request);
  else pending.lost += 1;
}

/** Creates the recorder of this process, which stores requests with `store`. */
export function createRequestRecorder(store: (requests: NewApiRequest[]) => Promise<void>): RequestRecorder {
  // Shared by the copies of this module, because the server flushes one of them when it stops.
  const pending = processWide("api-requests", (): Pending => ({
    requests: [],
    lost: 0,
    storing: Promise.resolve(),
  }));
  let timer: NodeJS.Timeout | undefined;

  const schedule = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void flush();
    }, FLUSH_MS).unref();
  };

  /** Stores one batch; false when the database does not respond. Requests that it refuses would be refused again. */
  async function storeBatch(batch: NewApiRequest[]): Promise<boolean> {
    try {
      await store(batch);
      return true;
    } catch (error) {
      const isAway = isDatabaseUnavailable(error) || isDatabaseBusy(error);
      log.warn({ err: error, requests: batch.length }, `requests not stored${isAway ? " yet" : ""}`);
      return !isAway;
    }
  }

  async function storePending(): Promise<void> {
    const { requests, lost } = pending;
    pending.requests = [];
    pending.lost = 0;
    if (lost > 0) log.warn({ lost }, "requests were not recorded, because too many wait to be stored");
    for (let at = 0; at < requests.length; at += BATCH_SIZE) {
      if (await storeBatch(requests.slice(at, at + BATCH_SIZE))) continue;
      const newer = pending.requests;
      pending.requests = [];
      for (const request of [...requests.slice(at), ...newer]) addTo(pending, request);
      schedule();
      return;
    }
  }

  // One after the other, so that a server that stops also waits for requests that are being stored.
  const flush = (): Promise<void> => (pending.storing = pending.storing.then(storePending));

  const add = (request: NewApiRequest): void => {
    addTo(pending, request);
    schedule();
  };

  return { add, flush };
}
