import { digest, encryptedColumn } from "@/lib/kernel/secrets";
import { transaction } from "@/lib/kernel/db";
import { badRequest, conflict } from "@/lib/kernel/errors";
import type { Caller, Earner } from "@/lib/access/callers/caller";
import { storedBeyond } from "@/lib/access/callers/rights";
import { deleteExpiredKeys, findKey, lockKey, saveKey, type KeyOwner } from "./queries";

/** An answer as it goes out. */
export type Answer = { status: number; body: string; headers: Record<string, string> };

/** They end after a day, so none is encrypted again. */
const answers = encryptedColumn("idempotency_keys", "body");

const rowOf = ({ ownerId, callerId, key }: KeyOwner): string => JSON.stringify([ownerId, callerId, key]);

type KeyedRequest = { key: string; method: string; path: string; body: string };

/** The answer that was stored for the key, if any; 409 when that was for another request. */
async function storedAnswer(owner: KeyOwner, requestDigest: Buffer): Promise<Answer | null> {
  const stored = await findKey(owner);
  if (!stored) return null;
  if (!requestDigest.equals(Buffer.from(stored.requestDigest))) {
    throw conflict("idempotency_key_reused", "This Idempotency-Key was used for a different request.");
  }
  const location = stored.location ? { Location: stored.location } : {};
  const headers = { "Idempotent-Replayed": "true", ...location };
  return { status: stored.status, body: answers.decrypt(stored.body, rowOf(owner)), headers };
}

/**
 * Who a key belongs to. Access tokens of one application that have other scopes are other callers: a stored answer may
 * hold a secret that takes all scopes of the request that it answered.
 */
function callerIdOf(caller: Caller | Earner): string {
  const id = `${caller.actor.type}:${caller.actor.id}`;
  if ("userId" in caller || caller.scopes === "all" || storedBeyond(caller.scopes).length === 0) return id;
  return `${id}:${[...caller.scopes].toSorted().join(" ")}`;
}

/**
 * Runs a POST once for its `Idempotency-Key` (decision 0014, draft-ietf-httpapi-idempotency-key-header). The
 * stored answer is written in the transaction of the change itself: a process that dies leaves both or neither.
 * An answer that is an error changes nothing, so it is not kept, and the request may be corrected and sent again.
 * `prepare` comes before the transaction, so that what it waits for keeps no connection of the database; two requests
 * at once may both prepare.
 */
export async function once(
  caller: Caller | Earner,
  request: KeyedRequest,
  work: () => Promise<Answer>,
  prepare: (() => Promise<void>) | null = null,
): Promise<Answer> {
  const { key } = request;
  if (key.length > 255 || !/^[\x21-\x7e]+$/.test(key)) {
    throw badRequest("invalid_idempotency_key", "Idempotency-Key takes 1 to 255 visible ASCII characters.");
  }
  const owner = {
    ownerId: "userId" in caller ? caller.userId : caller.organizationId,
    callerId: callerIdOf(caller),
    key,
  };
  const requestDigest = digest(`${request.method} ${request.path}\n${request.body}`);
  const early = prepare && (await storedAnswer(owner, requestDigest));
  if (early) return early;
  await prepare?.();
  return transaction(async () => {
    if (!(await lockKey(owner))) {
      throw conflict("idempotency_key_in_use", "A request with this Idempotency-Key is still running.", {
        "Retry-After": "1",
      });
    }
    const stored = await storedAnswer(owner, requestDigest);
    if (stored) return stored;
    const result = await work();
    await saveKey({
      ...owner,
      requestDigest,
      status: result.status,
      location: result.headers.Location ?? null,
      body: answers.encrypt(result.body, rowOf(owner)),
    });
    return result;
  });
}

/** Removes the answers that nobody can replay any more. */
export const forgetExpiredKeys = deleteExpiredKeys;
