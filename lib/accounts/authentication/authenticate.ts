import { findTokenCaller } from "@/lib/applications/authorization-tokens/service";
import type { Actor, Caller, Earner } from "@/lib/access/callers/caller";
import { forbidden, invalidAccessToken, notFound, unauthorized } from "@/lib/kernel/errors";
import { findAccessTokenCaller } from "@/lib/applications/oauth-applications/access-tokens";
import { countFailure } from "@/lib/platform/limits/request-limit";
import { buildEarnerCaller, buildMemberCaller, findPersonByHeaders } from "@/lib/accounts/sessions/session";
import { requireNoBarrier } from "@/lib/accounts/sessions/membership-barrier";
import type { IncomingRequest } from "@/lib/kernel/incoming-request";
import { readRequestSite } from "./same-origin";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Parses the user part of Basic credentials: the token, with or without the colon and an empty password. */
function parseBasicUser(encoded: string): string {
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const colon = text.indexOf(":");
  return colon < 0 ? text : text.slice(0, colon);
}

async function authenticateCredential(authorization: string): Promise<Caller> {
  const [scheme = "", value = ""] = authorization.trim().split(/\s+/, 2);
  if (scheme.toLowerCase() === "bearer") {
    const caller = await findAccessTokenCaller(value);
    if (caller) return caller;
    await countFailure();
    throw invalidAccessToken();
  }
  const caller = scheme.toLowerCase() === "basic" ? await findTokenCaller(parseBasicUser(value)) : null;
  if (caller) return caller;
  await countFailure();
  throw unauthorized("The credential is not valid or has expired.");
}

/**
 * Called as soon as the caller is authenticated, even if the request is refused afterwards. The organization is that of
 * the credential, whatever the path names; a person has none of their own.
 */
type OnAuthenticated = (
  actor: Pick<Actor, "type" | "id"> & Partial<Actor>,
  organizationId?: string,
) => Promise<void>;

/**
 * Requires that a request with a session comes from our own pages: the browser says so in `Origin` or
 * `Sec-Fetch-Site`, and the body is JSON, which no form of another site can send.
 */
function requireSameOrigin(request: IncomingRequest): void {
  if (SAFE_METHODS.has(request.method)) return;
  const type = request.headers.get("content-type");
  if (
    readRequestSite(request) !== "own" ||
    (type !== null && !type.toLowerCase().startsWith("application/json"))
  ) {
    throw forbidden("Requests with a session must come from this site.", "cross_site_request");
  }
}

async function authenticateSession(
  request: IncomingRequest,
  organizationId: string | undefined,
  onAuthenticated: OnAuthenticated,
): Promise<Caller> {
  const person = await findPersonByHeaders(request.headers);
  if (!person) throw unauthorized();
  await onAuthenticated({ type: "User", id: person.id });
  requireSameOrigin(request);
  const caller = buildMemberCaller(person, organizationId);
  if (!caller) throw notFound();
  requireNoBarrier(person, caller.organizationId);
  return caller;
}

/**
 * Authenticates a request by the authorization token (Basic) or the OAuth application (Bearer) of its `Authorization`
 * header, or else by the session of a member. With an `Authorization` header, cookies are ignored. Throws 401 without
 * a valid credential, 429 for too many wrong ones from one address, 404 when the caller belongs to another
 * organization than the path's, and 403 for a session without the second factor or the single sign-on that the
 * organization requires.
 */
export async function authenticateMember(
  request: IncomingRequest,
  organizationId: string | undefined,
  onAuthenticated: OnAuthenticated,
): Promise<Caller> {
  const authorization = request.headers.get("authorization");
  if (authorization === null) return authenticateSession(request, organizationId, onAuthenticated);
  const caller = await authenticateCredential(authorization);
  await onAuthenticated(caller.actor, caller.organizationId);
  const isSameOrganization =
    organizationId === undefined || caller.organizationId === organizationId.toLowerCase();
  if (!isSameOrganization) throw notFound();
  return caller;
}

/**
 * Authenticates a directory by the authorization token of its `Authorization` header, which may also be sent as a Bearer
 * token (RFC 6750): directories send no others. Access tokens of OAuth applications are accepted too, sessions are not.
 * Throws 401 without a valid credential, and 429 for too many wrong ones from one address.
 */
export async function authenticateDirectory(
  request: IncomingRequest,
  onAuthenticated: OnAuthenticated,
): Promise<Caller> {
  const authorization = request.headers.get("authorization");
  if (authorization === null) throw unauthorized(undefined, 'Bearer realm="badges"');
  const [scheme = "", value = ""] = authorization.trim().split(/\s+/, 2);
  const byToken = scheme.toLowerCase() === "bearer" ? await findTokenCaller(value) : null;
  const caller = byToken ?? (await authenticateCredential(authorization));
  await onAuthenticated(caller.actor, caller.organizationId);
  return caller;
}

// Not "Basic": a browser would open its own dialog, and tokens are not accepted here.
const SESSION_CHALLENGE = 'Cookie realm="badges"';

/**
 * Authenticates the signed-in person, for their own data. Throws 401 without a session, and for every other
 * credential: tokens and applications belong to organizations. A request with an `Authorization` header has no
 * session, because its cookies are ignored.
 */
export async function authenticateEarner(
  request: IncomingRequest,
  onAuthenticated: OnAuthenticated,
): Promise<Earner> {
  const hasCredential = request.headers.get("authorization") !== null;
  const person = hasCredential ? null : await findPersonByHeaders(request.headers);
  if (!person)
    throw unauthorized("Sign in to do this. Other credentials are not accepted here.", SESSION_CHALLENGE);
  await onAuthenticated({ type: "User", id: person.id });
  requireSameOrigin(request);
  return buildEarnerCaller(person);
}
