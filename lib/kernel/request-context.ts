import { AsyncLocalStorage } from "node:async_hooks";

/** The context of the current request. Jobs and scripts have none. */
export type RequestContext = {
  requestId: string;
  address: string;
  /** The `User-Agent` header; empty without one. */
  userAgent: string;
  /** The `Cookie` header; empty without one. */
  cookies: string;
  /** `Set-Cookie` headers to add to the response. */
  setCookies: string[];
};

const currentContext = new AsyncLocalStorage<RequestContext>();

/** Runs `work` in the context of a request, so that code inside it can read the request's id and client address. */
export const withRequestContext = <Result>(context: RequestContext, work: () => Result): Result =>
  currentContext.run(context, work);

/** Returns the current request's context; null in a job or a script. */
export const getRequestContext = (): RequestContext | null => currentContext.getStore() ?? null;
