import type { z } from "zod";
import { authenticate, authenticateEarner } from "@/lib/access/authentication/authenticate";
import { takeRequest } from "@/lib/platform/limits/request-limit";
import { noteUse } from "@/lib/access/authentication/usage";
import { once } from "@/lib/access/idempotency-keys/service";
import type { Access, Caller, CallerKind, Callers, Earner } from "@/lib/access/callers/caller";
import { publicUrl } from "@/lib/kernel/env";
import { forbidden, insufficientScope, notFound } from "@/lib/kernel/errors";
import { isUuid } from "@/lib/kernel/ids";
import type { ListKeys } from "@/lib/kernel/list/keys";
import { allows } from "@/lib/access/callers/rights";
import type { Scope } from "@/lib/access/callers/choices";
import type { Notes } from "./responding";
import { parseBody, readText } from "./body";
import type { Answer } from "./respond";

type Params = Record<string, string>;
export type Input<Body> = { params: Params; query: URLSearchParams; body: Body };

/** How a path parameter is spelled; everything that is not listed is a UUID, and anything else is a 404. */
type ParamKind = "text" | "integer";

export type Common = {
  summary: string;
  /** Who may ask: somebody of the organization unless it says otherwise. */
  caller?: CallerKind;
  /** The scope a Bearer token needs; null: any credential of the organization. */
  scope: Scope | null;
  params?: Record<string, ParamKind>;
  /** Documentation of query parameters (name to meaning), for OpenAPI. */
  query?: Record<string, string>;
  /** The keys of `filter` and `sort`; a list without them refuses both. */
  keys?: ListKeys;
  /** Largest body in bytes; 1 MiB when not given. */
  bodyLimit?: number;
  /** What it names is kept for a time alone: 410 afterwards. */
  canExpire?: boolean;
};

export type EndpointSpec = Common & {
  operation:
    | "list"
    | "walk"
    | "get"
    | "sheet"
    | "file"
    | "ask"
    | "create"
    | "update"
    | "remove"
    | "token"
    | "document"
    | "open";
  /** The name of the service verb, which is also the operation's id in OpenAPI. */
  verb: string;
  /** The permission it takes; null where nobody is asked for a credential of ours. */
  access: keyof Access | null;
  status: number;
  body?: z.ZodType;
  response?: z.ZodType;
  hasLocation?: boolean;
  /** It may answer 302: the resource has a successor. */
  canMove?: boolean;
  /** The media types of a public document, when it is one; and whether it may say with 410 that it is gone. */
  media?: string[];
  canBeGone?: boolean;
};

/** An operation of a known caller. */
export type CallerSpec = EndpointSpec & { access: keyof Access };

/** What is a person's own: their session opens it, and nothing else does. */
export const earner = { caller: "earner", scope: null } as const;

export type RouteContext = { params: Promise<Record<string, string | string[] | undefined> | undefined> };

export type Exchange = {
  caller: Callers[CallerKind];
  params: Params;
  query: URLSearchParams;
  url: URL;
  body: unknown;
  /** What `Steps.prepare` returned. */
  prepared?: unknown;
};

/** What a request does: `run`, and before it, if there is such a thing, what takes long and changes nothing. */
export type Steps = {
  prepare?: ((exchange: Exchange) => Promise<unknown>) | undefined;
  run: (exchange: Exchange) => Promise<Answer>;
};

/** A number that an id of PostgreSQL's type integer can have. */
const isSerial = (value: string): boolean => /^[1-9]\d{0,9}$/.test(value) && Number(value) <= 2_147_483_647;

const isParam = (kind: ParamKind | undefined, value: string): boolean => {
  if (kind === "text") return !value.includes("\u0000");
  return kind === "integer" ? isSerial(value) : isUuid(value);
};

const checkParams = (params: Params, kinds: Record<string, ParamKind> = {}): void => {
  if (!Object.entries(params).every(([name, value]) => isParam(kinds[name], value))) throw notFound();
};

/** 403 when the credential lacks the permission for this kind of access, or the scope. A person's own is all theirs. */
function requireAccess(caller: Caller | Earner, spec: CallerSpec): void {
  if ("userId" in caller) return;
  if (!caller.access[spec.access]) throw forbidden(`This credential has no ${spec.access} permission.`);
  if (spec.scope && !allows(caller, spec.scope, spec.access)) {
    throw insufficientScope(spec.scope, caller.actor.type === "OAuthApplication");
  }
}

/** The parameters of the path, as text. */
export const decodeParams = async (context: RouteContext): Promise<Params> => {
  // Next gives no params at all to a route without any.
  const entries = Object.entries((await context.params) ?? {});
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
};

async function work(
  request: Request,
  params: Params,
  caller: Caller | Earner,
  spec: CallerSpec,
  steps: Steps,
): Promise<Answer> {
  requireAccess(caller, spec);
  checkParams(params, spec.params);
  const { path, search } = addressOf(request);
  const url = new URL(publicUrl(path + search));
  const given: Exchange = { caller, params, query: url.searchParams, url, body: undefined };
  const prepare = async (): Promise<void> => {
    given.prepared = await steps.prepare?.(given);
  };
  const run = () => steps.run(given);
  if (!spec.body) return run();
  const text = await readText(request, spec.bodyLimit);
  given.body = spec.body.parse(parseBody(text, request.headers.get("content-type"), search), {
    // The encoder of errors tells a missing field from a wrong one by it.
    reportInput: true,
  });
  const key = spec.operation === "create" ? request.headers.get("idempotency-key") : null;
  if (key === null) {
    await prepare();
    return run();
  }
  const sent = { key, method: request.method, path: path + search, body: text };
  return once(caller, sent, run, steps.prepare ? prepare : null);
}

/** Path and query string of a request as they were sent. */
export function addressOf(request: Request): { path: string; search: string } {
  const { pathname: path, search } = new URL(request.url);
  return { path, search };
}

/** The path of a request as it was sent. */
export const pathOf = (request: Request): string => addressOf(request).path;

/**
 * Who asks for a path: 401 without a credential, 404 for one of another organization than the path's, 429 for one
 * that asks too often.
 */
export async function callerOf(
  request: Request,
  context: RouteContext,
  notes: Notes,
  kind: CallerKind = "member",
): Promise<{ params: Params; caller: Caller | Earner }> {
  const params = await decodeParams(context);
  const isKnown = async (actor: NonNullable<Notes["actor"]>) => {
    notes.actor = actor;
    notes.headers = await takeRequest(actor);
  };
  if (kind === "earner") return { params, caller: await authenticateEarner(request, isKnown) };
  const caller = await authenticate(request, params.organization_id, isKnown);
  notes.organizationId = caller.organizationId;
  return { params, caller };
}

/**
 * One request, in this order: 401 and 404 for who asks, 403 for what they may, 404 for ids that are none, 400 and
 * 422 for what they sent; then the steps, `run` once for an `Idempotency-Key`.
 */
export async function exchange(
  request: Request,
  context: RouteContext,
  spec: CallerSpec,
  notes: Notes,
  steps: Steps,
): Promise<Answer> {
  const { params, caller } = await callerOf(request, context, notes, spec.caller);
  let hasSucceeded = false;
  try {
    const result = await work(request, params, caller, spec, steps);
    hasSucceeded = true;
    return result;
  } finally {
    noteUse(caller, hasSucceeded);
  }
}

/** What a request without a caller asks: 404 for ids that are none. */
export async function inputOf(
  request: Request,
  context: RouteContext,
  spec: EndpointSpec,
): Promise<Input<undefined>> {
  const params = await decodeParams(context);
  checkParams(params, spec.params);
  return { params, query: new URLSearchParams(addressOf(request).search), body: undefined };
}
