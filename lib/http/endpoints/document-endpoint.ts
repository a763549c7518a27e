import Negotiator from "negotiator";
import type { z } from "zod";
import { matchesEtag } from "@/lib/http/server/negotiation";
import { publicUrl } from "@/lib/kernel/env";
import { ApiError } from "@/lib/kernel/errors";
import { digest } from "@/lib/kernel/secrets";
import type { IncomingRequest } from "@/lib/kernel/incoming-request";
import { findMovedDocumentPath } from "@/lib/moving/redirects/service";
import type { EndpointSpec } from "./endpoint-spec";
import { readPublicInput } from "./handle-request";
import type { PathIds } from "./path-ids";
import { requestAddress, type RouteContext } from "./incoming";
import { createRouteHandler, type Handler } from "./methods";
import { withRequestLog } from "./request-log";
import { type ResponseParts, checkSchema } from "./responses";
import { LRUCache } from "lru-cache";

const CAPACITY = 16 * 1024 * 1024;

const sizeOf = ({ body }: ResponseParts): number =>
  (typeof body === "string" ? Buffer.byteLength(body) : body.length) + 1_024;

/**
 * Documents of this process by path, media type and version. A changed document has another version, so nothing has to
 * be removed: the least recently used ones make room.
 */
const documents = new LRUCache<string, ResponseParts>({ maxSize: CAPACITY, sizeCalculation: sizeOf });

/**
 * Returns a document from memory, or builds it. `readVersion` returns the current version of its content, null when it
 * must not be cached. A document whose content changed while it was built is not cached.
 */
async function getCachedDocument(
  address: string,
  readVersion: () => Promise<string | null>,
  build: () => Promise<ResponseParts>,
): Promise<ResponseParts> {
  const version = await readVersion();
  if (version === null) return build();
  const key = `${address}\n${version}`;
  const known = documents.get(key);
  if (known) return known;
  const built = await build();
  if (built.status === 200 && (await readVersion()) === version) documents.set(key, built);
  return built;
}

/** Pages of any origin may read public documents. Cookies and credentials are not used. */
const CORS_HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "ETag, Location, X-Request-Id",
};
const PREFLIGHT_HEADERS = {
  ...CORS_HEADERS,
  "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
  "Access-Control-Allow-Headers": "Accept, Content-Type, If-None-Match",
  "Access-Control-Max-Age": "86400",
};
/** How long caches may still show a badge that was revoked or made private. */
const CACHE_CONTROL = "public, max-age=60, must-revalidate";
const MAX_ACCEPT_LENGTH = 1_000;
const JSON_TYPES = ["application/ld+json", "application/json"] as const;

type DocumentDefinition<Row, Ids extends readonly string[]> = Pick<
  EndpointSpec,
  "summary" | "query" | "suffixes"
> & {
  ids: Ids;
  /** Gets the ids of the path, and the query when the definition documents one. */
  run: (...input: [...ids: PathIds<Ids>, query: URLSearchParams]) => Promise<Row>;
  /**
   * Reads the version of the resource's content, for documents that are worth caching. Null when it is not cached.
   */
  readVersion?: (...ids: PathIds<Ids>) => Promise<string | null>;
  /** The URL of the resource's successor, if it has one: 302, with the suffix of the request. */
  movedTo?: (row: Row) => string | null;
};

/** Negotiates the media type by the `Accept` header; the first one when the client accepts none of them. */
function negotiateType(request: IncomingRequest, types: readonly [string, ...string[]]): string {
  const accept = (request.headers.get("accept") ?? "*/*").slice(0, MAX_ACCEPT_LENGTH);
  if (types.includes(accept)) return accept;
  return new Negotiator({ headers: { accept } }).mediaType([...types]) ?? types[0];
}

/** Whether a request prefers JSON to HTML. */
export const prefersJson = (request: IncomingRequest): boolean =>
  negotiateType(request, ["text/html", ...JSON_TYPES]) !== "text/html";

const computeEtag = (body: string | Buffer): string => `"${digest(body).toString("base64url").slice(0, 27)}"`;

const withCacheHeaders = ({ status, body, headers }: ResponseParts): ResponseParts => ({
  status,
  body,
  headers: { ...headers, ETag: computeEtag(body), "Cache-Control": CACHE_CONTROL, Vary: "Accept" },
});

/** Returns 304 instead of a document that the client already has. */
function revalidate(request: IncomingRequest, document: ResponseParts): ResponseParts {
  const { status, headers } = document;
  const isSame = status === 200 && matchesEtag(request.headers.get("if-none-match"), headers.ETag ?? "");
  return isSame ? { status: 304, body: "", headers } : document;
}

/**
 * Does the work, or redirects (308) where a document has another address here than at a service that it was moved from. That
 * is looked up only where the work finds nothing.
 */
async function orMoved(request: IncomingRequest, work: () => Promise<ResponseParts>): Promise<ResponseParts> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    const { path, search } = requestAddress(request);
    const moved = await findMovedDocumentPath(path);
    if (moved === null) throw error;
    return { status: 308, body: "", headers: { Location: publicUrl(moved) + search } };
  }
}

function documentEndpoint<Row, const Ids extends readonly string[]>(
  definition: DocumentDefinition<Row, Ids>,
  described: Pick<EndpointSpec, "media" | "response" | "canBeGone">,
  encode: (row: Row, type: string) => Promise<ResponseParts>,
): Handler {
  const { summary, ids, query, suffixes, run, readVersion, movedTo } = definition;
  const media = described.media as [string, ...string[]];
  const spec: EndpointSpec = {
    summary,
    scope: null,
    access: null,
    operation: "document",
    verb: run.name,
    status: 200,
    canMove: movedTo !== undefined,
    ids,
    ...(query ? { query } : {}),
    ...(suffixes ? { suffixes } : {}),
    ...described,
  };
  const respond = async (request: IncomingRequest, context: RouteContext): Promise<ResponseParts> => {
    const input = readPublicInput(request, context, spec);
    const pathIds = input.ids as unknown as PathIds<Ids>;
    const type = suffixes?.[input.suffix] ?? negotiateType(request, media);
    const build = async (): Promise<ResponseParts> => {
      const row = await run(...pathIds, input.query);
      const successorUrl = movedTo?.(row) ?? null;
      return successorUrl === null
        ? withCacheHeaders(await encode(row, type))
        : { status: 302, body: "", headers: { Location: successorUrl + input.suffix } };
    };
    const address = `${publicUrl(requestAddress(request).path)}\n${type}`;
    return revalidate(
      request,
      readVersion ? await getCachedDocument(address, () => readVersion(...pathIds), build) : await build(),
    );
  };
  const handle = createRouteHandler((request, context) =>
    withRequestLog(request, context, async (requestLog) => {
      requestLog.headers = CORS_HEADERS;
      return orMoved(request, () => respond(request, context));
    }),
  );
  return Object.assign(handle, { spec, preflight: PREFLIGHT_HEADERS });
}

/**
 * GET of a public document: 200 with the bare JSON-LD, without credentials and from any origin; 410 with the document
 * when `isGone` says so; 302 to its successor. `types` are the media types of the JSON, `others` further ones, each with
 * the function that encodes it. Errors have the usual form.
 */
export function publicDocument<Row, Wire, const Ids extends readonly string[]>(
  definition: DocumentDefinition<Row, Ids> & {
    present: (row: Row) => Wire | Promise<Wire>;
    response: z.ZodType<Wire>;
    isGone?: (row: Row) => boolean;
    types?: readonly [string, ...string[]];
    others?: Record<string, (row: Row) => Promise<string>>;
  },
): Handler {
  const { present, response, isGone, types = JSON_TYPES, others = {}, ...rest } = definition;
  const media = [...types, ...Object.keys(others)];
  const described = { media, response, canBeGone: isGone !== undefined };
  return documentEndpoint(rest, described, async (row, requestedType) => {
    const status = isGone?.(row) ? 410 : 200;
    const other = status === 200 ? others[requestedType] : undefined;
    if (other) return { status, body: await other(row), headers: { "Content-Type": requestedType } };
    const data = await present(row);
    checkSchema(response, data);
    const contentType = requestedType in others ? types[0] : requestedType;
    return { status, body: JSON.stringify(data), headers: { "Content-Type": contentType } };
  });
}

/** GET of a public image, a PNG unless `type` says otherwise. Otherwise like `publicDocument`. */
export const publicPicture = <Row, const Ids extends readonly string[]>(
  definition: DocumentDefinition<Row, Ids> & {
    type?: "image/png" | "image/svg+xml";
    present: (row: Row) => Promise<Buffer<ArrayBuffer>>;
  },
): Handler =>
  documentEndpoint(definition, { media: [definition.type ?? "image/png"] }, async (row, type) => ({
    status: 200,
    body: await definition.present(row),
    headers: { "Content-Type": type },
  }));
