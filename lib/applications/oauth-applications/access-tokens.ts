import type { Caller } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { ApiError, badRequest } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { FULL_ACCESS, intersectRights, decodeScopes } from "@/lib/access/callers/rights";
import { isScope, SCOPE_NAMES, type Scope } from "@/lib/access/callers/choices";
import { digest, isWellFormedSecret, createSecret, randomText, isSameDigest } from "@/lib/kernel/secrets";
import type { AccessTokenRequest } from "./schema";
import { applicationRights, type GrantedToken } from "./serializer";
import {
  deleteExpiredAccessTokens,
  findAccessToken,
  findClient,
  insertAccessToken,
  type OAuthClient,
} from "./queries";
import { applicationUses } from "./usage";

const LIFETIME_SECONDS = 7_200;
/** Each grant adds one token and deletes up to this many expired ones, so that they cannot pile up. */
const EXPIRED_REMOVED_PER_GRANT = 100;

const UID_LENGTH = 32;
const UID_PATTERN = /^[0-9A-Za-z]{32}$/;
/** The digest that the secret of an unknown client is compared with. It never matches, and takes the same time. */
const UNKNOWN_CLIENT_DIGEST = digest(randomText(UID_LENGTH));

/** Generates a client id and a secret. Only a digest of the secret is stored. */
export const generateClientCredentials = (): { uid: string; secret: string } => ({
  uid: randomText(UID_LENGTH),
  secret: createSecret("bos"),
});

/** The error of a failed client authentication, the same whatever was wrong. */
const invalidClient = () =>
  new ApiError(401, "invalid_client", "Client authentication failed.", [], {
    "WWW-Authenticate": 'Basic realm="badges"',
  });

async function authenticateClient(uid: string, secret: string): Promise<OAuthClient> {
  if (!UID_PATTERN.test(uid) || !isWellFormedSecret("bos", secret)) throw invalidClient();
  const client = await findClient(uid);
  const isSecretRight = isSameDigest(digest(secret), client?.secretDigest ?? UNKNOWN_CLIENT_DIGEST);
  if (!client || !isSecretRight) throw invalidClient();
  return client;
}

/**
 * Parses a space-separated list of scopes, each once (RFC 6749, 3.3). Throws 400 for an empty list, and for a scope
 * that does not exist or that the application does not have.
 */
function parseScopes(list: string, { scopes: stored }: OAuthClient): Scope[] {
  const applicationScopes = decodeScopes(stored);
  const grantable = applicationScopes === "all" ? SCOPE_NAMES : [...applicationScopes];
  const names = new Set(list.split(" ").filter((name) => name !== ""));
  const scopes = [...names].filter(isScope).filter((name) => grantable.includes(name));
  if (scopes.length > 0 && scopes.length === names.size) return scopes;
  throw badRequest("invalid_scope", `The scopes of this application are: ${grantable.join(", ")}.`);
}

async function grantToClient(
  client: OAuthClient,
  { grant_type, scope }: AccessTokenRequest,
): Promise<GrantedToken> {
  if (grant_type !== "client_credentials") {
    throw badRequest("unsupported_grant_type", "The grant_type must be client_credentials.");
  }
  const scopes = parseScopes(scope, client);
  const token = createSecret("boa");
  const createdAt = clock.now();
  await deleteExpiredAccessTokens(createdAt, EXPIRED_REMOVED_PER_GRANT);
  const isStored = await insertAccessToken(client, {
    id: newId(),
    digest: digest(token),
    scopes,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + LIFETIME_SECONDS * 1000),
  });
  if (!isStored) throw invalidClient();
  return { token, scopes, createdAt, lifetimeSeconds: LIFETIME_SECONDS };
}

/**
 * Grants an access token for 7,200 seconds for client credentials (specification, "OAuth 2.0 client credentials"; RFC
 * 6749, 4.4). Errors have the codes of RFC 6749, 5.2: `invalid_client` (401) for a failed client authentication, then
 * `unsupported_grant_type` and `invalid_scope` (400). There is no audit entry, because nothing in the organization
 * changes.
 */
export async function grantAccessToken(request: AccessTokenRequest): Promise<GrantedToken> {
  const client = await authenticateClient(request.client_id, request.client_secret);
  let hasSucceeded = false;
  try {
    const granted = await grantToClient(client, request);
    hasSucceeded = true;
    return granted;
  } finally {
    applicationUses.record(String(client.id), clock.now(), hasSucceeded);
  }
}

/** Finds the caller of a presented access token. Null when it is unknown, malformed or expired. */
export async function findAccessTokenCaller(token: string): Promise<Caller | null> {
  if (!isWellFormedSecret("boa", token)) return null;
  const row = await findAccessToken(digest(token));
  if (!row) return null;
  if (row.expiresAt <= clock.now()) {
    applicationUses.record(String(row.id), clock.now(), false);
    return null;
  }
  return {
    organizationId: row.organizationId,
    organizationIds: [row.organizationId],
    // When an application loses rights, its existing tokens lose them too.
    ...intersectRights(
      { scopes: decodeScopes(row.grantedScopes), access: FULL_ACCESS },
      applicationRights(row),
    ),
    actor: { type: "OAuthApplication", id: String(row.id), uuid: row.uuid, name: row.name },
  };
}
