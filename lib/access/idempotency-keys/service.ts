import { digest, defineEncryptedColumn } from "@/lib/kernel/secrets";
import { transaction } from "@/lib/kernel/db";
import { badRequest, conflict } from "@/lib/kernel/errors";
import type { Caller, Earner } from "@/lib/access/callers/caller";
import { encodedScopesBeyond } from "@/lib/access/callers/rights";
import { deleteExpiredKeys, findStoredKey, lockKey, saveKey, type KeyOwner } from "./queries";

/** A response as it is sent and stored. */
export type StorableResponse = { status: number; body: string; headers: Record<string, string> };

/** Rows expire after a day, so they are never encrypted again with a new key. */
const encryptedBodies = defineEncryptedColumn("idempotency_keys", "body");

const rowName = ({ ownerId, callerId, key }: KeyOwner): string => JSON.stringify([ownerId, callerId, key]);

type KeyedRequest = { key: string; method: string; path: string; body: string };

/** Finds the response stored for the key. Throws 409 when the key was used for another request. */
async function findStoredResponse(owner: KeyOwner, requestDigest: Buffer): Promise<StorableResponse | null> {
  const stored = await findStoredKey(owner);
  if (!stored) return null;
  if (!requestDigest.equals(Buffer.from(stored.requestDigest))) {
    throw conflict("idempotency_key_reused", "This Idempotency-Key was used for a different request.");
  }
  const location = stored.location ? { Location: stored.location } : {};
  const headers = { "Idempotent-Replayed": "true", ...location };
  return { status: stored.status, body: encryptedBodies.decrypt(stored.body, rowName(owner)), headers };
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

/**
 * Runs a POST once for its `Idempotency-Key` (decision 0014, draft-ietf-httpapi-idempotency-key-header). The response
 * is stored in the transaction of the change, so a crash leaves both or neither. Error responses are not stored, so a
 * corrected request may be sent with the same key. `prepare` runs before the transaction, so that its waiting does
 * not occupy a database connection. Two concurrent requests may both prepare.
 */
export async function runOnce(
  caller: Caller | Earner,
  request: KeyedRequest,
  work: () => Promise<StorableResponse>,
  prepare: (() => Promise<void>) | null = null,
): Promise<StorableResponse> {
  const { key } = request;
  if (key.length > 255 || !/^[\x21-\x7e]+$/.test(key)) {
    throw badRequest("invalid_idempotency_key", "Idempotency-Key takes 1 to 255 visible ASCII characters.");
  }
  const owner = {
    ownerId: "userId" in caller ? caller.userId : caller.organizationId,
    callerId: idempotencyCallerId(caller),
    key,
  };
  const requestDigest = digest(`${request.method} ${request.path}\n${request.body}`);
  const earlyResponse = prepare && (await findStoredResponse(owner, requestDigest));
  if (earlyResponse) return earlyResponse;
  await prepare?.();
  return transaction(async () => {
    if (!(await lockKey(owner))) {
      throw conflict("idempotency_key_in_use", "A request with this Idempotency-Key is still running.", {
        "Retry-After": "1",
      });
    }
    const stored = await findStoredResponse(owner, requestDigest);
    if (stored) return stored;
    const result = await work();
    await saveKey({
      ...owner,
      requestDigest,
      status: result.status,
      location: result.headers.Location ?? null,
      body: encryptedBodies.encrypt(result.body, rowName(owner)),
    });
    return result;
  });
}

/** Deletes the responses that can no longer be replayed. */
export const deleteExpiredIdempotencyKeys = deleteExpiredKeys;
