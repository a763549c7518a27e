import type { LearningCaller } from "@/lib/learning/requests/caller";
import { clock } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import { describeCurrentOrigin } from "@/lib/kernel/request-origin";
import { digest, isSameSecret, isWellFormedSecret, createSecret } from "@/lib/kernel/secrets";
import { createSharedRead } from "@/lib/kernel/shared-read";
import { appSecrets } from "@/lib/learning/apps/serializer";
import { learningAppUsage } from "@/lib/learning/apps/usage";
import {
  deleteEndedOwnerTokens,
  deleteExpiredTokens,
  deleteOlderLaunchTokens,
  findLearningCredential,
  insertToken,
  type LearningCredential,
  type NewToken,
} from "./queries";
import type { GrantedToken } from "./serializer";
import { learningTokenUsage } from "./usage";

const shareCredentialRead = createSharedRead<LearningCredential | null>();

/** The headers `X-Api-Key` and `X-Api-Secret`; null where a request has none. */
export type ApiHeaders = { key: string | null; secret: string | null };

/** Whether the key and secret in the headers, if given, belong to the token's app. */
const matchesApp = ({ appId, consumerKey, secret }: LearningCredential, given: ApiHeaders): boolean =>
  (given.key === null || isSameSecret(given.key, consumerKey)) &&
  (given.secret === null || isSameSecret(given.secret, appSecrets.decrypt(secret, appId)));

/** Records a use of a token and of its app. */
export function recordLearningUse({ actor, appId }: LearningCaller, succeeded: boolean): void {
  learningTokenUsage.record(actor.id, clock.now(), succeeded);
  learningAppUsage.record(appId, clock.now(), succeeded);
}

/**
 * Finds the caller of a token; null when the token is unknown, malformed, expired or no longer valid (`VALID_TOKENS`),
 * or when the key or secret sent with it belongs to another app.
 */
export async function findLearningCaller(token: string, headers: ApiHeaders): Promise<LearningCaller | null> {
  if (!isWellFormedSecret("blt", token)) return null;
  const tokenDigest = digest(token);
  const row = await shareCredentialRead(tokenDigest.toString("hex"), () =>
    findLearningCredential(tokenDigest, clock.now()),
  );
  if (!row) return null;
  const caller: LearningCaller = {
    organizationId: row.organizationId,
    appId: row.appId,
    kind: row.kind,
    userId: row.userId,
    integrationIds: row.integrationIds,
    sessionVersion: row.sessionVersion,
    identityId: row.identityId,
    actor: { type: "LearningToken", id: row.id, name: row.appName },
  };
  if (row.expiresAt > clock.now() && matchesApp(row, headers)) return caller;
  recordLearningUse(caller, false);
  return null;
}

/** Each grant adds one token and deletes up to this many expired ones, so that the table does not grow. */
const MAX_EXPIRED_DELETED = 100;

/** The most launches of a course that a learner can have open; each has its own token. */
const MAX_LAUNCHES = 10;

function addThreeYears(from: Date): Date {
  const date = new Date(from);
  date.setUTCFullYear(date.getUTCFullYear() + 3);
  return date;
}

export type TokenGrant = Pick<NewToken, "organizationId" | "appId" | "kind" | "userId" | "integrationIds"> &
  Partial<Pick<NewToken, "launchOrigins" | "sessionVersion" | "secretVersion" | "identityId">>;

/**
 * Creates a token, valid for three years (specification, "Limits"). The token and its refresh token are stored as
 * digests only. Null when the app or an integration has been deleted.
 */
export async function createLearningToken(grant: TokenGrant): Promise<GrantedToken | null> {
  const [token, refreshToken] = [createSecret("blt"), createSecret("blr")];
  const createdAt = clock.now();
  await deleteExpiredTokens(createdAt, MAX_EXPIRED_DELETED);
  const [integrationId] = grant.integrationIds;
  if (grant.kind === "learner" && integrationId !== undefined) {
    await deleteOlderLaunchTokens(grant.userId, integrationId, MAX_LAUNCHES - 1);
  }
  if (grant.kind === "owner" && typeof grant.sessionVersion === "number") {
    await deleteEndedOwnerTokens(grant.appId, grant.userId, grant.sessionVersion);
  }
  const isStored = await insertToken({
    launchOrigins: [],
    sessionVersion: null,
    secretVersion: null,
    identityId: null,
    ...describeCurrentOrigin(),
    ...grant,
    id: newId(),
    digest: digest(token),
    refreshDigest: digest(refreshToken),
    createdAt,
    expiresAt: addThreeYears(createdAt),
  });
  return isStored ? { token, refreshToken, userId: grant.userId } : null;
}
