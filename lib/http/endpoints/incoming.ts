import { clientAddress } from "@/lib/kernel/client-address";
import { newId } from "@/lib/kernel/ids";
import { requestContext, withRequestContext, type RequestContext } from "@/lib/kernel/request-context";
import { encodeError, respond } from "./respond";

/** Reads from a request what services may ask for while it is answered. */
export const incomingContext = ({ headers }: Request): RequestContext => ({
  requestId: newId(),
  address: clientAddress((name) => headers.get(name)),
  userAgent: headers.get("user-agent") ?? "",
  cookies: headers.get("cookie") ?? "",
  setCookies: [],
});

/** Adds to an answer the cookies that services set while it was made. */
export function withSetCookies(response: Response, { setCookies }: RequestContext): Response {
  if (setCookies.length === 0) return response;
  const headers = new Headers(response.headers);
  for (const cookie of setCookies) headers.append("Set-Cookie", cookie);
  return new Response(response.body, { status: response.status, headers });
}

/** Answers a request outside of the endpoint factories (a plain form, next-auth) in the context of that request. */
export async function answerInContext(request: Request, work: () => Promise<Response>): Promise<Response> {
  const context = incomingContext(request);
  return withSetCookies(await withRequestContext(context, work), context);
}

/** Encodes an error with the id of the request that is being answered. */
export function errorInContext(error: unknown): Response {
  const requestId = requestContext()?.requestId ?? newId();
  return respond(encodeError(error, requestId), requestId);
}
