import type { z } from "zod";
import type { Caller, CallerKind, CallerByKind } from "@/lib/access/callers/caller";
import { ApiError, badRequest } from "@/lib/kernel/errors";
import { cursorMetadata, type CursorBatch } from "@/lib/kernel/list/cursor";
import { listMetadata } from "@/lib/kernel/list/envelope";
import { readListInput, type ListInput } from "@/lib/kernel/list/list-input";
import type { Page, PageRequest } from "@/lib/kernel/list/page";
import type { CallerSpec, CommonSpec } from "./endpoint-spec";
import { handleRequest, readList, type RequestInput, type RequestSteps } from "./handle-request";
import type { PathIds } from "./path-ids";
import { withRequestLog } from "./request-log";
import { wantsCsv, csvListResponse } from "./csv";
import type { LearningHandler } from "./learning-endpoint";
import type { WalletHandler } from "./open-badges-endpoint";
import type { ScimHandler } from "./scim-endpoint";
import {
  buildExports,
  createRouteHandler,
  METHODS,
  type Handler,
  type Method,
  type RouteExports,
} from "./methods";
import { jsonResponse, emptyResponse, encodedJsonResponse, checkSchema } from "./responses";
import { parseFilter, readFilterTerms } from "@/lib/kernel/list/filter";
import { parseSort } from "@/lib/kernel/list/sort";

/**
 * Throws 400 for `filter` and `sort`, so that a list without filters does not respond as if it had filtered. Parameters
 * among `documented` are allowed, because the list reads them itself.
 */
function rejectFilterAndSort(query: URLSearchParams, documented: object = {}): void {
  const others = new URLSearchParams([...query].filter(([name]) => !(name in documented)));
  parseFilter(readFilterTerms(others), {});
  parseSort(query.get("sort"), {}, []);
}

/**
 * Throws 400 for `sort` and `page`: a cursor scan has one order, and a client that counts pages would get the first
 * batch again and again.
 */
function rejectSortAndPage(query: URLSearchParams): void {
  for (const name of ["sort", "page"]) {
    if (!query.get(name)) continue;
    throw badRequest(
      "invalid_parameter",
      `${name} is not accepted here. Follow next_page_url until it is null.`,
    );
  }
}

/** The basis of every endpoint: authenticate, authorize, parse, run, encode. */
function endpoint(spec: CallerSpec, run: RequestSteps["run"], prepare?: RequestSteps["prepare"]): Handler {
  const handle = createRouteHandler((request, context) =>
    withRequestLog(request, context, (requestLog) =>
      handleRequest(request, context, spec, requestLog, { prepare, run }),
    ),
  );
  return Object.assign(handle, { spec });
}

type Names = readonly string[];

/** Names the kind of caller and the ids of the path once. The service function takes these, then the input. */
type Definition<Kind extends CallerKind, Ids extends Names> = CommonSpec & { caller?: Kind; ids?: Ids };

/**
 * The caller and the ids that a service function takes. The definition has their types, and the request was checked
 * against it.
 */
const verbInput = <Kind extends CallerKind, Ids extends Names>({ caller, ids }: RequestInput) =>
  [caller, ...ids] as unknown as [caller: CallerByKind[Kind], ...ids: PathIds<Ids>];

/** GET of a list: 200 with the list envelope, or CSV with `format=csv`. `readQuery` replaces the usual list parameters. */
export function list<
  Row,
  Wire,
  Kind extends CallerKind = "member",
  const Ids extends Names = [],
  Input extends Pick<ListInput, "page"> = ListInput,
>(
  definition: Definition<Kind, Ids> & {
    readQuery?: (query: URLSearchParams) => Input;
    run: (
      caller: CallerByKind[Kind],
      ...input: [...ids: PathIds<Ids>, input: NoInfer<Input>]
    ) => Promise<Page<Row>>;
    present: (row: Row) => Wire;
    response: z.ZodType<Wire>;
  },
): Handler {
  const { run, present, readQuery, ...rest } = definition;
  return endpoint(
    { ...rest, operation: "list", verb: run.name, access: "read", status: 200 },
    async (input) => {
      if (!rest.keys) rejectFilterAndSort(input.query, rest.query);
      const listInput = readQuery
        ? readQuery(input.query)
        : (readListInput(input.query) as ListInput & Input);
      const read = (page: PageRequest) =>
        readList(input.caller, () => run(...verbInput<Kind, Ids>(input), { ...listInput, page }));
      if (wantsCsv(input.query)) return csvListResponse(read, present, input.url);
      const page = await read(listInput.page);
      const data = page.rows.map(present);
      for (const item of data) checkSchema(rest.response, item);
      return jsonResponse(200, data, listMetadata(page, input.url));
    },
  );
}

/** GET of a cursor scan: 200 with `next_page_url` as its only metadata; 400 for `sort` and `page`. */
export function cursorList<Row, Wire, Input>(
  definition: CommonSpec & {
    readQuery: (query: URLSearchParams) => Input;
    run: (caller: Caller, input: Input) => Promise<CursorBatch<Row>>;
    encode: (row: Row) => string;
    response: z.ZodType<Wire>;
  },
): Handler {
  const { run, encode, readQuery, ...rest } = definition;
  return endpoint(
    { ...rest, operation: "cursor", verb: run.name, access: "read", status: 200 },
    async (input) => {
      rejectSortAndPage(input.query);
      const batch = await run(input.caller as Caller, readQuery(input.query));
      // One by one, so that data which many rows share is encoded once.
      const items = batch.rows.map(encode);
      for (const item of items) checkSchema(rest.response, item, JSON.parse);
      return encodedJsonResponse(200, items, cursorMetadata(batch, input.url));
    },
  );
}

/** GET of one resource: 200, with the `headers` of the definition, or 302 to the URL from `movedTo`. */
export function get<Row, Wire, Kind extends CallerKind = "member", const Ids extends Names = []>(
  definition: Definition<Kind, Ids> & {
    run: (caller: CallerByKind[Kind], ...ids: PathIds<Ids>) => Promise<Row>;
    present: (row: Row) => Wire;
    response: z.ZodType<Wire>;
    movedTo?: (row: Row, caller: CallerByKind[Kind]) => string | null;
    headers?: Record<string, string>;
  },
): Handler {
  const { run, present, movedTo, headers = {}, ...rest } = definition;
  const getSpec = { operation: "get", verb: run.name, access: "read", status: 200 } as const;
  return endpoint({ ...rest, ...getSpec, canMove: movedTo !== undefined }, async (input) => {
    const caller = input.caller as CallerByKind[Kind];
    const row = await run(...verbInput<Kind, Ids>(input));
    const successorUrl = movedTo?.(row, caller) ?? null;
    if (successorUrl !== null) return jsonResponse(302, null, {}, { Location: successorUrl });
    const data = present(row);
    checkSchema(rest.response, data);
    return jsonResponse(200, data, {}, headers);
  });
}

type Mutation<Kind extends CallerKind, Ids extends Names, Body, Row, Wire> = Definition<Kind, Ids> & {
  body: z.ZodType<Body>;
  run: (caller: CallerByKind[Kind], ...input: [...ids: PathIds<Ids>, body: NoInfer<Body>]) => Promise<Row>;
  present: (row: Row) => Wire;
  response: z.ZodType<Wire>;
};

/**
 * POST: 201 with the created resource, and `Location` if the definition names one; `status: 200` for an action or a
 * batch, which create no single resource. Supports `Idempotency-Key`. `prepare` does slow work that changes nothing,
 * such as a request to another service: before the transaction of the key, and `run` takes its result as input.
 */
export function create<
  Body,
  Row,
  Wire,
  Kind extends CallerKind = "member",
  const Ids extends Names = [],
  Input = Body,
>(
  definition: Omit<Mutation<Kind, Ids, Body, Row, Wire>, "run"> & {
    prepare?: (
      caller: CallerByKind[Kind],
      ...input: [...ids: PathIds<Ids>, body: NoInfer<Body>]
    ) => Promise<Input>;
    run: (
      caller: CallerByKind[Kind],
      ...input: [...ids: PathIds<Ids>, input: NoInfer<Input>]
    ) => Promise<Row>;
    location?: (row: Row) => string;
    status?: 200 | 201;
  },
): Handler {
  const { prepare, run, present, location, status = 201, ...rest } = definition;
  const createSpec = { operation: "create", verb: run.name, access: "write", status } as const;
  return endpoint(
    { ...rest, ...createSpec, hasLocation: location !== undefined },
    async (input) => {
      const subject = verbInput<Kind, Ids>(input);
      const row = await run(...subject, (prepare ? input.prepared : input.body) as Input);
      const data = present(row);
      checkSchema(rest.response, data);
      return jsonResponse(status, data, {}, location ? { Location: location(row) } : {});
    },
    prepare && ((input) => prepare(...verbInput<Kind, Ids>(input), input.body as Body)),
  );
}

/**
 * POST that only reads: 200 with the result. It changes nothing, so it requires the permission to read and can be
 * repeated: nothing is stored for an `Idempotency-Key`.
 */
export function postQuery<Body, Row, Wire, Kind extends CallerKind = "member", const Ids extends Names = []>(
  definition: Mutation<Kind, Ids, Body, Row, Wire>,
): Handler {
  const { run, present, ...rest } = definition;
  const querySpec = { operation: "query", verb: run.name, access: "read", status: 200 } as const;
  return endpoint({ ...rest, ...querySpec }, async (input) => {
    const row = await run(...verbInput<Kind, Ids>(input), input.body as Body);
    const data = present(row);
    checkSchema(rest.response, data);
    return jsonResponse(200, data);
  });
}

/** PUT or PATCH: 200 with the updated resource, and with the headers that the definition builds from it. */
export function update<Body, Row, Wire, Kind extends CallerKind = "member", const Ids extends Names = []>(
  definition: Mutation<Kind, Ids, Body, Row, Wire> & {
    headers?: (row: Row, caller: CallerByKind[Kind]) => Promise<Record<string, string>>;
  },
): Handler {
  const { run, present, headers, ...rest } = definition;
  return endpoint(
    { ...rest, operation: "update", verb: run.name, access: "write", status: 200 },
    async (input) => {
      const row = await run(...verbInput<Kind, Ids>(input), input.body as Body);
      const data = present(row);
      checkSchema(rest.response, data);
      return jsonResponse(200, data, {}, await headers?.(row, input.caller as CallerByKind[Kind]));
    },
  );
}

/** DELETE: 204. It takes a body if the definition names one. */
export function remove<Kind extends CallerKind = "member", const Ids extends Names = [], Body = undefined>(
  definition: Definition<Kind, Ids> & {
    body?: z.ZodType<Body>;
    run: (caller: CallerByKind[Kind], ...input: [...ids: PathIds<Ids>, body: NoInfer<Body>]) => Promise<void>;
  },
): Handler {
  const { run, ...rest } = definition;
  return endpoint(
    { ...rest, operation: "remove", verb: run.name, access: "delete", status: 204 },
    async (input) => {
      await run(...verbInput<Kind, Ids>(input), input.body as Body);
      return emptyResponse();
    },
  );
}

const methodNotAllowed = (allowed: string) =>
  new ApiError(405, "method_not_allowed", `Allowed here: ${allowed}.`, [], { Allow: allowed });

/**
 * The handlers of one path. Unknown methods get 405 with `Allow`, in the error format of the path. OPTIONS returns 204
 * with the same `Allow`, without a credential, because openapi.json already publishes the methods of each path. Other
 * origins may request public documents only.
 */
export function route(
  handlers: Partial<Record<Method, Handler | LearningHandler | WalletHandler | ScimHandler>>,
): RouteExports {
  const known = METHODS.filter((method) => handlers[method]);
  const allowed = [...known, ...(handlers.GET ? ["HEAD"] : []), "OPTIONS"].join(", ");
  const encode = Object.values(handlers).find((handler) => handler.encode)?.encode;
  const rejectMethod = createRouteHandler((request, context) =>
    withRequestLog(request, context, () => Promise.reject(methodNotAllowed(allowed)), encode),
  );
  const preflight = Object.values(handlers).find((handler) => handler.preflight)?.preflight;
  const headers = { Allow: allowed, ...preflight };
  const respondToOptions = createRouteHandler((request, context) =>
    withRequestLog(request, context, () => Promise.resolve({ ...emptyResponse(), headers })),
  );
  return buildExports((method) => handlers[method] ?? rejectMethod, respondToOptions);
}
