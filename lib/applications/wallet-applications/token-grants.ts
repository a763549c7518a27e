import OAuth2Server from "@node-oauth/oauth2-server";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { ApiError, badRequest } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { createSecret, digest, isSameDigest, isWellFormedSecret } from "@/lib/kernel/secrets";
import { OFFLINE_ACCESS } from "./choices";
import {
  deleteGrant,
  deleteToken,
  extendGrant,
  findGrantByCode,
  findToken,
  insertTokens,
  saveCodeUsed,
  saveTokenUsed,
  type LivingGrant,
  type NewToken,
  type StoredToken,
} from "./grant-queries";
import { findApplicationByUid } from "./queries";
import type { WalletRevocation, WalletTokenRequest } from "./schema";
import type { ApplicationRow, GrantedTokens } from "./serializer";

const ACCESS_SECONDS = 3_600;
/** A refresh token that is not used for this long ends. Each use replaces it. */
const REFRESH_SECONDS = 90 * 24 * 3_600;
/** The digest that the secret of an unknown application is compared with. It never matches. */
const UNKNOWN_DIGEST = digest(createSecret("bos"));

/** The error of a failed authentication of an application, the same whatever was wrong. */
const invalidClient = () =>
  new ApiError(401, "invalid_client", "Client authentication failed.", [], {
    "WWW-Authenticate": 'Basic realm="badges"',
  });

const invalidGrant = () => badRequest("invalid_grant", "It is not valid, has expired, or was used before.");

/** An application authenticates with its secret, or only names itself if it has none. Throws 401 otherwise. */
async function authenticateApplication(uid: string, secret: string | undefined): Promise<ApplicationRow> {
  const application = /^\w{32}$/.test(uid) ? await findApplicationByUid(uid) : null;
  if (secret === undefined) {
    if (application?.authMethod === "none") return application;
    throw invalidClient();
  }
  const isRight = isSameDigest(digest(secret), application?.secretDigest ?? UNKNOWN_DIGEST);
  if (!application || !isRight) throw invalidClient();
  return application;
}

/** What the library carries from a code or a refresh token to the new tokens. */
type Holder = { id: string; grant: LivingGrant; usedTokenId: string | null };

const toClient = (uid: string): OAuth2Server.Client => ({
  id: uid,
  grants: ["authorization_code", "refresh_token"],
});

/**
 * Deletes a grant and all its tokens: somebody used a code or a refresh token a second time, so one of them is not the
 * application (RFC 6749, 4.1.2 and 10.4). Runs outside any transaction, because the request fails.
 */
async function endReusedGrant(grantId: string): Promise<never> {
  await deleteGrant(grantId);
  throw invalidGrant();
}

async function getAuthorizationCode(code: string): Promise<OAuth2Server.AuthorizationCode | null> {
  const grant = isWellFormedSecret("bwc", code) ? await findGrantByCode(digest(code)) : null;
  if (!grant) return null;
  if (grant.codeUsedAt) return endReusedGrant(grant.id);
  if (grant.codeExpiresAt <= clock.now()) return null;
  const holder: Holder = { id: grant.userId, grant, usedTokenId: null };
  return {
    authorizationCode: code,
    expiresAt: grant.codeExpiresAt,
    redirectUri: grant.redirectUri,
    scope: grant.scopes,
    client: toClient(grant.clientUid),
    user: holder,
    codeChallenge: grant.codeChallenge,
    codeChallengeMethod: "S256",
  };
}

/** Marks the code as used before anything else is checked, so that no one can guess its verifier twice. */
async function revokeAuthorizationCode({ user }: { user: object }): Promise<boolean> {
  const { grant } = user as Holder;
  return (await saveCodeUsed(grant.id, clock.now())) || endReusedGrant(grant.id);
}

async function getRefreshToken(refreshToken: string): Promise<OAuth2Server.RefreshToken | null> {
  const stored = isWellFormedSecret("bwr", refreshToken) ? await findToken(digest(refreshToken)) : null;
  if (!stored || stored.expiresAt <= clock.now()) return null;
  if (stored.usedAt) return endReusedGrant(stored.id);
  const holder: Holder = { id: stored.userId, grant: stored, usedTokenId: stored.tokenId };
  return {
    refreshToken,
    refreshTokenExpiresAt: stored.expiresAt,
    scope: stored.scopes,
    client: toClient(stored.clientUid),
    user: holder,
  };
}

type NewSecret = { kind: NewToken["kind"]; secret: string; scopes: string[]; seconds: number };

function buildToken({ kind, secret, scopes, seconds }: NewSecret): NewToken {
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + seconds * 1000);
  return { id: newId(), kind, digest: digest(secret), scopes, createdAt, expiresAt };
}

/**
 * Stores new tokens and marks the refresh token that they replace as used, in one transaction. Returns false when that was
 * done before.
 */
const storeTokens = ({ grant, usedTokenId }: Holder, tokens: NewToken[]): Promise<boolean> =>
  transaction(async () => {
    const end = new Date(Math.max(...tokens.map(({ expiresAt }) => expiresAt.getTime())));
    // First, so that a grant that is ended at the same moment gets no more tokens.
    if (!(await extendGrant(grant.id, end))) throw invalidGrant();
    if (usedTokenId !== null && !(await saveTokenUsed(usedTokenId, clock.now()))) return false;
    await insertTokens(grant.id, tokens);
    return true;
  });

/** Stores the tokens that the library generated. A refresh token needs the scope `offline_access` (Open Badges 3.0). */
async function saveToken(
  token: OAuth2Server.Token,
  client: OAuth2Server.Client,
  user: object,
): Promise<OAuth2Server.Token> {
  const holder = user as Holder;
  const { scopes } = holder.grant;
  const { accessToken, refreshToken, scope = scopes } = token;
  const access = buildToken({ kind: "access", secret: accessToken, scopes: scope, seconds: ACCESS_SECONDS });
  const canRefresh = refreshToken !== undefined && scopes.includes(OFFLINE_ACCESS);
  const refresh = canRefresh
    ? [buildToken({ kind: "refresh", secret: refreshToken, scopes, seconds: REFRESH_SECONDS })]
    : [];
  if (!(await storeTokens(holder, [access, ...refresh]))) return endReusedGrant(holder.grant.id);
  const { refreshToken: _, refreshTokenExpiresAt: _end, ...rest } = token;
  return { ...rest, ...(canRefresh ? { refreshToken } : {}), client, user };
}

const model = {
  // The application was authenticated before (`authenticateApplication`).
  getClient: (uid: string) => Promise.resolve(toClient(uid)),
  generateAccessToken: () => Promise.resolve(createSecret("bwa")),
  generateRefreshToken: () => Promise.resolve(createSecret("bwr")),
  getAuthorizationCode,
  revokeAuthorizationCode,
  getRefreshToken,
  // `saveToken` does it, in the transaction of the new tokens.
  revokeToken: () => Promise.resolve(true),
  saveToken,
  saveAuthorizationCode: () => Promise.reject(new Error("Codes are created by the consent.")),
  getAccessToken: () => Promise.resolve(null),
} as unknown as OAuth2Server.AuthorizationCodeModel & OAuth2Server.RefreshTokenModel;

const server = new OAuth2Server({
  model,
  accessTokenLifetime: ACCESS_SECONDS,
  refreshTokenLifetime: REFRESH_SECONDS,
  requireClientAuthentication: { authorization_code: false, refresh_token: false },
});

/** Converts an error of the library to ours. What the model threw is inside it. */
function toApiError(error: unknown): unknown {
  if (!(error instanceof OAuth2Server.OAuthError)) return error;
  const { inner } = error as { inner?: unknown };
  if (inner instanceof Error) return inner;
  if (error.name === "server_error" || error.name === "invalid_argument") return error;
  return badRequest(error.name, error.message);
}

/** The parameters as the library reads them. The client's secret was checked before and is not passed on. */
const toLibraryRequest = (request: WalletTokenRequest) =>
  new OAuth2Server.Request({
    method: "POST",
    query: {},
    headers: { "content-type": "application/x-www-form-urlencoded", "content-length": "1" },
    body: { ...request, client_secret: undefined },
  });

function requireGrantType({ grant_type }: WalletTokenRequest, { grantTypes }: ApplicationRow): void {
  if (grant_type !== "authorization_code" && grant_type !== "refresh_token") {
    const message = "The grant_type must be authorization_code or refresh_token.";
    throw badRequest("unsupported_grant_type", message);
  }
  if (!grantTypes.includes(grant_type)) {
    throw badRequest("unauthorized_client", `The application did not register ${grant_type}.`);
  }
}

/**
 * Exchanges an authorization code with its verifier, or a refresh token, for new tokens (RFC 6749, 4.1.3 and 6; RFC 7636,
 * 4.5). An access token is valid for an hour, a refresh token for 90 days. Each refresh token works once. A second use of
 * a code or of a refresh token ends the grant with all its tokens. Errors have the codes of RFC 6749, 5.2:
 * `invalid_client` (401); `invalid_request`, `invalid_grant`, `invalid_scope`, `unauthorized_client` and
 * `unsupported_grant_type` (400).
 */
export async function grantWalletTokens(request: WalletTokenRequest): Promise<GrantedTokens> {
  requireGrantType(request, await authenticateApplication(request.client_id, request.client_secret));
  try {
    const token = await server.token(toLibraryRequest(request), new OAuth2Server.Response());
    return {
      accessToken: token.accessToken,
      refreshToken: token.refreshToken ?? null,
      scopes: token.scope ?? [],
      lifetimeSeconds: ACCESS_SECONDS,
    };
  } catch (error) {
    throw toApiError(error);
  }
}

const findRevocable = async (token: string): Promise<StoredToken | null> =>
  isWellFormedSecret("bwa", token) || isWellFormedSecret("bwr", token) ? findToken(digest(token)) : null;

/**
 * Revokes a token of the application (RFC 7009, 2.1). A refresh token ends with its grant and all other tokens of it. An
 * unknown token, and one of another application, changes nothing. Throws 401 when the application is not authenticated.
 */
export async function revokeWalletToken(request: WalletRevocation): Promise<void> {
  const { uid } = await authenticateApplication(request.client_id, request.client_secret);
  const stored = await findRevocable(request.token);
  if (stored?.clientUid !== uid) return;
  if (stored.kind === "refresh") await deleteGrant(stored.id);
  else await deleteToken(stored.tokenId);
}
