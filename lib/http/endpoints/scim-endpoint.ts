import type { z } from "zod";
import { type Caller, credentialKey, type Access } from "@/lib/access/callers/caller";
import { ApiError, forbidden, notFound } from "@/lib/kernel/errors";
import type { BulkResponse } from "@/lib/workforce/directories/bulk";
import { readSelection, selectFields } from "@/lib/workforce/directories/list-input";
import { LIST_MESSAGE, ScimUser } from "@/lib/workforce/directories/schema";
import { hasVersion, type ScimUserPage } from "@/lib/workforce/directories/service";
import { checkSchema, emptyResponse, type Answer, toInternalError, type ErrorEncoder } from "./responses";
import { authenticateDirectory } from "@/lib/accounts/authentication/authenticate";
import { recordUse } from "@/lib/accounts/authentication/usage";
import type { Scope } from "@/lib/access/callers/choices";
import type { IncomingRequest } from "@/lib/kernel/incoming-request";
import { recordWrite } from "@/lib/kernel/replica";
import { countRequest } from "@/lib/platform/limits/request-limit";
import { describeError } from "@/lib/workforce/directories/errors";
import { parseBody, readBodyText } from "./body";
import { requireAccess } from "./handle-request";
import { buildExports, createRouteHandler, type RouteExports, type RouteHandler } from "./methods";
import { readParams, requestAddress, type RouteContext } from "./incoming";
import { withRequestLog, type RequestLog } from "./request-log";

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

const scimResponse = (status: number, body: object, headers: Record<string, string> = {}): Answer => ({
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
function scimOperation(described: Omit<CallerSpec, "scope">, run: Run, body?: z.ZodType): ScimHandler {
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
function publicScimHandler(
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
        throw notFound("There is no such resource. This service has Users, and no groups.");
      },
      encodeScimError,
    ),
  );
  return buildExports(() => rejectRequest, rejectRequest);
}

function userResponse(status: number, user: ScimUser, query: URLSearchParams): Answer {
  checkSchema(ScimUser, user);
  const { location, version } = user.meta;
  return scimResponse(status, selectFields(user, readSelection(query)), {
    ETag: version,
    ...(status === 201 ? { Location: location } : {}),
  });
}

/** GET of a list: 200 with the message ListResponse (3.4.2). `read` reads its parameters. */
export const scimList = <Input>(definition: {
  summary: string;
  read: (query: URLSearchParams) => Input;
  run: (caller: Caller, input: NoInfer<Input>) => Promise<ScimUserPage>;
}): ScimHandler =>
  scimOperation(
    { summary: definition.summary, access: "read", verb: definition.run.name },
    async ({ caller, query }) => {
      const { users, total, startIndex } = await definition.run(caller, definition.read(query));
      for (const user of users) checkSchema(ScimUser, user);
      const selection = readSelection(query);
      return scimResponse(200, {
        schemas: [LIST_MESSAGE],
        totalResults: total,
        startIndex,
        itemsPerPage: users.length,
        Resources: users.map((user) => selectFields(user, selection)),
      });
    },
  );

/** GET of a user: 200, or 304 for the version that the client has (3.14). */
export const scimGet = (definition: {
  summary: string;
  run: (caller: Caller, id: string) => Promise<ScimUser>;
}): ScimHandler =>
  scimOperation(
    { summary: definition.summary, access: "read", verb: definition.run.name },
    async ({ caller, id, query, header }) => {
      const user = await definition.run(caller, id);
      if (!hasVersion(user, header("if-none-match"))) return userResponse(200, user, query);
      return { status: 304, body: "", headers: { ETag: user.meta.version } };
    },
  );

/** POST: 201 with the created user and its address. */
export const scimCreate = <Body>(definition: {
  summary: string;
  body: z.ZodType<Body>;
  run: (caller: Caller, body: NoInfer<Body>) => Promise<ScimUser>;
}): ScimHandler =>
  scimOperation(
    { summary: definition.summary, access: "write", verb: definition.run.name },
    async ({ caller, query, body }) => userResponse(201, await definition.run(caller, body as Body), query),
    definition.body,
  );

/** PUT or PATCH: 200 with the user. `If-Match` names the version that it changes. */
export const scimUpdate = <Body>(definition: {
  summary: string;
  body: z.ZodType<Body>;
  run: (caller: Caller, id: string, body: NoInfer<Body>, version: string | null) => Promise<ScimUser>;
}): ScimHandler =>
  scimOperation(
    { summary: definition.summary, access: "write", verb: definition.run.name },
    async ({ caller, id, query, header, body }) =>
      userResponse(200, await definition.run(caller, id, body as Body, header("if-match")), query),
    definition.body,
  );

/** DELETE: 204. `If-Match` names the version that it deletes. */
export const scimRemove = (definition: {
  summary: string;
  run: (caller: Caller, id: string, version: string | null) => Promise<void>;
}): ScimHandler =>
  scimOperation(
    { summary: definition.summary, access: "delete", verb: definition.run.name },
    async ({ caller, id, header }) => {
      await definition.run(caller, id, header("if-match"));
      return emptyResponse();
    },
  );

/** POST of a bulk request: 200 with the result of each operation (3.7). */
export const scimBulk = <Body>(definition: {
  summary: string;
  body: z.ZodType<Body>;
  run: (caller: Caller, body: NoInfer<Body>) => Promise<BulkResponse>;
}): ScimHandler =>
  scimOperation(
    { summary: definition.summary, access: "write", verb: definition.run.name },
    async ({ caller, body }) => scimResponse(200, await definition.run(caller, body as Body)),
    definition.body,
  );

/** GET of a document that describes the service. It needs no credential and takes no filter (RFC 7644, 4). */
export const scimDocument = (definition: { summary: string; run: (id: string) => object }): ScimHandler =>
  publicScimHandler(definition.run.name, definition.summary, (query, id) => {
    if (query.has("filter")) throw forbidden("This list takes no filter.");
    return scimResponse(200, definition.run(id), { "Cache-Control": "public, max-age=300" });
  });

/** 501 for an operation that the standard lets services leave out. */
export const scimNotImplemented = (definition: { summary: string }): ScimHandler =>
  publicScimHandler("notImplemented", definition.summary, () => {
    throw new ApiError(501, "not_implemented", "A credential of an organization is no user.");
  });
