import { db } from "@/lib/kernel/db";
import { AssertedIdentity } from "./identity";

type NewRequest = {
  id: string;
  organizationId: string;
  browserDigest: Buffer<ArrayBuffer>;
  returnPath: string;
  expiresAt: Date;
};

export async function insertRequest(request: NewRequest): Promise<void> {
  await db().samlRequest.create({ data: request, select: { id: true } });
}

/** Whether a request of the organization waits for its response. */
export const isOpenRequest = async (organizationId: string, id: string, now: Date): Promise<boolean> =>
  (await db().samlRequest.count({
    where: { id, organizationId, answeredAt: null, expiresAt: { gt: now } },
  })) > 0;

/** Stores what a response said. Returns false when another one came before, so that of two responses one counts. */
export async function saveIdentity(
  id: string,
  { identity, codeDigest, at }: { identity: AssertedIdentity; codeDigest: Buffer<ArrayBuffer>; at: Date },
): Promise<boolean> {
  const { count } = await db().samlRequest.updateMany({
    where: { id, answeredAt: null, expiresAt: { gt: at } },
    data: { answeredAt: at, codeDigest, answer: { ...identity, provedAt: identity.provedAt.toISOString() } },
  });
  return count > 0;
}

type Finished = { identity: AssertedIdentity; returnPath: string };

/**
 * Ends a request whose browser and code are these, and returns what its response said, which is deleted. Null when there is none, or
 * when it was ended before.
 */
export async function finishRequest(
  key: { id: string; organizationId: string; browserDigest: Buffer; codeDigest: Buffer },
  at: Date,
): Promise<Finished | null> {
  const rows = await db().$queryRaw<{ answer: unknown; returnPath: string }[]>`
    WITH found AS (
      SELECT id, answer, return_path FROM saml_requests
      WHERE id = ${key.id}::uuid AND organization_id = ${key.organizationId}::uuid
        AND browser_digest = ${key.browserDigest} AND code_digest = ${key.codeDigest}
        AND finished_at IS NULL AND expires_at > ${at}::timestamptz
      FOR UPDATE)
    UPDATE saml_requests AS request SET finished_at = ${at}::timestamptz, answer = NULL
    FROM found WHERE request.id = found.id
    RETURNING found.answer, found.return_path AS "returnPath"`;
  const [row] = rows;
  return row ? { identity: AssertedIdentity.parse(row.answer), returnPath: row.returnPath } : null;
}

/** Deletes at most `limit` requests that have expired. Returns how many. */
export const deleteExpiredRequests = (now: Date, limit: number): Promise<number> =>
  db().$executeRaw`
    DELETE FROM saml_requests WHERE id IN (
      SELECT id FROM saml_requests WHERE expires_at < ${now}::timestamptz
      ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
