import { authenticateMember, authenticateEarner } from "@/lib/accounts/authentication/authenticate";
import { recordUse } from "@/lib/accounts/authentication/usage";
import {
  credentialKey,
  type Caller,
  type CallerKind,
  type CallerByKind,
  type Earner,
} from "@/lib/access/callers/caller";
import { requireRecentProof } from "@/lib/access/callers/proof";
import { allows } from "@/lib/access/callers/rights";
import { runOnce } from "@/lib/access/idempotency-keys/service";
import { publicUrl } from "@/lib/kernel/env";
import { forbidden, insufficientScope, notFound } from "@/lib/kernel/errors";
import { readFromReplica, recordWrite } from "@/lib/kernel/replica";
import { withoutWaits } from "@/lib/kernel/waits";
import { countRequest } from "@/lib/platform/limits/request-limit";
import type { IncomingRequest } from "@/lib/kernel/incoming-request";
import { parseBody, readBodyText } from "./body";
import type { CallerSpec, EndpointSpec, Params } from "./endpoint-spec";
import { wantsCsv } from "./csv";
import { cutSuffix, requireValidPathIds, readPathIds } from "./path-ids";
import { requestAddress, readParams, type RouteContext } from "./incoming";
import { type RequestLog, withRequestLog } from "./request-log";
import type { Answer } from "./responses";
import { buildExports, createRouteHandler, type RouteExports } from "./methods";

export type RequestInput = {
  caller: CallerByKind[CallerKind];
  /** The ids of the path that `spec.ids` names. */
  ids: (string | number)[];
  query: URLSearchParams;
  url: URL;
  body: unknown;
  /** The result of `RequestSteps.prepare`. */
  prepared?: unknown;
};

/**
 * The steps of a request: `run`, and optionally before it slow work that changes nothing. `run` of a POST is one
 * transaction with an `Idempotency-Key`, so it must not wait for anything but the database.
 */
export type RequestSteps = {
  prepare?: ((input: RequestInput) => Promise<unknown>) | undefined;
  run: (input: RequestInput) => Promise<Answer>;
};

/**
 * Throws 403 when the credential lacks the permission for this kind of access, or the scope. People may do everything
 * with their own resources.
 */
export function requireAccess(caller: Caller | Earner, spec: Pick<CallerSpec, "access" | "scope">): void {
  if ("userId" in caller) return;
  if (!caller.access[spec.access]) throw forbidden(`This credential has no ${spec.access} permission.`);
  if (spec.scope && !allows(caller, spec.scope, spec.access)) {
    throw insufficientScope(spec.scope, caller.actor.type === "OAuthApplication");
  }
}

/** Whether the request needs a recent proof of identity, if it comes from a session. */
const needsProof = (spec: CallerSpec, query: URLSearchParams): boolean =>
  spec.requiresProof ??
  ((spec.operation === "remove" && spec.caller !== "earner") || spec.operation === "csv" || wantsCsv(query));

async function runAuthorized(
  request: IncomingRequest,
  params: Params,
  caller: Caller | Earner,
  spec: CallerSpec,
  requestLog: RequestLog,
  steps: RequestSteps,
): Promise<Answer> {
  requireAccess(caller, spec);
  requireValidPathIds(params);
  const { path, search } = requestAddress(request);
  const url = new URL(publicUrl(path + search));
  if (needsProof(spec, url.searchParams)) requireRecentProof(caller);
  const input: RequestInput = {
    caller,
    ids: [...readPathIds(params, spec.ids ?? [])],
    query: url.searchParams,
    url,
    body: undefined,
  };
  const prepare = async (): Promise<void> => {
    input.prepared = await steps.prepare?.(input);
  };
  const run = () => steps.run(input);
  if (!spec.body) return run();
  const text = await readBodyText(request, spec.bodyLimit);
  requestLog.input = parseBody(text, request.headers.get("content-type"), search);
  input.body = spec.body.parse(requestLog.input, {
    // The error encoder uses it to tell a missing field from a wrong one.
    reportInput: true,
  });
  const key = spec.operation === "create" ? request.headers.get("idempotency-key") : null;
  if (key === null) {
    await prepare();
    return spec.operation === "create" ? withoutWaits(run) : run();
  }
  const keyedRequest = { key, method: request.method, path: path + search, body: text };
  return runOnce(caller, keyedRequest, { prepare: steps.prepare ? prepare : null, run });
}

/**
 * Authenticates the caller of a path: 401 without a credential, 404 for a credential of another organization, 429 for
 * too many requests.
 */
async function authenticateCaller(
  request: IncomingRequest,
  context: RouteContext,
  requestLog: RequestLog,
  kind: CallerKind = "member",
): Promise<{ params: Params; caller: Caller | Earner }> {
  const params = readParams(context);
  const onAuthenticated = async (actor: NonNullable<RequestLog["actor"]>, organizationId?: string) => {
    requestLog.actor = actor;
    requestLog.organizationId = organizationId ?? null;
    requestLog.headers = await countRequest(actor);
  };
  if (kind === "earner") return { params, caller: await authenticateEarner(request, onAuthenticated) };
  const caller = await authenticateMember(request, params.organization_id, onAuthenticated);
  requestLog.actor = caller.actor;
  requestLog.organizationId = caller.organizationId;
  return { params, caller };
}

/**
 * Handles a request, with errors in this order: 401 and 404 for the caller, 403 for missing permissions, 404 for
 * invalid ids, 403 for a proof of identity that is too old, 400 and 422 for the input. Then runs the steps; `run` only once for an `Idempotency-Key`.
 */
export async function handleRequest(
  request: IncomingRequest,
  context: RouteContext,
  spec: CallerSpec,
  requestLog: RequestLog,
  steps: RequestSteps,
): Promise<Answer> {
  const { params, caller } = await authenticateCaller(request, context, requestLog, spec.caller);
  let hasSucceeded = false;
  try {
    const result = await runAuthorized(request, params, caller, spec, requestLog, steps);
    hasSucceeded = true;
    return result;
  } finally {
    recordUse(caller, hasSucceeded);
    if (spec.access !== "read") await recordWrite(credentialKey(caller));
  }
}

/**
 * Reads a list, from the replica if that has what this credential wrote. Lists of a person always come from the
 * primary: they are short, and the person also writes with the forms of pages.
 */
export const readList = <Result>(caller: Caller | Earner, read: () => Promise<Result>): Promise<Result> =>
  "userId" in caller ? read() : readFromReplica(credentialKey(caller), read);

/**
 * Reads the input of a request without a caller: `suffix` is what follows the last id, if the operation has suffixes.
 * Throws 404 for invalid ids.
 */
export function readPublicInput(
  request: IncomingRequest,
  context: RouteContext,
  spec: EndpointSpec,
): Pick<RequestInput, "ids" | "query"> & { suffix: string } {
  const { params, suffix } = cutSuffix(readParams(context), spec);
  requireValidPathIds(params);
  const query = new URLSearchParams(requestAddress(request).search);
  return { ids: [...readPathIds(params, spec.ids ?? [])], query, suffix };
}

/** The handlers of unknown paths: 401 without a credential, as everywhere else, and otherwise 404. */
export function unknownPathHandlers(kind?: CallerKind): RouteExports {
  const rejectRequest = createRouteHandler((request, context) =>
    withRequestLog(request, context, async (requestLog) => {
      await authenticateCaller(request, context, requestLog, kind);
      throw notFound();
    }),
  );
  return buildExports(() => rejectRequest, rejectRequest);
}
