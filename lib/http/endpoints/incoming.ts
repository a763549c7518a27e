import { readClientAddress } from "@/lib/kernel/client-address";
import type { IncomingRequest } from "@/lib/kernel/incoming-request";
import {
  getRequestContext,
  newRequestId,
  withRequestContext,
  type RequestContext,
} from "@/lib/kernel/request-context";
import { encodeError, finishResponse, toStandardResponse } from "./responses";
import type { Params } from "./endpoint-spec";
import { readRequestSite } from "@/lib/accounts/authentication/same-origin";

/**
 * Returns whether a plain form was sent by one of our pages, or by a program. A form on another site could sign its
 * visitor in to an account of the attacker's choice, or act as the signed-in user. Pages with such forms let the
 * browser send its origin (`referrer: "same-origin"`).
 */
export const isSameOriginForm = (request: IncomingRequest): boolean => readRequestSite(request) !== "other";

/** The route that handles a request: its path as the folders spell it, and the parameters of the request's path. */
export type RouteContext = { route: string; params: Record<string, string | string[] | undefined> };

/** Returns the parameters of the path, as text. */
export function readParams({ params }: RouteContext): Params {
  const texts: Params = {};
  for (const name in params) texts[name] = String(params[name]);
  return texts;
}

/** Returns path and query string of a request as they were sent. */
export function requestAddress(request: IncomingRequest): { path: string; search: string } {
  const { pathname: path, search } = new URL(request.url);
  return { path, search };
}

/** Returns the path of a request as it was sent. */
export const requestPath = (request: IncomingRequest): string => requestAddress(request).path;

/** Reads the context of a request, which services can access while it is handled. */
export const readRequestContext = ({ headers }: IncomingRequest): RequestContext => ({
  requestId: newRequestId(),
  address: readClientAddress((name) => headers.get(name)),
  userAgent: headers.get("user-agent") ?? "",
  cookies: headers.get("cookie") ?? "",
  setCookies: [],
  endTasks: [],
});

/** Adds the cookies that services set to the response. */
function withSetCookies(response: Response, { setCookies }: RequestContext): Response {
  if (setCookies.length === 0) return response;
  const headers = new Headers(response.headers);
  for (const cookie of setCookies) headers.append("Set-Cookie", cookie);
  return new Response(response.body, { status: response.status, headers });
}

/** Handles a request outside the endpoint factories (a plain form, next-auth) in the context of that request. */
export async function respondInContext(request: Request, work: () => Promise<Response>): Promise<Response> {
  const context = readRequestContext(request);
  return withSetCookies(await withRequestContext(context, work), context);
}

/** Encodes an error with the id of the current request. */
export function errorResponse(error: unknown): Response {
  const requestId = getRequestContext()?.requestId ?? newRequestId();
  return toStandardResponse(finishResponse(encodeError(error, requestId), requestId));
}
