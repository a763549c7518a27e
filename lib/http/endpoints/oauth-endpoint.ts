import { z } from "zod";
import { countFailure } from "@/lib/platform/limits/request-limit";
import { ApiError, badRequest } from "@/lib/kernel/errors";
import type { IncomingRequest } from "@/lib/kernel/incoming-request";
import { readBodyText } from "./body";
import { createRouteHandler, type Handler } from "./methods";
import { withRequestLog } from "./request-log";
import { toInternalError, type ErrorEncoder, checkSchema } from "./responses";

/** The error format of the token endpoint (RFC 6749, 5.2). */
export const OAuthErrorBody = z
  .object({ error: z.string(), error_description: z.string() })
  .meta({ id: "OAuthError" });

/** Far more than the fields of such a request have. No caller is known before it is read. */
const BODY_LIMIT = 262_144;

/** The error codes of an endpoint: those of its standard, for a malformed request, and for a wrong access token. */
type OAuthCodes = { known: ReadonlySet<string>; malformed: string; unauthorized?: string };

const CODES: OAuthCodes = {
  known: new Set([
    "invalid_request",
    "invalid_client",
    "invalid_grant",
    "invalid_scope",
    "unauthorized_client",
    "unsupported_grant_type",
    // RFC 7591, 3.2.2.
    "invalid_redirect_uri",
    "invalid_client_metadata",
  ]),
  malformed: "invalid_request",
};

function oauthErrorCode({ code, status }: ApiError, { known, malformed, unauthorized }: OAuthCodes): string {
  if (known.has(code)) return code;
  if (status === 401 && unauthorized) return unauthorized;
  if (status === 429 || status === 503) return "temporarily_unavailable";
  return status >= 500 ? "server_error" : malformed;
}

/** RFC 6749, 5.2: a description is ASCII without quotation marks and backslashes. */
const toAsciiDescription = (text: string): string => text.replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, "?");

/** Creates the encoder of errors in the format of RFC 6749, 5.2. */
export const createOAuthErrorEncoder =
  (codes: OAuthCodes): ErrorEncoder =>
  (error, requestId) => {
    const known = error instanceof ApiError ? error : toInternalError(error, requestId);
    const body = {
      error: oauthErrorCode(known, codes),
      error_description: toAsciiDescription(known.message),
    };
    return { status: known.status, body: JSON.stringify(body), headers: known.headers };
  };

/** Encodes errors as OAuth does (RFC 6749, 5.2; RFC 7591, 3.2.2). */
export const encodeOAuthError = createOAuthErrorEncoder(CODES);

type TokenFields = Record<string, string>;

function parseJsonPairs(text: string): [string, unknown][] {
  try {
    return Object.entries(JSON.parse(text) as object);
  } catch {
    throw badRequest("invalid_request", "The body is not valid JSON.");
  }
}

/**
 * Parses the parameters of the body: a form, or JSON, which clients send too. A parameter must not be repeated, and an
 * empty one counts as omitted (RFC 6749, 3.2). The query string is not read, because it must not contain secrets
 * (2.3.1). Parameters with other names are ignored, even when repeated.
 */
export function parseTokenFields(text: string, names: readonly string[]): TokenFields {
  const isJson = text.trimStart().startsWith("{");
  const pairs: [string, unknown][] = isJson ? parseJsonPairs(text) : [...new URLSearchParams(text)];
  const given = pairs.filter(([name, value]) => names.includes(name) && value !== "" && value !== null);
  const givenNames = given.map(([name]) => name);
  const repeated = givenNames.find((name, index) => givenNames.indexOf(name) !== index);
  if (repeated) throw badRequest("invalid_request", `${repeated} is given more than once.`);
  const nonText = given.find(([, value]) => typeof value !== "string");
  if (nonText) throw badRequest("invalid_request", `${nonText[0]} must be a string.`);
  return Object.fromEntries(given) as TokenFields;
}

const decodeFormValue = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    // Not the id or secret of any client: its authentication fails like any other wrong one.
    return "";
  }
};

/** Parses the client of HTTP Basic, whose two parts are form-encoded (RFC 6749, 2.3.1). Other schemes are ignored. */
function parseBasicClient(authorization: string | null): { client_id: string; client_secret: string } | null {
  const [scheme = "", value = ""] = (authorization ?? "").trim().split(/\s+/, 2);
  if (scheme.toLowerCase() !== "basic") return null;
  const [id = "", ...secret] = Buffer.from(value, "base64").toString("utf8").split(":");
  return { client_id: decodeFormValue(id), client_secret: decodeFormValue(secret.join(":")) };
}

/** RFC 6749, 2.3: a client authenticates in one way only. A client id in the body must be the same as in HTTP Basic. */
function mergeClient(fields: TokenFields, basic: ReturnType<typeof parseBasicClient>): TokenFields {
  if (!basic) return fields;
  if (fields.client_secret !== undefined) {
    throw badRequest("invalid_request", "The client authenticates twice: in the body and by HTTP Basic.");
  }
  if (fields.client_id !== undefined && fields.client_id !== basic.client_id) {
    throw badRequest("invalid_request", "The client_id of the body is not the one of HTTP Basic.");
  }
  return { ...fields, ...basic };
}

/** Validates the parameters of a token request. Throws 400 that names the missing ones. */
export function validateTokenFields<Schema extends z.ZodType>(
  fields: TokenFields,
  schema: Schema,
): z.output<Schema> {
  const result = schema.safeParse(fields);
  if (result.success) return result.data;
  const names = [...new Set(result.error.issues.map(({ path }) => path.join(".")))];
  throw badRequest("invalid_request", `Missing in the body: ${names.join(", ")}.`);
}

/** Reads the parameters of the schema, with the client of HTTP Basic among them. Throws 400 for missing ones. */
export async function readOAuthParameters<Schema extends z.ZodObject>(
  request: IncomingRequest,
  schema: Schema,
): Promise<z.output<Schema>> {
  const basic = parseBasicClient(request.headers.get("authorization"));
  const fields = parseTokenFields(await readBodyText(request, BODY_LIMIT), Object.keys(schema.shape));
  return validateTokenFields(mergeClient(fields, basic), schema);
}

/**
 * The token endpoint of RFC 6749: POST, 200 with the bare result, errors in its own format. The client authenticates in
 * the request, so it needs no caller. Cookies, other credentials and `Idempotency-Key` are ignored; a stored response
 * would contain the token. One address gets 60 responses a minute, then 429.
 */
export function tokenEndpoint<Schema extends z.ZodObject, Row, Wire>(definition: {
  summary: string;
  body: Schema;
  run: (body: z.output<Schema>) => Promise<Row>;
  present: (row: Row) => Wire;
  response: z.ZodType<Wire>;
}): Handler {
  const { run, present, ...rest } = definition;
  const handle = createRouteHandler((request, context) =>
    withRequestLog(
      request,
      context,
      async () => {
        await countFailure();
        const data = present(await run(await readOAuthParameters(request, rest.body)));
        checkSchema(rest.response, data);
        // RFC 6749, 5.1. Every response has `Cache-Control: no-store`.
        return { status: 200, body: JSON.stringify(data), headers: { Pragma: "no-cache" } };
      },
      encodeOAuthError,
    ),
  );
  const spec = {
    ...rest,
    scope: null,
    operation: "token",
    verb: run.name,
    access: null,
    status: 200,
  } as const;
  return Object.assign(handle, { spec, encode: encodeOAuthError });
}
