import { digest, defineEncryptedColumn } from "@/lib/kernel/secrets";
import { transaction } from "@/lib/kernel/db";
import { ApiError, badRequest, conflict } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { log } from "@/lib/kernel/log";
import type { Caller, Earner } from "@/lib/access/callers/caller";
import { encodedScopesBeyond } from "@/lib/access/callers/rights";
import {
  deleteEndedReservations,
  deleteExpiredKeys,
  findStoredKey,
  lockKey,
  releaseKey,
  renewReservation,
  reserveKey,
  saveKey,
  type KeyOwner,
  type StoredKey,
} from "./queries";

/** A response as it is sent and stored. */
export type StorableResponse = { status: number; body: string; headers: Record<string, string> };

/** Rows expire after a day, so they are never encrypted again with a new key. */
const encryptedBodies = defineEncryptedColumn("idempotency_keys", "body");

const rowName = ({ ownerId, callerId, key }: KeyOwner): string => JSON.stringify([ownerId, callerId, key]);

type KeyedRequest = { key: string; method: string; path: string; body: string };

/** A request as it is found again: its key, and the digest of everything else. */
type KnownRequest = { owner: KeyOwner; requestDigest: Buffer<ArrayBuffer> };

/**
 * The steps of a request with a key. `prepare` does slow work that changes nothing, and records failures. `run` makes the
 * change.
 */
type KeyedSteps = { prepare: (() => Promise<void>) | null; run: () => Promise<StorableResponse> };

/**
 * How long a request that died keeps others from using its key. It may be short, because a lease only avoids that the
 * slow work is done twice: the primary key of the stored response prevents a second change.
 */
const LEASE_MS = 10_000;
const RENEW_MS = 3_000;
/** Four repetitions of the client at this distance outlast the lease of a request that died. */
const RESERVED_RETRY_SECONDS = "3";

const keyInUse = (retryAfter: string) =>
  conflict("idempotency_key_in_use", "A request with this Idempotency-Key is still running.", {
    "Retry-After": retryAfter,
  });

/** The response was stored by another request after this one had looked for it. */
class StoredMeanwhile extends Error {
  override readonly name = "StoredMeanwhile";
}

/** Returns the stored response. Throws 409 when the key was used for another request. */
function replay({ owner, requestDigest }: KnownRequest, stored: StoredKey): StorableResponse {
  if (!requestDigest.equals(Buffer.from(stored.requestDigest))) {
    throw conflict("idempotency_key_reused", "This Idempotency-Key was used for a different request.");
  }
  const location = stored.location ? { Location: stored.location } : {};
  const headers = { "Idempotent-Replayed": "true", ...location };
  return { status: stored.status, body: encryptedBodies.decrypt(stored.body, rowName(owner)), headers };
}

async function findStoredResponse(request: KnownRequest): Promise<StorableResponse | null> {
  const stored = await findStoredKey(request.owner);
  return stored && replay(request, stored);
}

/**
 * Returns the id of the caller that owns a key. Access tokens of one application with different scopes are different
 * callers, because a stored response may contain a secret that requires all scopes of the original request.
 */
function idempotencyCallerId(caller: Caller | Earner): string {
  const id = `${caller.actor.type}:${caller.actor.id}`;
  if ("userId" in caller || caller.scopes === "all" || encodedScopesBeyond(caller.scopes).length === 0)
    return id;
  return `${id}:${[...caller.scopes].toSorted().join(" ")}`;
}

/** Makes the change and stores its response, in one transaction. */
const commit = (request: KnownRequest, run: KeyedSteps["run"]): Promise<StorableResponse> =>
  transaction(async () => {
    const { owner, requestDigest } = request;
    const { isLocked, stored } = await lockKey(owner);
    if (stored) return replay(request, stored);
    if (!isLocked) throw keyInUse("1");
    const result = await run();
    const { status, headers, body } = result;
    const isFirst = await saveKey(owner, {
      requestDigest,
      status,
      location: headers.Location ?? null,
      body: encryptedBodies.encrypt(body, rowName(owner)),
    });
    if (!isFirst) throw new StoredMeanwhile();
    return result;
  });

/**
 * Commits, or returns the response that another request stored while this one ran. A broken rule may come from that: to
 * the second of two requests, what the first one created is a duplicate.
 */
async function commitOnce(request: KnownRequest, run: KeyedSteps["run"]): Promise<StorableResponse> {
  try {
    return await commit(request, run);
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof StoredMeanwhile)) throw error;
    const stored = await findStoredResponse(request).catch(() => null);
    if (stored) return stored;
    throw error instanceof ApiError ? error : keyInUse("1");
  }
}

/** Runs `work` while other requests with the key get 409, without a transaction that would occupy a connection. */
async function whileReserved(
  owner: KeyOwner,
  work: () => Promise<StorableResponse>,
): Promise<StorableResponse> {
  const holderId = newId();
  if (!(await reserveKey(owner, holderId, LEASE_MS))) throw keyInUse(RESERVED_RETRY_SECONDS);
  const logFailure = (error: unknown): void =>
    log.warn({ err: error }, "the reservation of an Idempotency-Key was not changed; it ends by itself");
  const renewal = setInterval(() => {
    renewReservation(owner, holderId, LEASE_MS).catch(logFailure);
  }, RENEW_MS).unref();
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    await releaseKey(owner, holderId).catch(logFailure);
  }
}

/**
 * Runs a POST once for its `Idempotency-Key` (decisions 0014 and 0131, draft-ietf-httpapi-idempotency-key-header). The
 * response is stored in the transaction of the change, so a crash leaves both or neither. Error responses are not stored,
 * so a corrected request may be sent with the same key.
 */
export async function runOnce(
  caller: Caller | Earner,
  { key, method, path, body }: KeyedRequest,
  { prepare, run }: KeyedSteps,
): Promise<StorableResponse> {
  if (key.length > 255 || !/^[\x21-\x7e]+$/.test(key)) {
    throw badRequest("invalid_idempotency_key", "Idempotency-Key takes 1 to 255 visible ASCII characters.");
  }
  const owner = {
    ownerId: "userId" in caller ? caller.userId : caller.organizationId,
    callerId: idempotencyCallerId(caller),
    key,
  };
  const request = { owner, requestDigest: digest(`${method} ${path}\n${body}`) };
  if (!prepare) return commitOnce(request, run);
  const stored = await findStoredResponse(request);
  if (stored) return stored;
  return whileReserved(owner, async () => {
    await prepare();
    return commitOnce(request, run);
  });
}

/** Deletes the responses that can no longer be replayed. Returns how many. */
export async function deleteExpiredIdempotencyKeys(): Promise<number> {
  await deleteEndedReservations();
  return deleteExpiredKeys();
}
