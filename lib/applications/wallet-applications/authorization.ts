import { recordActivity } from "@/lib/access/account-activity/service";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { newId } from "@/lib/kernel/ids";
import { createSecret, digest } from "@/lib/kernel/secrets";
import { deleteExpiredGrants, deleteOlderGrants, insertGrant, saveAllowedAt } from "./grant-queries";
import { findApplicationByUid } from "./queries";
import { buildRedirect, isRegisteredRedirectUri } from "./redirect-uris";
import { walletIssuer, type ApplicationRow } from "./serializer";
import { parseWalletScopes } from "./service";

/** How long an authorization code can be exchanged (RFC 6749, 4.1.2: at most ten minutes). */
const CODE_MS = 120_000;
/** An earner may use an application on several devices, each with a consent of its own. */
const MAX_GRANTS_PER_APPLICATION = 10;
const MAX_GRANTS = 200;
const EXPIRED_DELETED_PER_GRANT = 100;

const PARAMETERS = [
  "response_type",
  "client_id",
  "redirect_uri",
  "scope",
  "state",
  "code_challenge",
  "code_challenge_method",
] as const;
type Parameter = (typeof PARAMETERS)[number];

/** 32 bytes in base64url: the challenge of S256 (RFC 7636, 4.2). */
const CHALLENGE = /^[\w-]{43}$/;
/** VSCHAR (RFC 6749, A.5). */
const STATE = /^[\x20-\x7e]{1,2000}$/;

/** A valid request for the earner's consent. */
export type AuthorizationRequest = {
  application: ApplicationRow;
  redirectUri: string;
  scopes: string[];
  state: string | null;
  codeChallenge: string;
};

/**
 * What to do with a request: ask the earner; return to the application with an error; or refuse, because the application
 * or its address is unknown, so that nothing may be sent there (RFC 6749, 4.1.2.1).
 */
export type AuthorizationOutcome =
  { kind: "ask"; request: AuthorizationRequest } | { kind: "return"; location: string } | { kind: "refuse" };

type Given = Partial<Record<Parameter, string>>;

/** The parameters of a request. A repeated parameter is null (RFC 6749, 3.1: it must not be), an empty one is omitted. */
function readParameters(query: URLSearchParams): { given: Given; repeated: Parameter | null } {
  const repeated = PARAMETERS.find((name) => query.getAll(name).length > 1) ?? null;
  const pairs = PARAMETERS.flatMap((name) => {
    const value = query.get(name);
    return value ? [[name, value] as const] : [];
  });
  return { given: Object.fromEntries(pairs), repeated };
}

type Problem = { error: string; description: string };

function findChallengeProblem({ code_challenge, code_challenge_method }: Given): Problem | null {
  const error = "invalid_request";
  if (code_challenge === undefined) return { error, description: "code_challenge is required (RFC 7636)." };
  if (code_challenge_method !== "S256") return { error, description: "code_challenge_method must be S256." };
  return CHALLENGE.test(code_challenge)
    ? null
    : { error, description: "code_challenge must be 43 characters of base64url." };
}

function findRequestProblem(given: Given, repeated: Parameter | null): Problem | null {
  const error = "invalid_request";
  if (repeated) return { error, description: `${repeated} is given more than once.` };
  if (given.response_type === undefined) return { error, description: "response_type is required." };
  if (given.response_type !== "code")
    return { error: "unsupported_response_type", description: "response_type must be code." };
  if (given.state !== undefined && !STATE.test(given.state))
    return { error, description: "state must be at most 2,000 ASCII characters." };
  return findChallengeProblem(given);
}

/** The scopes to ask for: those requested, or all registered ones. Null when one is unknown or not registered. */
function readScopes(list: string | undefined, registered: readonly string[]): string[] | null {
  const scopes = parseWalletScopes(list ?? registered.join(" "));
  return scopes && scopes.length > 0 && scopes.every((name) => registered.includes(name)) ? scopes : null;
}

const returnWith = (redirectUri: string, state: string | null, result: Record<string, string>): string =>
  buildRedirect(redirectUri, {
    ...result,
    state: state !== null && STATE.test(state) ? state : null,
    // RFC 9207: an application that uses several services sees which one answered.
    iss: walletIssuer(),
  });

/** The application, if the request names it and one of its addresses, each once. */
async function findApplication(
  { client_id = "", redirect_uri = "" }: Given,
  repeated: Parameter | null,
): Promise<ApplicationRow | null> {
  const isAmbiguous = repeated === "client_id" || repeated === "redirect_uri";
  if (isAmbiguous || !/^\w{32}$/.test(client_id)) return null;
  const application = await findApplicationByUid(client_id);
  return application && isRegisteredRedirectUri(redirect_uri, application.redirectUris) ? application : null;
}

const UNKNOWN_SCOPE: Problem = {
  error: "invalid_scope",
  description: "scope contains one that the application did not register.",
};

/** Reads a request of a known application. */
function readRequest(
  given: Given,
  repeated: Parameter | null,
  application: ApplicationRow,
): AuthorizationOutcome {
  const { redirect_uri: redirectUri = "", state = null, code_challenge: codeChallenge = "" } = given;
  const scopes = readScopes(given.scope, application.scopes);
  const problem = findRequestProblem(given, repeated);
  if (!problem && scopes)
    return { kind: "ask", request: { application, redirectUri, scopes, state, codeChallenge } };
  const { error, description } = problem ?? UNKNOWN_SCOPE;
  const result = { error, error_description: description };
  return { kind: "return", location: returnWith(redirectUri, state, result) };
}

/** Reads a request for authorization (RFC 6749, 4.1.1, with PKCE: RFC 7636). Changes nothing. */
export async function readAuthorizationRequest(query: URLSearchParams): Promise<AuthorizationOutcome> {
  const { given, repeated } = readParameters(query);
  const application = await findApplication(given, repeated);
  return application ? readRequest(given, repeated, application) : { kind: "refuse" };
}

/** The parameters of a request, for the form of the consent. */
export const listAuthorizationParameters = (query: URLSearchParams): [string, string][] =>
  PARAMETERS.flatMap((name) => query.getAll(name).map((value): [string, string] => [name, value]));

/** Returns the address to which a refusal leads. */
export const buildDenial = ({ redirectUri, state }: AuthorizationRequest): string =>
  returnWith(redirectUri, state, {
    error: "access_denied",
    error_description: "The person did not allow it.",
  });

/**
 * Stores the consent of a signed-in person and returns the address of the application, with an authorization code that
 * can be exchanged once within two minutes. Null when the person's sessions were ended meanwhile.
 */
export async function grantAuthorization(
  { application, redirectUri, scopes, state, codeChallenge }: AuthorizationRequest,
  person: { id: string; sessionVersion: number },
): Promise<string | null> {
  const code = createSecret("bwc");
  const createdAt = clock.now();
  const codeExpiresAt = new Date(createdAt.getTime() + CODE_MS);
  await deleteExpiredGrants(createdAt, EXPIRED_DELETED_PER_GRANT);
  const grant = {
    id: newId(),
    applicationId: application.id,
    userId: person.id,
    scopes,
    sessionVersion: person.sessionVersion,
    redirectUri,
    codeDigest: digest(code),
    codeChallenge,
    codeExpiresAt,
    createdAt,
    expiresAt: codeExpiresAt,
  };
  return transaction(async () => {
    if (!(await insertGrant(grant))) return null;
    await saveAllowedAt(application.id, createdAt);
    await deleteOlderGrants(grant, MAX_GRANTS_PER_APPLICATION, MAX_GRANTS);
    await recordActivity(person.id, "application_allowed");
    return returnWith(redirectUri, state, { code });
  });
}
