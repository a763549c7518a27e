import { z } from "zod";
import { findWalletCaller, type WalletCaller } from "@/lib/applications/wallet-applications/wallet-access";
import {
  type MinorCode,
  type StatusInfo,
  WalletProfile,
  WalletProfileInput,
  type CredentialQuery,
  type SentCredential,
  type UpsertOutcome,
} from "@/lib/accounts/wallet-service/schema";
import type { Earner } from "@/lib/access/callers/caller";
import {
  ApiError,
  insufficientScope,
  invalidAccessToken,
  unauthorized,
  validationError,
  badRequest,
} from "@/lib/kernel/errors";
import type { IncomingRequest } from "@/lib/kernel/incoming-request";
import { countFailure, countRequest } from "@/lib/platform/limits/request-limit";
import { checkSchema, toInternalError, type Answer, type ErrorEncoder } from "./responses";
import { createRouteHandler, type Respond, type RouteHandler } from "./methods";
import { encodeOAuthError, readOAuthParameters } from "./oauth-endpoint";
import { parseBody, readBodyText } from "./body";
import { requestAddress } from "./incoming";
import { withRequestLog, type RequestLog } from "./request-log";
import { publicUrl } from "@/lib/kernel/env";
import { parseInstant } from "@/lib/kernel/dates";
import { presentWalletProfile } from "@/lib/accounts/wallet-service/profile";
import { encodeCredentialPage, type CredentialPage } from "@/lib/accounts/wallet-service/serializer";
import { readSentCredential } from "@/lib/accounts/wallet-service/uploads";
import { hasTooManyValues } from "@/lib/kernel/json-values";

/** What an operation of the Open Badges 3.0 service is, for tests: its scope is null if it needs no token. */
export type WalletSpec = { summary: string; scope: string | null; verb: string };

export type WalletHandler = RouteHandler & {
  spec: WalletSpec;
  encode: ErrorEncoder;
  preflight: Record<string, string>;
};

/** Wallets may run in a browser. Nothing here reads a cookie, so pages of any origin may send requests. */
const CORS_HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "Link, Retry-After, WWW-Authenticate, X-Request-Id, X-Total-Count",
};
const PREFLIGHT_HEADERS = {
  ...CORS_HEADERS,
  "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, OPTIONS",
  "Access-Control-Allow-Headers": "Accept, Authorization, Content-Type",
  "Access-Control-Max-Age": "86400",
};

const MINOR_CODES: Record<number, MinorCode> = {
  401: "unauthorizedrequest",
  403: "forbidden",
  404: "not_found",
  405: "not_allowed",
  429: "server_busy",
  500: "internal_server_error",
  503: "server_busy",
};

const minorCode = ({ status, code }: ApiError): MinorCode =>
  code === "invalid_parameter" ? "invalid_query_parameter" : (MINOR_CODES[status] ?? "invalid_data");

/** Encodes errors as the specification does (Open Badges 3.0, "Imsx_StatusInfo"). It knows 400 but not 422. */
const encodeStatusInfo: ErrorEncoder = (error, requestId) => {
  const converted = error instanceof z.ZodError ? validationError(error) : error;
  const known = converted instanceof ApiError ? converted : toInternalError(converted, requestId);
  const info: StatusInfo = {
    imsx_codeMajor: "failure",
    imsx_severity: "error",
    imsx_description: known.message,
    imsx_codeMinor: {
      imsx_codeMinorField: [
        { imsx_codeMinorFieldName: "TargetEndSystem", imsx_codeMinorFieldValue: minorCode(known) },
      ],
    },
  };
  const status = known.status === 422 ? 400 : known.status;
  return { status, body: JSON.stringify(info), headers: known.headers };
};

function createWalletHandler(
  spec: WalletSpec,
  work: (request: IncomingRequest, requestLog: RequestLog) => Promise<Answer>,
  encode: ErrorEncoder = encodeStatusInfo,
): WalletHandler {
  const respond: Respond = (request, context) =>
    withRequestLog(
      request,
      context,
      (requestLog) => {
        requestLog.headers = CORS_HEADERS;
        return work(request, requestLog);
      },
      encode,
    );
  return Object.assign(createRouteHandler(respond), { spec, encode, preflight: PREFLIGHT_HEADERS });
}

/** Authenticates the access token of an application. Throws 401 for an invalid one, 429 for too many of them. */
async function authenticateWallet(request: IncomingRequest): Promise<WalletCaller> {
  const [scheme = "", token = ""] = (request.headers.get("authorization") ?? "").trim().split(/\s+/, 2);
  if (scheme.toLowerCase() !== "bearer") throw unauthorized(undefined, 'Bearer realm="badges"');
  const caller = await findWalletCaller(token);
  if (caller) return caller;
  await countFailure();
  throw invalidAccessToken();
}

/** What an operation needs of a request. */
export type WalletInput = { query: URLSearchParams; search: string; readText: () => Promise<string> };

/** An operation on an earner's wallet for an application with this scope. `run` returns the complete response. */
export function walletOperation<Input, Row>(definition: {
  summary: string;
  scope: string;
  read: (input: WalletInput) => Input | Promise<Input>;
  run: (earner: Earner, input: Input) => Promise<Row>;
  encode: (row: Row, input: Input) => Answer;
}): WalletHandler {
  const { summary, scope, read, run, encode } = definition;
  return createWalletHandler({ summary, scope, verb: run.name }, async (request, requestLog) => {
    const { earner, grantId, scopes } = await authenticateWallet(request);
    requestLog.actor = earner.actor;
    const limits = await countRequest({ type: "WalletApplication", id: grantId });
    requestLog.headers = { ...CORS_HEADERS, ...limits };
    if (!scopes.includes(scope)) throw insufficientScope(scope, true);
    const { search } = requestAddress(request);
    const readText = () => readBodyText(request);
    const input = await read({ query: new URLSearchParams(search), search, readText });
    return encode(await run(earner, input), input);
  });
}

/** GET of a public JSON document. */
export function walletDocument(definition: { summary: string; run: () => Promise<object> }): WalletHandler {
  const { summary, run } = definition;
  return createWalletHandler({ summary, scope: null, verb: run.name }, async () => ({
    status: 200,
    body: JSON.stringify(await run()),
    headers: { "Cache-Control": "public, max-age=300" },
  }));
}

/** RFC 7591, 3.2.2: an error for the addresses, another one for everything else. */
function toRegistrationError(error: z.ZodError): ApiError {
  const { message } = validationError(error);
  const isAddress = error.issues.some(({ path }) => path[0] === "redirect_uris");
  return new ApiError(400, isAddress ? "invalid_redirect_uri" : "invalid_client_metadata", message);
}

/** POST that registers an application without any credential: 201 with its own (RFC 7591, 3). */
export function registrationEndpoint<Body, Row, Wire>(definition: {
  summary: string;
  body: z.ZodType<Body>;
  run: (body: Body) => Promise<Row>;
  present: (row: Row) => Wire;
  response: z.ZodType<Wire>;
}): WalletHandler {
  const { summary, body: schema, run, present, response } = definition;
  return createWalletHandler(
    { summary, scope: null, verb: run.name },
    async (request) => {
      await countFailure();
      const given = parseBody(await readBodyText(request), request.headers.get("content-type"), "");
      const parsed = schema.safeParse(given, { reportInput: true });
      if (!parsed.success) throw toRegistrationError(parsed.error);
      const data = present(await run(parsed.data));
      checkSchema(response, data);
      return { status: 201, body: JSON.stringify(data), headers: { Pragma: "no-cache" } };
    },
    encodeOAuthError,
  );
}

/**
 * POST of an application that authenticates in the request, for tokens or to revoke one (RFC 6749, 3.2; RFC 7009, 2). One
 * address gets 60 responses a minute. Without `response` the body is empty.
 */
export function walletClientEndpoint<Schema extends z.ZodObject, Row, Wire = null>(definition: {
  summary: string;
  body: Schema;
  run: (body: z.output<Schema>) => Promise<Row>;
  present?: (row: Row) => Wire;
  response?: z.ZodType<Wire>;
}): WalletHandler {
  const { summary, body: schema, run, present, response } = definition;
  return createWalletHandler(
    { summary, scope: null, verb: run.name },
    async (request) => {
      await countFailure();
      const row = await run(await readOAuthParameters(request, schema));
      const headers = { Pragma: "no-cache" };
      if (!present || !response) return { status: 200, body: "", headers };
      const data = present(row);
      checkSchema(response, data);
      return { status: 200, body: JSON.stringify(data), headers };
    },
    encodeOAuthError,
  );
}

const CREDENTIALS_PATH = "/ims/ob/v3p0/credentials";
const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 100;
/** An offset makes the database read all rows before it. */
const MAX_OFFSET = 10_000;

function readInteger(query: URLSearchParams, name: string, low: number, fallback: number): number {
  const text = query.get(name);
  if (text === null || text === "") return fallback;
  if (/^\d+$/.test(text) && Number(text) >= low) return Number(text);
  throw badRequest("invalid_parameter", `${name} must be a whole number from ${low}.`);
}

function readSince(query: URLSearchParams): Date | null {
  const text = query.get("since");
  if (text === null || text === "") return null;
  // The plus sign of a zone, which a query string means as a space.
  const parsed = parseInstant(text.replace(/ (\d{2}:?\d{2})$/, "+$1"));
  if (parsed) return parsed.at;
  throw badRequest("invalid_parameter", "since must be a date-time such as 2030-04-01T09:41:00Z.");
}

/** Reads `limit` (at most 100, by default 50), `offset` and `since`. Throws 400 for invalid ones. */
export function readCredentialQuery({ query }: WalletInput): CredentialQuery {
  const offset = readInteger(query, "offset", 0, 0);
  if (offset > MAX_OFFSET) {
    throw badRequest("invalid_parameter", `offset can be at most ${MAX_OFFSET}. Use since for later ones.`);
  }
  const limit = Math.min(readInteger(query, "limit", 1, DEFAULT_LIMIT), MAX_LIMIT);
  return { limit, offset, since: readSince(query) };
}

/** The `Link` header (RFC 8288) with the other pages: first, last, prev and next, if they exist. */
function buildLinks({ limit, offset, since }: CredentialQuery, total: number): string {
  const buildLink = (start: number, rel: string): string => {
    const query = new URLSearchParams({ limit: String(limit), offset: String(start) });
    if (since) query.set("since", since.toISOString());
    return `<${publicUrl(`${CREDENTIALS_PATH}?${query.toString()}`)}>; rel="${rel}"`;
  };
  const last = total === 0 ? 0 : Math.floor((total - 1) / limit) * limit;
  return [
    buildLink(0, "first"),
    buildLink(Math.min(last, MAX_OFFSET), "last"),
    ...(offset > 0 ? [buildLink(Math.max(offset - limit, 0), "prev")] : []),
    ...(offset + limit < total && offset + limit <= MAX_OFFSET ? [buildLink(offset + limit, "next")] : []),
  ].join(", ");
}

/** 200 with a page of credentials. */
export const encodeCredentials = (page: CredentialPage, query: CredentialQuery): Answer => ({
  status: 200,
  body: encodeCredentialPage(page),
  headers: { "X-Total-Count": String(page.total), Link: buildLinks(query, page.total) },
});

/** Reads the credential in the body. Throws 400 when it is none. */
export async function readUpsert({ readText }: WalletInput): Promise<SentCredential> {
  const text = await readText();
  if (hasTooManyValues(text)) throw badRequest("too_many_values", "The credential has too many values.");
  return readSentCredential(text);
}

const UPSERT_STATUSES: Record<UpsertOutcome, number> = { created: 201, replaced: 200, unchanged: 304 };

/** 201 or 200 with the credential as it was sent, or 304 when it was already stored. */
export const encodeUpsert = (outcome: UpsertOutcome, { text, isToken }: SentCredential): Answer => ({
  status: UPSERT_STATUSES[outcome],
  body: outcome === "unchanged" ? "" : text,
  headers: isToken ? { "Content-Type": "text/plain; charset=utf-8" } : {},
});

/** Reads the profile in the body. */
export const readProfile = async ({ readText }: WalletInput): Promise<WalletProfileInput> =>
  WalletProfileInput.parse(parseBody(await readText(), "application/json", ""), { reportInput: true });

/** Reads nothing. */
export const readNothing = (): null => null;

/** 200 with the profile. */
export function encodeProfile(row: Parameters<typeof presentWalletProfile>[0]): Answer {
  const profile = presentWalletProfile(row);
  checkSchema(WalletProfile, profile);
  return { status: 200, body: JSON.stringify(profile), headers: {} };
}
