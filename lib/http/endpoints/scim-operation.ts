import type { z } from "zod";
import { authenticateDirectory } from "@/lib/accounts/authentication/authenticate";
import { recordUse } from "@/lib/accounts/authentication/usage";
import { credentialKey, type Access, type Caller } from "@/lib/access/callers/caller";
import type { Scope } from "@/lib/access/callers/choices";
import { notFound } from "@/lib/kernel/errors";
import type { IncomingRequest } from "@/lib/kernel/incoming-request";
import { recordWrite } from "@/lib/kernel/replica";
import { countRequest } from "@/lib/platform/limits/request-limit";
import { describeError } from "@/lib/workforce/directories/errors";
import { parseBody, readBodyText } from "./body";
import { requireAccess } from "./handle-request";
import { buildExports, createRouteHandler, type RouteExports, type RouteHandler } from "./methods";
import { readParams, requestAddress, type RouteContext } from "./request-address";
import { withRequestLog, type RequestLog } from "./request-log";
import { toInternalError, type Answer, type ErrorEncoder } from "./responses";

// The endpoints of SCIM 2.0 (RFC 7644). Directories present a credential of an organization, never a cookie.

/** What an operation of SCIM is, for tests. Its access is null if it needs no credential. */
type ScimSpec = { summary: string; scope: Scope | null; access: keyof Access | null; verb: string };

export type ScimHandler = RouteHandler & { spec: ScimSpec; encode: ErrorEncoder; preflight?: undefined };

const SCIM_TYPE = { "Content-Type": "application/scim+json; charset=utf-8" };

const encodeScimError: ErrorEncoder = (error, requestId) => {
  const described = describeError(error) ?? describeError(toInternalError(error, requestId));
  if (!described) throw error;
  const { status, body, headers } = described;
  return { status, body: JSON.stringify(body), headers: { ...headers, ...SCIM_TYPE } };
};

export const scimResponse = (status: number, body: object, headers: Record<string, string> = {}): Answer => ({
  status,
  body: JSON.stringify(body),
  headers: { ...headers, ...SCIM_TYPE },
});

type ScimInput = {
  caller: Caller;
  /** The last parameter of the path; empty if it has none. */
  id: string;
  query: URLSearchParams;
  header: (name: string) => string | null;
  body: unknown;
};

async function authenticate(request: IncomingRequest, requestLog: RequestLog): Promise<Caller> {
  const caller = await authenticateDirectory(request, async (actor, organizationId) => {
    requestLog.actor = actor;
    requestLog.organizationId = organizationId ?? null;
    requestLog.headers = await countRequest(actor);
  });
  requestLog.actor = caller.actor;
  return caller;
}

async function runAuthorized(
  request: IncomingRequest,
  context: RouteContext,
  caller: Caller,
  requestLog: RequestLog,
  { spec, body, run }: { spec: CallerSpec; body: z.ZodType | undefined; run: Run },
): Promise<Answer> {
  requireAccess(caller, spec);
  const { search } = requestAddress(request);
  const input: ScimInput = {
    caller,
    id: Object.values(readParams(context)).at(-1) ?? "",
    query: new URLSearchParams(search),
    header: (name) => request.headers.get(name),
    body: undefined,
  };
  if (body) {
    requestLog.input = parseBody(await readBodyText(request), "application/json", "");
    input.body = body.parse(requestLog.input, { reportInput: true });
  }
  return run(input);
}

type CallerSpec = ScimSpec & { access: keyof Access };
type Run = (input: ScimInput) => Promise<Answer>;

/** The basis of all operations: authenticate, authorize, parse, run, encode; with the limits and the log of the API. */
export function scimOperation(described: Omit<CallerSpec, "scope">, run: Run, body?: z.ZodType): ScimHandler {
  const spec = { ...described, scope: "workforce" as const };
  const handle = createRouteHandler((request, context) =>
    withRequestLog(
      request,
      context,
      async (requestLog) => {
        const caller = await authenticate(request, requestLog);
        let hasSucceeded = false;
        try {
          const answer = await runAuthorized(request, context, caller, requestLog, { spec, body, run });
          hasSucceeded = true;
          return answer;
        } finally {
          recordUse(caller, hasSucceeded);
          if (spec.access !== "read") await recordWrite(credentialKey(caller));
        }
      },
      encodeScimError,
    ),
  );
  return Object.assign(handle, { spec, encode: encodeScimError });
}

/** The answer to every method at one path, without a credential. */
export function publicScimHandler(
  verb: string,
  summary: string,
  work: (query: URLSearchParams, id: string) => Answer,
): ScimHandler {
  const handle = createRouteHandler((request, context) =>
    withRequestLog(
      request,
      context,
      async () => {
        const { search } = requestAddress(request);
        const id = Object.values(readParams(context)).at(-1) ?? "";
        return Promise.resolve(work(new URLSearchParams(search), id));
      },
      encodeScimError,
    ),
  );
  const spec = { summary, scope: null, access: null, verb };
  return Object.assign(handle, { spec, encode: encodeScimError });
}

/** The handlers of unknown paths: 401 without a credential, and otherwise 404. */
export function unknownScimPathHandlers(): RouteExports {
  const rejectRequest = createRouteHandler((request, context) =>
    withRequestLog(
      request,
      context,
      async (requestLog) => {
        await authenticate(request, requestLog);
        throw notFound("There is no such resource. This service has Users.");
      },
      encodeScimError,
    ),
  );
  return buildExports(() => rejectRequest, rejectRequest);
}
