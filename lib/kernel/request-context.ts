import { AsyncLocalStorage } from "node:async_hooks";

/** What is known of the request that is being answered; nothing of it outside of one (jobs, scripts). */
export type RequestContext = {
  requestId: string;
  address: string;
  /** The `User-Agent` header; empty without one. */
  userAgent: string;
  /** The `Cookie` header; empty without one. */
  cookies: string;
  /** `Set-Cookie` headers that the answer gets beside its own. */
  setCookies: string[];
};

const open = new AsyncLocalStorage<RequestContext>();

/** Answers a request: whatever runs below `work` can ask for its id and its client's address. */
export const withRequestContext = <Result>(context: RequestContext, work: () => Result): Result =>
  open.run(context, work);

/** The request that is being answered; null in a job or a script. */
export const requestContext = (): RequestContext | null => open.getStore() ?? null;
