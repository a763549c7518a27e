import type { z } from "zod";
import { authenticate } from "@/lib/auth/authenticate";
import type { Access, Caller } from "@/lib/kernel/caller";
import { once } from "@/lib/idempotency-keys/service";
import { publicUrl } from "@/lib/kernel/env";
import { ApiError, badRequest, forbidden, notFound } from "@/lib/kernel/errors";
import { isUuid, newId } from "@/lib/kernel/ids";
import { listMetadata } from "@/lib/kernel/list/envelope";
import type { Page } from "@/lib/kernel/list/page";
import type { Scope } from "@/lib/kernel/scopes";
import { parseBody, readText } from "./body";
import { answer, emptyAnswer, encodeError, respond, type Answer } from "./respond";
import { checkWire } from "./wire-check";

type Params = Record<string, string>;
type Input<Body> = { params: Params; query: URLSearchParams; body: Body };

/** How a path parameter is spelled; everything that is not listed is a UUID, and anything else is a 404. */
type ParamKind = "text" | "integer";

type Common = {
  summary: string;
  /** The scope a Bearer token needs; null: any credential of the organization. */
  scope: Scope | null;
  params?: Record<string, ParamKind>;
  /** Documentation of query parameters (name to meaning), for OpenAPI. */
  query?: Record<string, string>;
};

export type EndpointSpec = Common & {
  operation: "list" | "get" | "create" | "update" | "remove";
  access: keyof Access;
  status: number;
  body?: z.ZodType;
  response?: z.ZodType;
};

type RouteContext = { params: Promise<Record<string, string | string[] | undefined> | undefined> };
export type Handler = ((request: Request, context: RouteContext) => Promise<Response>) & {
  spec: EndpointSpec;
};

type Exchange = { caller: Caller; params: Params; query: URLSearchParams; url: URL; body: unknown };

const checkParams = (params: Params, kinds: Record<string, ParamKind> = {}): void => {
  for (const [name, value] of Object.entries(params)) {
    const kind = kinds[name];
    const fits =
      kind === "text"
        ? !value.includes("\u0000")
        : kind === "integer"
          ? /^\d{1,9}$/.test(value)
          : isUuid(value);
    if (!fits) throw notFound();
  }
};

/** 403 when the credential lacks the permission for this kind of access, or the scope. */
function requireAccess(caller: Caller, spec: EndpointSpec): void {
  if (!caller.access[spec.access]) throw forbidden(`This credential has no ${spec.access} permission.`);
  if (spec.scope && caller.scopes !== "all" && !caller.scopes.has(spec.scope)) {
    throw forbidden(`This request needs the scope ${spec.scope}.`, "insufficient_scope");
  }
}

const decodeParams = async (context: RouteContext): Promise<Params> => {
  // Next gives no params at all to a route without any.
  const entries = Object.entries((await context.params) ?? {});
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
};

async function exchange(
  request: Request,
  context: RouteContext,
  spec: EndpointSpec,
  work: (exchange: Exchange) => Promise<Answer>,
): Promise<Answer> {
  const params = await decodeParams(context);
  checkParams(params, spec.params);
  const caller = await authenticate(request, params.organization_id);
  requireAccess(caller, spec);
  const { pathname, search } = new URL(request.url);
  const url = new URL(publicUrl(pathname + search));
  const run = (body: unknown) => work({ caller, params, query: url.searchParams, url, body });
  if (!spec.body) return run(undefined);
  const text = await readText(request);
  const body = spec.body.parse(parseBody(text, request.headers.get("content-type"), search));
  const key = spec.operation === "create" ? request.headers.get("idempotency-key") : null;
  if (key === null) return run(body);
  return once(caller, { key, method: request.method, path: pathname + search, body: text }, () => run(body));
}

/** The heart of every endpoint: authenticate, authorize, parse, run, encode; the one catch of the service. */
function endpoint(spec: EndpointSpec, work: (exchange: Exchange) => Promise<Answer>): Handler {
  const handle = async (request: Request, context: RouteContext): Promise<Response> => {
    const requestId = newId();
    try {
      return respond(await exchange(request, context, spec, work), requestId);
    } catch (error) {
      const known =
        error instanceof URIError ? badRequest("malformed_path", "The path is not valid.") : error;
      return respond(encodeError(known, requestId), requestId);
    }
  };
  return Object.assign(handle, { spec });
}

type Reader<Row, Wire> = Common & {
  run: (caller: Caller, input: Input<undefined>) => Promise<Row>;
  present: (row: Row) => Wire;
  response: z.ZodType<Wire>;
};

/** GET of a list: 200 with the list envelope. */
export function list<Row, Wire>(
  definition: Common & {
    run: (caller: Caller, input: Input<undefined>) => Promise<Page<Row>>;
    present: (row: Row) => Wire;
    response: z.ZodType<Wire>;
  },
): Handler {
  const { run, present, ...rest } = definition;
  return endpoint({ ...rest, operation: "list", access: "read", status: 200 }, async (input) => {
    const page = await run(input.caller, { ...input, body: undefined });
    const data = page.rows.map(present);
    for (const item of data) checkWire(rest.response, item);
    return answer(200, data, listMetadata(page, input.url));
  });
}

/** GET of one resource: 200. */
export function get<Row, Wire>(definition: Reader<Row, Wire>): Handler {
  const { run, present, ...rest } = definition;
  return endpoint({ ...rest, operation: "get", access: "read", status: 200 }, async (input) => {
    const data = present(await run(input.caller, { ...input, body: undefined }));
    checkWire(rest.response, data);
    return answer(200, data);
  });
}

type Writer<Body, Row, Wire> = Common & {
  body: z.ZodType<Body>;
  run: (caller: Caller, input: Input<Body>) => Promise<Row>;
  present: (row: Row) => Wire;
  response: z.ZodType<Wire>;
};

/** POST that makes a resource: 201, with `Location` when the definition names one. Honours `Idempotency-Key`. */
export function create<Body, Row, Wire>(
  definition: Writer<Body, Row, Wire> & { location?: (row: Row) => string },
): Handler {
  const { run, present, location, ...rest } = definition;
  return endpoint({ ...rest, operation: "create", access: "write", status: 201 }, async (input) => {
    const row = await run(input.caller, { ...input, body: input.body as Body });
    const data = present(row);
    checkWire(rest.response, data);
    return answer(201, data, {}, location ? { Location: location(row) } : {});
  });
}

/** PUT or PATCH: 200 with the resource as it now is. */
export function update<Body, Row, Wire>(definition: Writer<Body, Row, Wire>): Handler {
  const { run, present, ...rest } = definition;
  return endpoint({ ...rest, operation: "update", access: "write", status: 200 }, async (input) => {
    const data = present(await run(input.caller, { ...input, body: input.body as Body }));
    checkWire(rest.response, data);
    return answer(200, data);
  });
}

/** DELETE: 204. */
export function remove(
  definition: Common & { run: (caller: Caller, input: Input<undefined>) => Promise<void> },
): Handler {
  const { run, ...rest } = definition;
  return endpoint({ ...rest, operation: "remove", access: "delete", status: 204 }, async (input) => {
    await run(input.caller, { ...input, body: undefined });
    return emptyAnswer();
  });
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof METHODS)[number];
type AnyHandler = (request: Request, context: RouteContext) => Promise<Response>;

/** The handlers of one path: methods it does not know answer 405 in our own error shape, with `Allow`. */
export function route(handlers: Partial<Record<Method, Handler>>): Record<Method, AnyHandler> {
  const allowed = METHODS.filter((method) => handlers[method]).join(", ");
  const refuse: AnyHandler = () => {
    const requestId = newId();
    const error = new ApiError(405, "method_not_allowed", `Allowed here: ${allowed}.`, [], {
      Allow: allowed,
    });
    return Promise.resolve(respond(encodeError(error, requestId), requestId));
  };
  const pick = (method: Method): AnyHandler => handlers[method] ?? refuse;
  return {
    GET: pick("GET"),
    POST: pick("POST"),
    PUT: pick("PUT"),
    PATCH: pick("PATCH"),
    DELETE: pick("DELETE"),
  };
}
