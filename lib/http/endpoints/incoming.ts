import { readClientAddress } from "@/lib/kernel/client-address";
import type { IncomingRequest } from "@/lib/kernel/incoming-request";
import {
  getRequestContext,
  newRequestId,
  withRequestContext,
  type RequestContext,
} from "@/lib/kernel/request-context";
import { encodeError, finishResponse, toStandardResponse } from "./responses";

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
