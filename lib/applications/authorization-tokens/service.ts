import type { ListInput } from "@/lib/kernel/list/list-input";
import { withAuditEntry } from "@/lib/access/audit/service";
import type { Caller } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { conflict, forbidden, notFound, unauthorized, unprocessable } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import type { Page } from "@/lib/kernel/list/page";
import {
  requireRights,
  encodedScopesBeyond,
  encodeScopes,
  requestedScopes,
  type Rights,
} from "@/lib/access/callers/rights";
import { digest, isWellFormedSecret, createSecret } from "@/lib/kernel/secrets";
import { createSharedRead } from "@/lib/kernel/shared-read";
import { isTestOrganization } from "@/lib/organizations/profile/mode";
import { creatorColumns, withCreator, withCreators } from "@/lib/organizations/profile/creators";
import {
  deleteToken,
  findTokenCredential,
  findToken,
  findTokenPage,
  findTokenWithDigest,
  insertToken,
  replaceSecret,
} from "./queries";
import type { AuthorizationTokenInput, RotationInput } from "./schema";
import { tokenRights, tokenSecrets, type TokenWithCreator } from "./serializer";
import { tokenUses } from "./usage";

const LIFETIME_MS = 180 * 24 * 3_600_000;
/** The error code for granting more rights than the caller has. */
const EXCEEDS_PERMISSIONS = "exceeds_permissions";

const shareCredentialRead = createSharedRead<Awaited<ReturnType<typeof findTokenCredential>>>();

/** Finds the caller of a presented token. Null when the token is unknown, malformed, rotated or expired. */
export async function findTokenCaller(token: string): Promise<Caller | null> {
  if (!isWellFormedSecret("bat", token) && !isWellFormedSecret("bat_test", token)) return null;
  const presentedDigest = digest(token);
  const row = await shareCredentialRead(presentedDigest.toString("hex"), () =>
    findTokenCredential(presentedDigest),
  );
  if (!row) return null;
  if (row.expiresAt <= clock.now()) {
    tokenUses.record(row.id, clock.now(), false);
    return null;
  }
  return {
    organizationId: row.organizationId,
    organizationIds: [row.organizationId],
    ...tokenRights(row),
    actor: { type: "AuthorizationToken", id: row.id, name: row.description ?? "Authorization token" },
    presentedDigest,
  };
}

/** Finds the current rights of a token of the organization. Null when it does not exist or has expired. */
export async function findTokenRights(organizationId: string, id: string): Promise<Rights | null> {
  const row = await findToken({ organizationId, id });
  return row && row.expiresAt > clock.now() ? tokenRights(row) : null;
}

/**
 * Returns the condition for the tokens whose secrets a caller sees: without write or delete permission only the
 * read-only ones (specification, "Authorization tokens"), and by the same rule none with a scope that the caller does
 * not have.
 */
export function visibleTokensWhere({ organizationId, access, scopes }: Caller) {
  const missingScopes = encodedScopesBeyond(scopes);
  return {
    organizationId,
    ...(access.write && access.delete ? {} : { writeEnabled: false, deleteEnabled: false }),
    ...(missingScopes.length === 0 ? {} : { NOT: { scopes: { hasSome: missingScopes } } }),
  };
}

/** Lists the tokens that the caller may see, newest first. */
export async function listTokens(caller: Caller, input: ListInput): Promise<Page<TokenWithCreator>> {
  const page = await findTokenPage(visibleTokensWhere(caller), input.page);
  return { ...page, rows: await withCreators(caller.organizationId, page.rows) };
}

/**
 * Returns one token with its secret, and records in the audit log who saw it. Throws 403 without permission to read,
 * which the list requires too, and for a token with more rights than the caller. Throws 404 when the caller sees no
 * token with this id.
 */
export async function revealToken(caller: Caller, id: string): Promise<TokenWithCreator> {
  if (!caller.access.read) throw forbidden("Tokens are shown to credentials with read permission only.");
  return withAuditEntry(caller, "authorization_token.reveal", id, async () => {
    const row = await findToken({ ...visibleTokensWhere(caller), id });
    if (!row) throw notFound();
    requireRights(caller, tokenRights(row), "Showing this token", EXCEEDS_PERMISSIONS);
    return withCreator(caller.organizationId, row);
  });
}

/** Tokens of test organizations have a prefix of their own, which prevents their use in a real system by mistake. */
const buildSecretColumns = (id: string, isTest: boolean) => {
  const token = createSecret(isTest ? "bat_test" : "bat");
  const createdAt = clock.now();
  return {
    createdAt,
    digest: digest(token),
    ciphertext: tokenSecrets.encrypt(token, id),
    expiresAt: new Date(createdAt.getTime() + LIFETIME_MS),
  };
};

/**
 * Creates a token that expires in 180 days. By default it has the caller's read permission and scopes, and neither
 * write nor delete. Throws 403 when it would have more permissions than the caller (rule 2).
 */
export async function createToken(caller: Caller, body: AuthorizationTokenInput): Promise<TokenWithCreator> {
  const access = {
    read: body.read_enabled ?? caller.access.read,
    write: body.write_enabled ?? false,
    delete: body.delete_enabled ?? false,
  };
  const scopes = requestedScopes(body.scopes, caller.scopes);
  requireRights(caller, { scopes, access }, "Creating this token", EXCEEDS_PERMISSIONS);
  const [id, isTest] = [newId(), await isTestOrganization(caller.organizationId)];
  return withAuditEntry(caller, "authorization_token.create", id, async () => {
    const row = await insertToken({
      id,
      organizationId: caller.organizationId,
      ...buildSecretColumns(id, isTest),
      description: body.description ?? null,
      readEnabled: access.read,
      writeEnabled: access.write,
      deleteEnabled: access.delete,
      scopes: encodeScopes(scopes),
      ...creatorColumns(caller.actor),
    });
    return { ...row, isCreatorAvailable: true };
  });
}

/**
 * Gives the presented token a new secret for another 180 days. The old secret stops working at once. Throws 422 for
 * other kinds of callers, because only a token can rotate itself. Of two concurrent rotations one succeeds, the other
 * gets 401.
 */
export async function rotateToken(caller: Caller, body: RotationInput): Promise<TokenWithCreator> {
  const { actor, presentedDigest } = caller;
  if (!presentedDigest) throw unprocessable("not_a_token", "Only an authorization token can rotate itself.");
  const description =
    body.description === undefined || body.description === null ? {} : { description: body.description };
  const isTest = await isTestOrganization(caller.organizationId);
  return withAuditEntry(caller, "authorization_token.rotate", actor.id, async () => {
    const isReplaced = await replaceSecret(actor.id, presentedDigest, {
      ...buildSecretColumns(actor.id, isTest),
      ...description,
    });
    const row = isReplaced ? await findToken({ organizationId: caller.organizationId, id: actor.id }) : null;
    if (!row) throw unauthorized("This token was rotated by another request.");
    return withCreator(caller.organizationId, row);
  });
}

/**
 * Gives any token that the caller sees a new secret for another 180 days. The old secret stops working at once.
 * Throws 404 when the caller sees no token with this id, and 403 when the token has more rights than the caller (rule
 * 2). Of two concurrent rotations one succeeds, the other gets 409, so that neither overwrites a secret unseen.
 */
export async function rotateTokenById(
  caller: Caller,
  id: string,
  body: RotationInput,
): Promise<TokenWithCreator> {
  const where = { ...visibleTokensWhere(caller), id };
  const description = body.description ? { description: body.description } : {};
  const isTest = await isTestOrganization(caller.organizationId);
  return withAuditEntry(caller, "authorization_token.rotate", id, async () => {
    const current = await findTokenWithDigest(where);
    if (!current) throw notFound();
    requireRights(caller, tokenRights(current), "Rotating this token", EXCEEDS_PERMISSIONS);
    const isReplaced = await replaceSecret(id, current.digest, {
      ...buildSecretColumns(id, isTest),
      ...description,
    });
    const row = isReplaced ? await findToken(where) : null;
    if (!row) throw conflict("rotated_meanwhile", "The token was rotated by another request.");
    return withCreator(caller.organizationId, row);
  });
}

/** Deletes a token. Throws 404 when the organization has none with this id. */
export async function revokeToken(caller: Caller, id: string): Promise<void> {
  await withAuditEntry(caller, "authorization_token.delete", id, async () => {
    const { count } = await deleteToken(caller.organizationId, id);
    if (count === 0) throw notFound();
  });
}
