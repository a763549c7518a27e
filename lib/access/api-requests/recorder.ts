import { isDatabaseBusy, isDatabaseUnavailable } from "@/lib/kernel/database-errors";
import { createWriteBehind, type WriteBehind } from "@/lib/kernel/write-behind";
import type { NewApiRequest } from "./serializer";

const FLUSH_MS = 2_000;
const BATCH_SIZE = 250;
/** What is recorded beyond this while the database is away is lost, so that memory stays bounded (at most 20 MB). */
const MAX_PENDING = 2_000;
/** The places for errors alone. */
const ERROR_PLACES = 500;

const isError = ({ status }: NewApiRequest): boolean => status >= 400;

/**
 * Creates a recorder, which stores requests within some seconds with `store`. Requests that the database refuses are
 * dropped, because it would refuse them again.
 */
export const createRequestRecorder = (
  store: (requests: NewApiRequest[]) => Promise<void>,
): WriteBehind<NewApiRequest> =>
  createWriteBehind({
    name: "API requests",
    delayMs: FLUSH_MS,
    maxWaiting: (request) => (isError(request) ? MAX_PENDING : MAX_PENDING - ERROR_PLACES),
    batchSize: BATCH_SIZE,
    isTemporary: (error) => isDatabaseUnavailable(error) || isDatabaseBusy(error),
    store,
  });
