import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";

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
  /** Run when the work of the request has ended, such as a function that releases memory. */
  endTasks: (() => void)[];
};

/** Creates the id of a request, by which its response, its log line and its audit entry are found. */
export const newRequestId = (): string => randomUUID();

const currentContext = new AsyncLocalStorage<RequestContext>();

/**
 * Runs `work` in the context of a request, so that code inside it can read the request's id and client address. Then
 * runs the end tasks of the context.
 */
export async function withRequestContext<Result>(
  context: RequestContext,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await currentContext.run(context, work);
  } finally {
    for (const endTask of context.endTasks) endTask();
  }
}

/** Returns the current request's context; null in a job or a script. */
export const getRequestContext = (): RequestContext | null => currentContext.getStore() ?? null;
